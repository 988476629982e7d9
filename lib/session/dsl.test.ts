import { describe, expect, test } from 'vitest'
import { bodyFromDsl } from './dsl'

describe('history text', () => {
  test('plain text is string content; blocks are parts', () => {
    const body = JSON.parse(
      bodyFromDsl('user: hello\nassistant: [text "a ] b"] [call t1 read {"path":["x"]}]', 'anthropic', { model: 'm' }),
    )
    expect(body).toEqual({
      model: 'm',
      messages: [
        { role: 'user', content: 'hello' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'a ] b' },
            { type: 'tool_use', id: 't1', name: 'read', input: { path: ['x'] } },
          ],
        },
      ],
    })
  })

  test('odd contents are written as they are named', () => {
    const { messages } = JSON.parse(bodyFromDsl('user: ""\nassistant: null\nassistant: []\n{"role":"x","content":7}', 'anthropic'))
    expect(messages).toEqual([
      { role: 'user', content: '' },
      { role: 'assistant', content: null },
      { role: 'assistant', content: [] },
      { role: 'x', content: 7 },
    ])
  })

  test('an OpenAI history puts calls beside the content and results in tool messages', () => {
    const { messages } = JSON.parse(
      bodyFromDsl('assistant: [text "ok"] [call c1 read {"p":1}]\ntool: [result c1 "x"]\nassistant: [call c2 read "{\\"p\\":"]', 'openai'),
    )
    expect(messages).toEqual([
      { role: 'assistant', content: 'ok', tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{"p":1}' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'x' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c2', type: 'function', function: { name: 'read', arguments: '{"p":' } }] },
    ])
  })

  test('a line that is no history is refused', () => {
    expect(() => bodyFromDsl('what is this', 'anthropic')).toThrow('no history line')
    expect(() => bodyFromDsl('user: [text "open', 'anthropic')).toThrow('unclosed')
  })
})
