/** `show FILE`: what was read; with `--request`, the body at a moment as the provider gets it. */

import { parseArgs } from 'node:util'
import { momentFromText, profileFor, workingSetAt } from '../../export/check'
import { requestOf } from '../../export/request'
import { showDocument } from '../../export/show'
import { END } from '../../session/moment'
import { agentOf, openSessions } from '../input'
import { plain, print, printJson, UsageError, wholeNumber } from '../usage'

export async function showVerb(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      request: { type: 'boolean', default: false },
      at: { type: 'string' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
      session: { type: 'string' },
      agent: { type: 'string' },
      branch: { type: 'string' },
    },
  })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new UsageError('show wants one FILE')
  const opened = await openSessions(file, values.session)
  try {
    const main = opened.sessions[0]
    if (values.request && main) {
      const at = values.at === undefined ? { agent: '', moment: END } : momentFromText(values.at)
      const session = agentOf(main, at.agent === '' ? values.agent : at.agent)
      printJson(
        requestOf(session, workingSetAt(session, at.moment, wholeNumber('branch', values.branch)), profileFor(session, values.profile)),
      )
      return 0
    }
    const document = showDocument(file, opened.sessions)
    if (values.json) printJson(document)
    else printShow(document)
    return 0
  } finally {
    opened.close()
  }
}

function printShow(document: ReturnType<typeof showDocument>): void {
  const list = 'sessions' in document ? document.sessions : [document]
  for (const { session, records, boundaries, errors, notes } of list) {
    print(
      `${plain(document.file)}: ${session.format}${session.formatVersion ? ` ${session.formatVersion}` : ''}${session.model ? `, ${plain(session.model)}` : ''}`,
    )
    print(`  seen: ${session.evidence.map(plain).join('; ')}`)
    print(`  ${session.messages} messages, ${session.blocks} blocks, ${session.branches} branches, ${session.agents} sub-agents`)
    print(`  records read ${records.read} = used ${records.used} + metadata ${records.metadata} + noted ${records.noted}`)
    print(`  ${boundaries.length} recorded compactions, ${errors.length} recorded errors`)
    for (const error of errors as { at: string; kind: string; text: string }[])
      print(`    ${error.at} (${error.kind}) ${plain(error.text).slice(0, 160)}`)
    for (const note of notes)
      print(`  note ${note.kind}, line ${note.line}, byte ${note.start}: ${plain(note.what).replace(/\.$/, '')}; ${plain(note.done)}`)
  }
}
