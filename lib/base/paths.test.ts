import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePath, printPath } from './paths'

describe('printPath', () => {
  it('writes dots', () => {
    expect(printPath(['messages', 4, 'content', 0])).toBe('messages.4.content.0')
    expect(printPath([2, 'role'])).toBe('2.role')
    expect(printPath([])).toBe('')
  })

  it('puts keys that would read as something else in brackets', () => {
    expect(printPath(['a.b', '4', '', 'c d'])).toBe('["a.b"]["4"][""]["c d"]')
    expect(printPath(['files', 'a"]', 0])).toBe('files["a\\"]"].0')
  })
})

describe('parsePath', () => {
  it.each([
    ['messages.42.content.0', ['messages', 42, 'content', 0]],
    ['messages[3].content[1]', ['messages', 3, 'content', 1]],
    ['messages.[2].role', ['messages', 2, 'role']],
    ['contents[3].parts[1]', ['contents', 3, 'parts', 1]],
    ['input[12].content', ['input', 12, 'content']],
    ['[0][1]', [0, 1]],
    ['  tools.0.input_schema ', ['tools', 0, 'input_schema']],
    ['a.007', ['a', '007']],
    ['tools["a.b"].0', ['tools', 'a.b', 0]],
    ['', []],
  ])('reads %s', (text, path) => {
    expect(parsePath(text)).toEqual(path)
  })

  it.each(['a..b', 'a.', 'a[', 'a[x]', 'a]', 'a[1', '["a]', '["\\x"]', 'two words', 'a[-1]'])('refuses %s', text => {
    expect(parsePath(text)).toBeNull()
  })

  it('reads back every path that printPath writes', () => {
    const part = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('4', 'a.b', '', '[', '"', ' '), fc.nat())
    fc.assert(
      fc.property(fc.array(part), path => {
        expect(parsePath(printPath(path))).toEqual(path)
      }),
    )
  })

  it('answers any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '.', '[', ']', '0', '"', '\\', ' ') }), text => {
        const path = parsePath(text)
        if (path) expect(parsePath(printPath(path))).toEqual(path)
      }),
    )
  })
})
