/** `check FILE…`: every fault of the request at a moment, and where an error text points. */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type CheckOptions, checkAllDocument, checkDocument, countSeverities, endFindings, momentFromText } from '../../export/check'
import { sarifOf } from '../../export/sarif'
import type { Session } from '../../session/session'
import type { Finding } from '../../validity/findings'
import { agentOf, openSessions } from '../input'
import { printAll, printCheck } from '../print-check'
import { printJson, UsageError, wholeNumber } from '../usage'

const SEVERITIES = ['rejects', 'alters', 'fragile'] as const

export async function checkVerb(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      profile: { type: 'string' },
      at: { type: 'string' },
      error: { type: 'string' },
      'fail-on': { type: 'string', default: 'rejects' },
      json: { type: 'boolean', default: false },
      sarif: { type: 'boolean', default: false },
      session: { type: 'string' },
      agent: { type: 'string' },
      branch: { type: 'string' },
    },
  })
  if (positionals.length === 0) throw new UsageError('check wants a FILE')
  const failOn = SEVERITIES.indexOf(values['fail-on'] as (typeof SEVERITIES)[number])
  if (failOn < 0) throw new UsageError(`--fail-on wants rejects, alters or fragile, not "${values['fail-on']}"`)
  let worst = 0
  for (const file of positionals) {
    const opened = await openSessions(file, values.session)
    try {
      const documents = opened.sessions.map(session => documentOf(file, session, values))
      if (documents.some(({ end }) => isFailing(end, failOn))) worst = 1
      show(file, documents, values)
    } finally {
      opened.close()
    }
  }
  return worst
}

interface Values {
  readonly profile?: string | undefined
  readonly at?: string | undefined
  readonly error?: string | undefined
  readonly json: boolean
  readonly sarif: boolean
  readonly agent?: string | undefined
  readonly branch?: string | undefined
}

function documentOf(file: string, main: Session, values: Values) {
  const branch = wholeNumber('branch', values.branch)
  const error = values.error?.startsWith('@') ? readFileSync(values.error.slice(1), 'utf8') : values.error
  const base: CheckOptions = {
    ...(values.profile === undefined ? {} : { profile: values.profile }),
    ...(branch === undefined ? {} : { branch }),
  }
  if (values.at === 'all') {
    const document = checkAllDocument(file, main, base)
    return { document, end: endFindings(main, base.profile) }
  }
  const at = values.at === undefined ? null : momentFromText(values.at)
  const session = agentOf(main, at && at.agent !== '' ? at.agent : values.agent)
  const options = { ...base, ...(at ? { moment: at.moment } : {}), ...(error === undefined ? {} : { error }) }
  const document = checkDocument(file, session, options)
  const judged = 'profiles' in document ? document.profiles[document.profile]?.findings : document.findings
  return { document, end: judged ?? [] }
}

function isFailing(findings: readonly Finding[], failOn: number): boolean {
  const counts = countSeverities(findings)
  return SEVERITIES.slice(0, failOn + 1).some(severity => counts[severity] > 0)
}

function show(file: string, documents: readonly ReturnType<typeof documentOf>[], values: Values): void {
  const only = documents[0]
  if (values.sarif) printJson(sarifOf(documents.map(one => ({ file, findings: one.end }))))
  else if (values.json)
    printJson(
      documents.length === 1 && only ? only.document : { cutpoint: 1, verb: 'check', file, sessions: documents.map(one => one.document) },
    )
  else for (const { document } of documents) 'moments' in document ? printAll(document) : printCheck(document)
}
