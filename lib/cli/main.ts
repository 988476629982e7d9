/**
 * The command line. Exit 0: nothing found, or done · 1: the check found something · 2: bad usage, or a file that could
 * not be read. Answers go to stdout, everything else to stderr.
 */

import { isRefusal } from '../base/result'
import { plain, print, UsageError, warn } from './usage'
import { explainVerb, formatsVerb, rulesVerb } from './verbs/catalogue'
import { checkVerb } from './verbs/check'
import { exportVerb } from './verbs/export'
import { repairVerb } from './verbs/repair'
import { serveVerb } from './verbs/serve'
import { sessionsVerb } from './verbs/sessions'
import { showVerb } from './verbs/show'

type Verb = (args: readonly string[]) => Promise<number>

const VERBS: Readonly<Record<string, Verb>> = {
  check: checkVerb,
  explain: explainVerb,
  repair: repairVerb,
  show: showVerb,
  export: exportVerb,
  sessions: sessionsVerb,
  formats: formatsVerb,
  rules: rulesVerb,
  serve: serveVerb,
}

const HELP = `cutpoint VERB …

  check FILE…     every fault of a session or request body     --profile --at --error --fail-on --json --sarif
  explain TEXT    what an error text means                     --json
  repair FILE     a repaired file                              --out --choose F1=repair --at --profile --json
  show FILE       what was read                                --request --at --profile --json
  export FILE     --to native|request --out F
  sessions        recent sessions in the folders of known agents
  formats         what is read, and where it lies
  rules [ID]      what is checked
  serve           the pages                                    --port --host

FILE is a file, a folder or zip (one session with its companions), or - for stdin.`

async function main(): Promise<number> {
  const [name, ...args] = process.argv.slice(2)
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    print(HELP)
    return name === undefined ? 2 : 0
  }
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  if (!verb) throw new UsageError(`there is no verb "${name}"; known: ${Object.keys(VERBS).join(', ')}`)
  return await verb(args)
}

/** Waits until a pipe has taken everything: `process.exit` would cut a long answer off. */
function exitWhenDrained(code: number): void {
  process.exitCode = code
  const waiting = [process.stdout, process.stderr].filter(stream => stream.writableLength > 0)
  if (waiting.length === 0) process.exit(code)
  for (const stream of waiting) stream.once('drain', () => exitWhenDrained(code))
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2))

try {
  exitWhenDrained(await main())
} catch (error) {
  if (isRefusal(error)) warn(plain(error.message))
  else if (error instanceof UsageError || error instanceof RangeError || (error instanceof TypeError && 'code' in error))
    warn(`${plain(error.message)}\nSee cutpoint --help.`)
  else if (error instanceof Error && 'code' in error && typeof error.code === 'string') warn(plain(error.message))
  else warn(error instanceof Error ? (error.stack ?? error.message) : String(error))
  exitWhenDrained(2)
}
