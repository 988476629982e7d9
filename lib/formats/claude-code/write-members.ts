/** Several members of an object's bytes set or taken out in one pass; all other bytes stay as they are. */

import { refusal } from '../../base/result'
import { memberSpan, members, removalSpans, type Splice, spliceSpans } from '../../base/spans'

/** Text of a member's value; null takes the member out. Of a key that stands twice the last one counts. */
export type Members = Readonly<Record<string, string | null>>

export function withMembers(record: Buffer, fields: Members): Buffer {
  const list = members(record, 0, record.length)
  if (!list) throw refusal('broken-record', 'the record is no JSON object')
  const close = record.lastIndexOf(0x7d)
  const gone: number[] = []
  const last = new Map<string, number>()
  list.forEach(({ key }, i) => {
    const text = fields[key]
    if (text === null && Object.hasOwn(fields, key)) gone.push(i)
    else if (text !== undefined && Object.hasOwn(fields, key)) last.set(key, i)
  })
  const changes: Splice[] = removalSpans(record, list.map(memberSpan), gone, close + 1).map(cut => ({ ...cut, text: '' }))
  const added: string[] = []
  for (const [key, text] of Object.entries(fields)) {
    if (text === null) continue
    const member = list[last.get(key) ?? -1]
    if (member) changes.push({ start: member.start, end: member.end, text })
    else added.push(`${JSON.stringify(key)}:${text}`)
  }
  changes.sort((a, b) => a.start - b.start)
  if (added.length > 0) changes.push({ start: close, end: close, text: `${list.length > gone.length ? ',' : ''}${added.join(',')}` })
  return changes.length > 0 ? Buffer.from(spliceSpans(record, changes)) : record
}
