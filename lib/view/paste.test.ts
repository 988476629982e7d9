import { expect, test } from 'vitest'
import { classifyPaste } from './paste'

test.each([
  ['', 'empty'],
  ['  \n', 'empty'],
  ['API Error: 400 {"type":"error","error":{"message":"messages.0: …"}}', 'error'],
  ['{"type":"error","error":{"type":"invalid_request_error","message":"x"}}', 'error'],
  ['{"error":{"message":"x","type":"invalid_request_error"}}', 'error'],
  ['{"model":"m","messages":[]}', 'pasted.json'],
  ['{\n  "contents": []\n}', 'pasted.json'],
  ['[{"role":"user","content":"hi"}]', 'pasted.json'],
  ['{"type":"user","uuid":"1"}\n{"type":"assistant","uuid":"2"}\n', 'pasted.jsonl'],
  ['{"type":"user","uuid":"1"}', 'pasted.jsonl'],
  ['{"a": cut off', 'error'],
  [`{"messages": [${'1,'.repeat(40_000)}`, 'pasted.json'],
])('%#', (text, wanted) => {
  const pasted = classifyPaste(text)
  expect(pasted.kind === 'transcript' ? pasted.name : pasted.kind).toBe(wanted)
})
