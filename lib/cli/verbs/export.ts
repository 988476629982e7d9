/** `export FILE --to native|request --out F`. */

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { momentFromText, profileFor, workingSetAt } from '../../export/check'
import { requestOf } from '../../export/request'
import { formatOf } from '../../formats/registry'
import { END } from '../../session/moment'
import { agentOf, openSessions } from '../input'
import { plain, print, UsageError } from '../usage'

export async function exportVerb(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      out: { type: 'string' },
      at: { type: 'string' },
      profile: { type: 'string' },
      session: { type: 'string' },
      agent: { type: 'string' },
    },
  })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new UsageError('export wants one FILE')
  if (values.to !== 'native' && values.to !== 'request') throw new UsageError(`--to wants native or request, not "${values.to ?? ''}"`)
  const opened = await openSessions(file, values.session)
  try {
    const main = opened.sessions[0]
    if (!main) throw new UsageError(`${file} holds no session`)
    const at = values.at === undefined ? { agent: '', moment: END } : momentFromText(values.at)
    const session = agentOf(main, at.agent === '' ? values.agent : at.agent)
    const bytes =
      values.to === 'native'
        ? formatOf(session.facts.format).write(session, []).bytes
        : Buffer.from(`${JSON.stringify(requestOf(session, workingSetAt(session, at.moment), profileFor(session, values.profile)))}\n`)
    if (values.out === undefined) process.stdout.write(bytes)
    else {
      writeFileSync(values.out, bytes, { mode: 0o600 })
      print(`Written to ${plain(values.out)}.`)
    }
    return 0
  } finally {
    opened.close()
  }
}
