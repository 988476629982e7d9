/** What `check` prints for people. The words never promise that a provider takes a request. */

import type { CheckDocument, checkAllDocument } from '../export/check'
import type { Finding } from '../validity/findings'
import { plain, print } from './usage'

type AllDocument = ReturnType<typeof checkAllDocument>
type Unchecked = readonly { readonly rule: string; readonly why: string }[]

export function printCheck(document: CheckDocument): void {
  const { session, at, complete, why } = document
  print(
    `${plain(document.file)}: ${session.format}${session.formatVersion ? ` ${session.formatVersion}` : ''}, ${session.messages} messages, ${session.blocks} blocks, at ${at}`,
  )
  if (!complete) print(`  This request is not whole in the file (${why}): what follows from the missing part is no finding.`)
  if ('profiles' in document) {
    for (const [id, body] of Object.entries(document.profiles)) printFindings(id, body.checks, body.findings, body.unchecked)
  } else printFindings(document.profile, document.checks, document.findings, document.unchecked)
  printLocated(document)
}

function printFindings(profile: string, checks: number, findings: readonly Finding[], unchecked: Unchecked): void {
  if (findings.length === 0) {
    const reasons = [...new Set(unchecked.map(one => one.why))]
    print(`  ${profile}: no fault found by ${checks} checks${reasons.length > 0 ? '; not checkable from a file:' : '.'}`)
    for (const reason of reasons) print(`    ${reason}`)
    return
  }
  print(`  ${profile}: ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} by ${checks} checks`)
  for (const finding of findings) printFinding(finding)
}

function printFinding(finding: Finding): void {
  const mark = finding.mendedBy === null ? finding.severity : `${finding.severity}, mended by ${finding.mendedBy} when sending`
  print(`  ${finding.id}  ${mark}  ${finding.at} (${finding.requestPath})  ${finding.rule}${finding.firstNamed ? '  named first' : ''}`)
  print(`      ${plain(finding.message)}`)
  if (finding.cause) {
    print(`      cause ${finding.cause.code}: ${finding.cause.evidence.map(one => `${one.address} ${plain(one.why)}`).join('; ')}`)
  } else print('      cause: cannot be told from this file')
  for (const repair of finding.repairs)
    print(`      repair ${repair.id}: ${plain(repair.title)} (loses: ${plain(repair.loses)}; ${repair.tokens} tokens, estimated)`)
}

function printLocated(document: CheckDocument): void {
  const located = 'located' in document ? document.located : undefined
  if (!located) return
  if (located.certainty === 'none') print(`  The error text (${located.kind}): no place; ${plain(located.why ?? '')}`)
  else
    print(
      `  The error text (${located.kind}): ${located.rule} at ${located.at} (${located.requestPath}, ${located.form} form), ${located.certainty}${located.why ? `; ${plain(located.why)}` : ''}`,
    )
}

export function printAll(document: AllDocument): void {
  const { moments, first } = document
  const whole = moments.filter(moment => moment.complete).length
  print(
    `${plain(document.file)}: ${moments.length} requests, ${whole} of them whole in the file, ${moments.filter(one => one.answered).length} answered`,
  )
  for (const moment of moments) {
    for (const reject of moment.rejects)
      print(
        `  ${moment.at}  ${reject.rule} at ${reject.at} (${reject.requestPath})${reject.mendedBy ? `, mended by ${reject.mendedBy}` : ''}`,
      )
  }
  print(first ? `  The first fault: ${first.rule} at ${first.at}` : '  No fault found at any of them.')
}
