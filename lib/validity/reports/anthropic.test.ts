import { describe, expect, it } from 'vitest'
import { applyEdits, beforeOf } from '../../edits/apply'
import { anthropicRequest } from '../../formats/anthropic-request'
import { END } from '../../session/moment'
import type { WorkingSet } from '../../session/working-set'
import { checkWorkingSet } from '../check'
import { checkText, openBody } from '../rule-tester'
import { bodyOf, expectReport, placeOf, profileOf, type ReportCase, talk, toldFaults } from './harness'
import { BLANK, LITELLM_TOOLS, missingAtStart, NO_PREFILL, notThinking, openCalls, strayResult } from './wordings'

const SIGNATURE = `EqQB${'Ab3dEf7h'.repeat(12)}==`
const FOREIGN = `gAAAAA${'Bm4cXz9q'.repeat(8)}`
const MANUAL = { model: 'claude-opus-4-5-20251101', thinking: { type: 'enabled', budget_tokens: 2048 } }
const NO_PREFILL_MODEL = { model: 'claude-opus-4-8' }

// biome-ignore format: a table, one report a row
const CASES: readonly ReportCase[] = [
  { report: 'BR-001', name: 'the summary takes a call along and leaves its result',
    before: 'user: Rename the flag.\nassistant: [text "Looking."] [call toolu_grep bash {"cmd":"grep flag"}]\nuser: [result toolu_grep "a.ts:3"]\nassistant: One place.',
    after: 'user: So far: the flag was looked for.\nuser: [result toolu_grep "a.ts:3"]\nassistant: One place.',
    faults: ['anthropic-roles-consecutive m1', 'anthropic-tool-result-without-use m1.b0'], mends: ['result-to-text'],
    error: strayResult('messages.0.content.1', 'toolu_grep'), place: 'm1.b0 merged sure' },
  { report: 'BR-002', name: 'a repair answers a call that a compaction had pruned',
    before: 'user: Build it.\nassistant: [call toolu_make bash {"cmd":"make"}]\nuser: [result toolu_make error "made up: the result is missing"]\nassistant: Again.',
    after: 'user: So far: a build was begun.\nuser: [result toolu_make error "made up: the result is missing"]\nassistant: Again.',
    faults: ['anthropic-roles-consecutive m1', 'anthropic-tool-result-without-use m1.b0'], mends: ['result-to-text'],
    error: strayResult('messages.0.content.1', 'toolu_make'), place: 'm1.b0 merged sure' },
  { report: 'BR-004', name: 'the chunk with two calls is dropped, the next one begins with their results',
    before: 'user: Compare both.\nassistant: [call toolu_a4 read {"path":"a"}] [call toolu_b4 read {"path":"b"}]\nuser: [result toolu_a4 "one"]\nuser: [result toolu_b4 "two"]\nassistant: They differ.',
    after: 'user: [result toolu_a4 "one"]\nuser: [result toolu_b4 "two"]\nassistant: They differ.',
    faults: ['anthropic-tool-result-without-use m0.b0', 'anthropic-roles-consecutive m1', 'anthropic-tool-result-without-use m1.b0'], mends: ['result-to-text', 'result-to-text'],
    error: strayResult('messages.0.content.1', 'toolu_b4'), place: 'm1.b0 merged sure' },
  { report: 'BR-005', name: 'pruning keeps a call that a time-out left open, and an empty answer behind it', params: MANUAL,
    after: `user: Port the parser.\nassistant: [thinking "Run it." sig=${SIGNATURE}] [call toolu_run5 bash {}]\nassistant: []\nuser: Part one of the log.\nuser: Part two of the log.`,
    faults: ['anthropic-tool-use-without-result m1.b1', 'anthropic-assistant-empty-content m2', 'anthropic-roles-consecutive m2', 'anthropic-roles-consecutive m4'], mends: ['answer-call'],
    error: openCalls('messages.1', 'toolu_run5'), place: 'm1.b1 sent sure' },
  { report: 'BR-005', name: 'each retry of the compaction writes that call once more',
    after: 'user: So far: a run was begun.\nassistant: [call toolu_run5 bash {}]\nuser: Go on.\nassistant: [call toolu_run5 bash {}]\nuser: Go on.',
    faults: ['anthropic-tool-use-id-duplicate m3.b0'], mends: ['drop-twin', 'answer-call'] },
  { report: 'BR-007', name: 'a second compaction asks for its summary behind an open call',
    after: 'user: So far: the tests were listed.\nuser: You are the build agent again.\nassistant: [text "Next."] [call toolu_next7 read {"path":"b"}]\nuser: Continue.',
    faults: ['anthropic-roles-consecutive m1', 'anthropic-tool-use-without-result m2.b1'], mends: ['answer-call'],
    error: openCalls('messages.2', 'toolu_next7'), place: 'm2.b1 sent sure' },
  { report: 'BR-008', name: 'a result is dropped and its call stays',
    before: 'user: Read it.\nassistant: [call toolu_read8 read {"path":"a"}]\nuser: [result toolu_read8 "a long file"]\nassistant: Read.\nuser: And now?',
    after: 'user: Read it.\nassistant: [call toolu_read8 read {"path":"a"}]\nassistant: Read.\nuser: And now?',
    faults: ['anthropic-tool-use-without-result m1.b0', 'anthropic-roles-consecutive m2'], mends: ['answer-call'],
    error: openCalls('messages.1', 'toolu_read8'), place: 'm1.b0 sent sure' },
  { report: 'BR-010', name: 'the kept half of a compaction ends on a call that was never answered',
    after: 'user: So far: nothing much.\nassistant: [call toolu_last10 bash {"cmd":"ls"}]',
    faults: ['anthropic-tool-use-without-result m1.b0'], mends: ['answer-call'],
    error: openCalls('messages.1', 'toolu_last10'), place: 'm1.b0 sent sure' },
  { report: 'BR-011', name: 'keeping the last four messages begins with a result',
    before: 'user: Three files.\nassistant: [call toolu_x1 read {"path":"1"}]\nuser: [result toolu_x1 "1"]\nassistant: [call toolu_x2 read {"path":"2"}]\nuser: [result toolu_x2 "2"]\nassistant: [call toolu_x3 read {"path":"3"}]\nuser: [result toolu_x3 "3"]\nassistant: All read.',
    after: 'user: So far: two files were read.\nuser: [result toolu_x2 "2"]\nassistant: [call toolu_x3 read {"path":"3"}]\nuser: [result toolu_x3 "3"]\nassistant: All read.',
    faults: ['anthropic-roles-consecutive m1', 'anthropic-tool-result-without-use m1.b0'], mends: ['result-to-text'],
    error: strayResult('messages.0.content.1', 'toolu_x2'), place: 'm1.b0 merged sure' },
  { report: 'BR-013', name: 'the model calls a tool that compacts, and its result is appended to the summary',
    before: 'user: Tidy up.\nassistant: [call toolu_compact9 compact {}]\nuser: [result toolu_compact9 "compacted"]',
    after: 'user: So far: tidied up.\nuser: [result toolu_compact9 "compacted"]',
    faults: ['anthropic-roles-consecutive m1', 'anthropic-tool-result-without-use m1.b0'], mends: ['result-to-text'],
    error: strayResult('messages.0.content.1', 'toolu_compact9'), place: 'm1.b0 merged sure' },
  { report: 'BR-014', name: 'words of the user are kept as they stand, with the result beside them',
    before: 'user: Fix the link.\nassistant: [call toolu_link14 read {"path":"a"}]\nuser: [result toolu_link14 "broken"] [text "And the footer."]\nassistant: Both done.',
    after: 'user: So far: a link was looked at.\nuser: [result toolu_link14 "broken"] [text "And the footer."]\nassistant: Both done.',
    faults: ['anthropic-roles-consecutive m1', 'anthropic-tool-result-without-use m1.b0'], mends: ['result-to-text'],
    error: strayResult('messages.0.content.1', 'toolu_link14'), place: 'm1.b0 merged sure' },
  { report: 'BR-016', name: 'a message of thinking only, before thinking is stripped', params: MANUAL,
    after: `user: Well?\nassistant: [thinking "Hm." sig=${SIGNATURE}]\nuser: Say something.`,
    faults: ['anthropic-thinking-only-assistant m1.b0'], mends: ['drop-message'] },
  { report: 'BR-016', name: 'the same message after thinking is stripped', params: MANUAL,
    after: 'user: Well?\nassistant: []\nuser: Say something.',
    faults: ['anthropic-assistant-empty-content m1'], mends: ['drop-message'] },
  { report: 'BR-017', name: 'the compacted history ends on its own summary', params: NO_PREFILL_MODEL,
    before: 'user: Write the report.\nassistant: [call toolu_big17 read {}]\nuser: [result toolu_big17 "a very long file"]',
    after: 'user: What was said so far:\nassistant: A report is to be written.',
    faults: ['anthropic-prefill-unsupported m1'], mends: ['add-user-message'], error: NO_PREFILL, place: 'm1 sent sure' },
  { report: 'BR-019', name: 'nothing but a summary as assistant is left', params: NO_PREFILL_MODEL,
    before: 'user: Go on.\nassistant: Summary of the work.\nuser: Go on.', after: 'assistant: Summary of the work.',
    faults: ['anthropic-first-message-assistant m0', 'anthropic-prefill-unsupported m0'], mends: ['add-opening', 'add-user-message'], error: NO_PREFILL, place: 'm0 sent sure' },
  { report: 'BR-022', name: 'a pruning plugin takes the last words of the user', params: NO_PREFILL_MODEL,
    before: 'user: Plan it.\nassistant: Here is the plan.\nuser: Do it.', after: 'user: Plan it.\nassistant: Here is the plan.',
    faults: ['anthropic-prefill-unsupported m1'], mends: ['add-user-message'], error: NO_PREFILL, place: 'm1 sent sure' },
  { report: 'BR-023', name: 'the compaction call begins the answer for the model', params: NO_PREFILL_MODEL,
    after: 'user: Plan it.\nassistant: Here is the plan.\nuser: Sum this up as JSON.\nassistant: {',
    faults: ['anthropic-prefill-unsupported m3'], mends: ['add-user-message'], error: NO_PREFILL, place: 'm3 sent sure' },
  { report: 'BR-032', name: 'tool output is cut at a length, inside an emoji',
    before: 'user: List it.\nassistant: [call toolu_ls32 bash {}]\nuser: [result toolu_ls32 "a \\ud83d\\ude00 b"]',
    after: 'user: List it.\nassistant: [call toolu_ls32 bash {}]\nuser: [result toolu_ls32 "a \\ud83d"]',
    faults: ['any-lone-surrogate m2.b0'], mends: ['replace-half'],
    error: 'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"The request body is not valid JSON: no low surrogate in string: line 1 column 512 (char 511)"}}', place: 'm2.b0 sent sure' },
  { report: 'BR-037', name: 'thinking of another vendor, in the second step of a tool loop', params: MANUAL,
    after: `user: Check.\nassistant: [thinking "One." sig=${SIGNATURE}] [call toolu_s1 bash {}]\nuser: [result toolu_s1 "ok"]\nassistant: [thinking "Two." sig=${FOREIGN}] [call toolu_s2 bash {}]\nuser: [result toolu_s2 "ok"]`,
    faults: ['anthropic-thinking-signature-invalid m3.b0'], mends: ['thinking-to-text'],
    error: 'messages.1.content.3: Invalid `signature` in `thinking` block', place: 'm3.b0 folded sure' },
  { report: 'BR-041', name: 'the open tool loop has lost its thinking', params: MANUAL,
    before: `user: Check.\nassistant: [thinking "One." sig=${SIGNATURE}] [call toolu_c41 bash {}]\nuser: [result toolu_c41 "ok"]`,
    after: 'user: Check.\nassistant: [call toolu_c41 bash {}]\nuser: [result toolu_c41 "ok"]',
    faults: ['anthropic-thinking-must-start-turn m1.b0'], mends: ['disable-thinking'],
    error: notThinking('messages.1.content.0.type'), place: 'm1.b0 sent sure' },
  { report: 'BR-046', name: 'one id for two calls of a message',
    after: 'user: Both.\nassistant: [call toolu_same read {"path":"a"}] [call toolu_same read {"path":"b"}]\nuser: [result toolu_same "a"] [result toolu_same "b"]\nassistant: Done.',
    faults: ['anthropic-tool-use-id-duplicate m1.b1'], mends: ['re-id'],
    error: 'messages.1.content.1: `tool_use` ids must be unique', place: 'm1.b1 sent sure' },
  { report: 'BR-046', name: 'a gateway numbers the calls of each turn anew',
    after: 'user: One.\nassistant: [call bash_0 bash {"cmd":"a"}]\nuser: [result bash_0 "a"]\nassistant: [call bash_0 bash {"cmd":"b"}]\nuser: [result bash_0 "b"]\nassistant: Done.',
    faults: ['anthropic-tool-use-id-duplicate m3.b0'], mends: ['re-id'],
    error: 'messages.3.content.0: `tool_use` ids must be unique', place: 'm3.b0 sent sure' },
  { report: 'BR-047', name: 'two calls with an empty id',
    after: 'user: One.\nassistant: [call "" bash {"cmd":"a"}]\nuser: [result "" "a"]\nassistant: [call "" bash {"cmd":"b"}]\nuser: [result "" "b"]\nassistant: Done.',
    faults: ['anthropic-tool-use-id-pattern m1.b0', 'anthropic-tool-use-id-duplicate m3.b0'], mends: ['re-id', 're-id'],
    error: "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", place: 'm1.b0 sent sure' },
  { report: 'BR-049', name: 'the input of a call is an empty string',
    after: 'user: Where?\nassistant: [call toolu_pwd49 bash ""]\nuser: [result toolu_pwd49 "here"]\nassistant: Here.',
    faults: ['anthropic-tool-use-input-not-object m1.b0'], mends: ['input-to-object'],
    error: 'messages.1.content.0.tool_use.input: Input should be a valid dictionary', place: 'm1.b0 sent sure' },
  { report: 'BR-049', name: 'the input of a call is JSON that nobody parsed',
    after: 'user: Where?\nassistant: [text "So."] [call toolu_pwd49 bash "{\\"cmd\\":\\"pwd\\"}"]\nuser: [result toolu_pwd49 "here"]\nassistant: Here.',
    faults: ['anthropic-tool-use-input-not-object m1.b1'], mends: ['input-to-object'],
    error: 'messages.1.content.1.tool_use.input: Input should be an object', place: 'm1.b1 sent sure' },
  { report: 'BR-052', name: 'a blank is put in front of a history that begins with the assistant',
    after: 'user: [text " "]\nassistant: Where were we?\nuser: At the start.',
    faults: ['anthropic-text-whitespace-only m0.b0'], mends: ['drop-message'], error: BLANK, place: 'm0.b0 sent sure' },
  { report: 'BR-053', name: 'an answer of line breaks only',
    after: 'user: Hello?\nassistant: [text "\\n\\n"]\nuser: Hello again.',
    faults: ['anthropic-text-whitespace-only m1.b0'], mends: ['drop-message'], error: BLANK, place: 'm1.b0 sent sure' },
  { report: 'BR-058', name: 'a gateway gets the summary request without tools', beforeParams: {}, params: { tools: null },
    before: 'user: Read it.\nassistant: [call toolu_read58 read {}]\nuser: [result toolu_read58 "a"] [text "Sum this up."]',
    after: 'user: Read it.\nassistant: [call toolu_read58 read {}]\nuser: [result toolu_read58 "a"] [text "Sum this up."]',
    faults: ['anthropic-tools-missing-for-history m1.b0'], mends: ['declare-tools'], error: LITELLM_TOOLS, place: 'm1.b0 sent sure' },
  { report: 'BR-064', name: 'trimming to the window takes a result, far behind in a long history',
    after: `${talk(65)}\nuser: Now the notes.\nassistant: [call toolu_notes64 bash {}]\nuser: Anything?`,
    faults: ['anthropic-roles-consecutive m65', 'anthropic-tool-use-without-result m66.b0'], mends: ['answer-call'],
    error: openCalls('messages.66', 'toolu_notes64'), place: 'm66.b0 sent sure' },
  { report: 'BR-065', name: 'the condenser knows no refusals as answers and takes the call out',
    before: 'user: Deploy.\nassistant: [call toolu_dep65 bash {}]\nuser: [result toolu_dep65 error "The user said no."]\nassistant: Then not.',
    after: 'user: Deploy.\nuser: [result toolu_dep65 error "The user said no."]\nassistant: Then not.',
    faults: ['anthropic-roles-consecutive m1', 'anthropic-tool-result-without-use m1.b0'], mends: ['result-to-text'],
    error: strayResult('messages.0.content.1', 'toolu_dep65'), place: 'm1.b0 merged sure' },
  { report: 'BR-067', name: 'after a stop and a correction the history begins with a result',
    before: 'user: Query it.\nassistant: [call toolu_sql67 bash {}]\nuser: [result toolu_sql67 "stopped"] [text "The other table."]\nassistant: Sure.',
    after: 'user: [result toolu_sql67 "stopped"] [text "The other table."]\nassistant: Sure.',
    faults: ['anthropic-tool-result-without-use m0.b0'], mends: ['result-to-text'],
    error: strayResult('messages.0.content.0', 'toolu_sql67'), place: 'm0.b0 sent sure' },
  { report: 'BR-068', name: 'a result too many in a later turn',
    after: 'user: Two steps.\nassistant: [call toolu_l1 bash {}]\nuser: [result toolu_l1 "1"]\nassistant: [call toolu_l2 bash {}]\nuser: [result toolu_l2 "2"] [result toolu_l9 "9"]\nassistant: Done.',
    faults: ['anthropic-tool-result-without-use m4.b1'], mends: ['result-to-text'],
    error: strayResult('messages.4.content.1', 'toolu_l9'), place: 'm4.b1 sent sure' },
  { report: 'BR-152', name: 'the second compaction sends a call that still runs',
    before: 'user: So far: one.\nassistant: [text "Two."] [call toolu_two152 bash {}]\nuser: [result toolu_two152 "2"] [text "Sum this up."]',
    after: 'user: So far: one.\nassistant: [text "Two."] [call toolu_two152 bash {}]\nuser: Sum this up.',
    faults: ['anthropic-tool-use-without-result m1.b1'], mends: ['answer-call'],
    error: openCalls('messages.1', 'toolu_two152'), place: 'm1.b1 sent sure' },
  { report: 'BR-164', name: 'compression runs before the results are stored',
    before: 'user: Both.\nassistant: [call toolu_o1 bash {}] [call toolu_o2 bash {}]\nuser: [result toolu_o1 "1"] [result toolu_o2 "2"] [text "Sum this up."]',
    after: 'user: Both.\nassistant: [call toolu_o1 bash {}] [call toolu_o2 bash {}]\nuser: Sum this up.',
    faults: ['anthropic-tool-use-without-result m1.b0', 'anthropic-tool-use-without-result m1.b1'], mends: ['answer-call', 'answer-call'],
    error: openCalls('messages.1', 'toolu_o1', 'toolu_o2'), place: 'm1.b0 sent sure' },
  { report: 'BR-170', name: 'a guard still waits for a call that the boundary took, and answers it in a later turn',
    before: 'user: So far: one call was made.\nassistant: [call toolu_k2 bash {}]\nuser: [result toolu_k2 "2"]\nassistant: Done.',
    after: 'user: So far: one call was made.\nassistant: [call toolu_k2 bash {}]\nuser: [result toolu_k1 error "made up: no answer"] [result toolu_k2 "2"]\nassistant: Done.',
    faults: ['anthropic-tool-result-without-use m2.b0'], mends: ['result-to-text'],
    error: strayResult('messages.2.content.0', 'toolu_k1'), place: 'm2.b0 sent sure' },
  { report: 'BR-182', name: 'a half-written call is not sent, the answer made up for it is',
    before: `${talk(22)}\nuser: And the last one.\nassistant: [call toolu_half182 bash {}]\nuser: [result toolu_half182 error "made up"]`,
    after: `${talk(22)}\nuser: And the last one.\nuser: [result toolu_half182 error "made up"]`,
    faults: ['anthropic-roles-consecutive m23', 'anthropic-tool-result-without-use m23.b0'], mends: ['result-to-text'],
    error: strayResult('messages.22.content.1', 'toolu_half182'), place: 'm23.b0 merged sure' },
  { report: 'BR-184', name: 'an open call, far behind in a long history',
    after: `${talk(155)}\nassistant: [call toolu_old184 bash {}]\nuser: Well?`,
    faults: ['anthropic-tool-use-without-result m155.b0'], mends: ['answer-call'] },
  { report: 'BR-184', name: 'the older wording counts the message that should begin with the result',
    after: `${talk(153)}\nassistant: [call toolu_old184 bash {}]\nuser: Well?\nassistant: [call toolu_next184 bash {}]\nuser: Well?`,
    faults: ['anthropic-tool-use-without-result m153.b0', 'anthropic-tool-use-without-result m155.b0'], mends: ['answer-call', 'answer-call'],
    error: missingAtStart('messages.156'), place: 'm155.b0 sent sure' },
  { report: 'BR-184', name: 'another provider, the newer wording without its quotes',
    after: `${talk(25)}\nassistant: [call toolu_new184 bash {}]\nuser: Well?`,
    faults: ['anthropic-tool-use-without-result m25.b0'], mends: ['answer-call'],
    error: JSON.stringify({ error: openCalls('messages.25', 'toolu_new184').replaceAll('`', ''), request_id: 'x1' }), place: 'm25.b0 sent sure' },
  { report: 'BR-185', name: 'a crash leaves some of the parallel calls unanswered',
    after: 'user: Three.\nassistant: [call toolu_p1 bash {}] [call toolu_p2 bash {}] [call toolu_p3 bash {}]\nuser: [result toolu_p1 "1"] [text "Resume."]',
    faults: ['anthropic-tool-use-without-result m1.b1', 'anthropic-tool-use-without-result m1.b2'], mends: ['answer-call', 'answer-call'],
    error: openCalls('messages.1', 'toolu_p2', 'toolu_p3'), place: 'm1.b1 sent sure' },
]

describe('reports on Anthropic requests', () => {
  it.each(CASES)('$report: $name', one => expectReport(one, 'anthropic'))

  it('BR-007: when one open call is deleted, the next one is named', () => {
    const turn = (n: number) => `assistant: [call toolu_n${n} bash {}]\nuser: Continue ${n}.`
    const named = (...turns: readonly number[]) => {
      const { result } = checkText(bodyOf(['user: So far: nothing.', ...turns.map(turn)].join('\n'), 'anthropic'), 'anthropic')
      return result.findings.filter(finding => finding.firstNamed).map(finding => /toolu_n\d/.exec(finding.says)?.[0])
    }
    expect(named(1, 2, 3)).toEqual(['toolu_n1'])
    expect(named(2, 3)).toEqual(['toolu_n2'])
  })

  it('BR-035: a context manager edits thinking of the open turn, and the edit is known', () => {
    const history = `user: Check.\nassistant: [thinking "A long thought." sig=${SIGNATURE}] [call toolu_v35 bash {}]\nuser: [result toolu_v35 "ok"]`
    const { session } = openBody(bodyOf(history, 'anthropic', MANUAL), 'anthropic')
    const working = anthropicRequest.workingSet(session, END)
    const heads = working.messages.flatMap(message => message.blocks).filter(block => block.kind === 'thinking')
    const block = { kind: 'thinking', text: 'A thought.', signature: SIGNATURE } as const
    const edit = { op: 'replace-block', at: 'm1.b0', block, before: beforeOf(working, heads), reason: 'shorter' } as const
    const edited = applyEdits(working, [edit])
    expect(toldFaults(checked(working).findings)).toEqual([])
    expect(edited.ok && toldFaults(checked(edited.value).findings)).toEqual(['anthropic-thinking-modified m1.b0'])
    const error = 'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.'
    expect(edited.ok && placeOf(error, checked(edited.value))).toBe('m1.b0 sent sure')
  })
})

const checked = (working: WorkingSet) => checkWorkingSet({ working, profile: profileOf('anthropic'), sending: anthropicRequest.sending })
