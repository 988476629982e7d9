/** `repair FILE`: what would be done, or with `--out` the repaired file. Never the input itself. */

import { existsSync, realpathSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { momentFromText, profileFor } from '../../export/check'
import { type Repaired, repairDocument, repairSession } from '../../export/repair'
import { END } from '../../session/moment'
import { agentOf, openSessions } from '../input'
import { plain, print, printJson, UsageError, wholeNumber } from '../usage'

export async function repairVerb(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      profile: { type: 'string' },
      at: { type: 'string' },
      choose: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      session: { type: 'string' },
      agent: { type: 'string' },
      branch: { type: 'string' },
    },
  })
  const [file, ...chosen] = positionals
  if (file === undefined) throw new UsageError('repair wants one FILE')
  const choose = choicesOf([...values.choose, ...chosen])
  if (values.out !== undefined && isSamePath(file, values.out))
    throw new UsageError('--out must not be the input itself: keep the original until the repaired file has proved itself')
  const opened = await openSessions(file, values.session)
  try {
    const main = opened.sessions[0]
    if (!main || opened.sessions.length > 1)
      throw new UsageError(`${file} holds ${opened.sessions.length} sessions; choose one with --session`)
    const at = values.at === undefined ? { agent: '', moment: END } : momentFromText(values.at)
    const session = agentOf(main, at.agent === '' ? values.agent : at.agent)
    const profile = profileFor(session, values.profile)
    const branch = wholeNumber('branch', values.branch)
    const repaired = repairSession(session, { profile, moment: at.moment, choose, ...(branch === undefined ? {} : { branch }) })
    const out = values.out !== undefined && repaired.bytes ? values.out : null
    if (out !== null && repaired.bytes) writeFileSync(out, repaired.bytes, { mode: 0o600 })
    if (values.json) printJson(repairDocument(file, out, profile, repaired))
    else printRepair(file, out, repaired)
    return repaired.isSound ? 0 : 1
  } finally {
    opened.close()
  }
}

/** `F1=move-result` … */
function choicesOf(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map(text => {
      const parts = /^(F\d+)=([\w-]+)$/.exec(text)
      if (!parts?.[1] || !parts[2]) throw new UsageError(`--choose wants F1=repair-id, not "${text}"`)
      return [parts[1], parts[2]]
    }),
  )
}

function isSamePath(a: string, b: string): boolean {
  if (a === b) return true
  return existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b)
}

function printRepair(file: string, out: string | null, repaired: Repaired): void {
  if (repaired.chosen.length === 0) {
    print(
      repaired.before.rejects === 0
        ? `${plain(file)}: nothing to repair; no fault that is refused was found.`
        : `${plain(file)}: no repair is known for what was found.`,
    )
    return
  }
  print(`${plain(file)}: ${repaired.chosen.length} ${repaired.chosen.length === 1 ? 'repair' : 'repairs'}`)
  for (const one of repaired.chosen) print(`  ${one.finding} ${one.rule}: ${plain(one.title)} (loses: ${plain(one.loses)})`)
  print(`  refused before ${repaired.before.rejects}, after ${repaired.after.rejects}${repaired.isSound ? '' : ': faults are left'}`)
  print(out === null ? '  Nothing was written; give --out FILE to write the repaired file.' : `  Written to ${plain(out)}.`)
  for (const line of repaired.resume) print(`  ${plain(line)}`)
}
