import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePath } from './paths'
import {
  depthOf,
  elements,
  type Member,
  memberSpan,
  members,
  removalSpan,
  removalSpans,
  type Span,
  skipValue,
  spliceSpans,
  topKeys,
  valueSpan,
} from './spans'

const cut = (buf: Buffer, span: Span) => buf.toString('utf8', span.start, span.end)
const skip = (text: string) => skipValue(Buffer.from(text), 0, Buffer.byteLength(text))
const textOf = (text: string, path: string) => {
  const buf = Buffer.from(text)
  const span = valueSpan(buf, 0, buf.length, parsePath(path) ?? [])
  return span && cut(buf, span)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** JSON text with white space put around every structural character outside strings. */
function spaced(text: string, space: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g, token => (token.startsWith('"') ? token : space + token + space))
}

const keyText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', 'b"', '\\', '\\"', '__proto__', 'é', '4'))
const leaf = fc.oneof(keyText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null))
const { tree } = fc.letrec<{ tree: unknown }>(tie => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.dictionary(keyText, tie('tree'), { maxKeys: 5 }),
  ),
}))
const jsonText = fc.tuple(tree, fc.constantFrom('', ' ', '\n\t', ' \r\n ')).map(([value, space]) => spaced(JSON.stringify(value), space))

describe('skipValue', () => {
  it.each(['0', '-0', '1.50', '-12.5e+10', '1E-2', '12345678901234567890', 'true', 'false', 'null', '""', '{}', '[]', '[ ]', '{ }'])(
    'steps over %s',
    text => {
      expect(skip(text)).toBe(text.length)
      expect(skip(` \n${text} `)).toBe(text.length + 2)
      expect(skip(`${text},1`)).toBe(text.length)
    },
  )

  it.each(
    [
      ['', ' ', '{', '[', '"', '"a', '"a\\"', '"\\', '-', '01x'.slice(2), '1.', '.5', '1e', '1e+', '+1'],
      ['tru', 'nul', 'fals', 'truE', 'undefined', '}', ']', ',', ':'],
      [
        '[1',
        '[1,',
        '[1,]',
        '[,1]',
        '[1 2]',
        '[1}',
        '{"a"}',
        '{"a":}',
        '{"a":1,}',
        '{a:1}',
        '{"a":1]',
        '{1:2}',
        '[[1]',
        '{"a":[}',
        '{"a" 1}',
      ],
    ].flat(),
  )('finds no value in %j', text => {
    expect(skip(text)).toBe(-1)
  })

  it('ends at the range, not at the buffer', () => {
    const buf = Buffer.from('{"a":"bc"}"')
    expect(skipValue(buf, 0, 10)).toBe(10)
    for (let to = 0; to < 10; to++) expect(skipValue(buf, 0, to)).toBe(-1)
  })

  it('counts the backslashes before a quote, near and far', () => {
    for (let slashes = 0; slashes < 9; slashes++) {
      for (const filler of [0, 30, 31, 32, 33, 200]) {
        const text = `"${'x'.repeat(filler)}${'\\'.repeat(slashes)}"`
        expect(skip(`${text} `)).toBe(slashes % 2 === 0 ? text.length : -1)
        expect(skip(`${text}${'y'.repeat(filler)}" `)).toBe(slashes % 2 === 0 ? text.length : text.length + filler + 1)
      }
    }
  })

  it('splits objects that were glued together', () => {
    const first = '{"type":"user","text":"}{"}'
    expect(skip(`${first}{"type":"summary"}`)).toBe(first.length)
  })

  it('finds a record that starts again inside another malformed', () => {
    expect(skip('{"slug":"ticklish-mixing-swan{"parentUuid":null}')).toBe(-1)
  })

  it('does not recurse, and has a floor', () => {
    const deep = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`
    expect(skip(deep(200_000))).toBe(deep(200_000).length)
    expect(skip(deep(200_000).slice(0, -1))).toBe(-1)
    expect(skip(deep((1 << 20) + 2))).toBe(-1)
  })

  it('ends at the end of any JSON text, and nowhere in a cut one', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), (text, seed) => {
        const buf = Buffer.from(text)
        const end = skipValue(buf, 0, buf.length)
        expect(buf.toString('utf8', end).trim()).toBe('')
        expect(isJson(buf.toString('utf8', 0, end))).toBe(true)
        const first = text.trimStart()[0] ?? ''
        if ('{["'.includes(first)) expect(skipValue(buf, 0, seed % end)).toBe(-1)
      }),
      { numRuns: 500 },
    )
  })

  it('agrees with JSON.parse on short texts of structure', () => {
    const pieces = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', '1', '-', '0', '.', 'e', 'true', 'null', ' ')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), parts => {
        const text = parts.join('')
        const end = skip(text)
        expect(end >= 0 && text.slice(end).trim() === '').toBe(isJson(text))
      }),
      { numRuns: 5000 },
    )
  })

  it('accepts whatever JSON.parse accepts after a random change', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), fc.constantFrom('', '"', '\\', ',', '}', ']', ' ', '1'), (text, seed, by) => {
        const at = seed % (text.length + 1)
        const changed = text.slice(0, at) + by + text.slice(at + 1)
        if (!isJson(changed)) return
        const buf = Buffer.from(changed)
        expect(buf.toString('utf8', skipValue(buf, 0, buf.length)).trim()).toBe('')
      }),
      { numRuns: 1000 },
    )
  })
})

describe('members', () => {
  it('lists keys in file order, decoded, duplicates too', () => {
    const buf = Buffer.from(' { "b" : 1.0 , "2":[ ] ,"b":"x", "\\u0061\\n":null, "é":{} } ')
    const found = members(buf, 0, buf.length) ?? []
    expect(found.map(member => [member.key, cut(buf, member)])).toEqual([
      ['b', '1.0'],
      ['2', '[ ]'],
      ['b', '"x"'],
      ['a\n', 'null'],
      ['é', '{}'],
    ])
    expect(found.map(member => buf.toString('utf8', member.keyStart, member.keyEnd))).toEqual(['"b"', '"2"', '"b"', '"\\u0061\\n"', '"é"'])
  })

  it.each(['[]', '1', '', '{', '{"a":1', '{"a":1,}', '{"a":1}}', '{"a":1}{"b":2}', '{"\\x":1}', '{,}'])('is null for %j', text => {
    expect(members(Buffer.from(text), 0, text.length)).toBeNull()
  })

  it('agrees with JSON.parse on any object', () => {
    fc.assert(
      fc.property(fc.dictionary(keyText, tree), fc.constantFrom('', ' '), (value, space) => {
        const buf = Buffer.from(spaced(JSON.stringify(value), space))
        const found = members(buf, 0, buf.length) ?? []
        const rebuilt = found.map((member: Member) => [member.key, JSON.parse(cut(buf, member))])
        expect(rebuilt).toEqual(Object.entries(JSON.parse(buf.toString())))
      }),
    )
  })
})

describe('elements', () => {
  it('gives one span each', () => {
    const buf = Buffer.from('[ 1.0 ,"a]", [2] , {"b":[]}] ')
    expect(elements(buf, 0, buf.length)?.map(span => cut(buf, span))).toEqual(['1.0', '"a]"', '[2]', '{"b":[]}'])
    expect(elements(Buffer.from(' [ ] '), 0, 5)).toEqual([])
  })

  it.each(['{}', '', '[', '[1', '[1,]', '[1]]', '[1] 2'])('is null for %j', text => {
    expect(elements(Buffer.from(text), 0, text.length)).toBeNull()
  })
})

describe('topKeys', () => {
  it('visits in order and says whether the range is one object', () => {
    const buf = Buffer.from('{"a":1,"b":{"c":2}}')
    const seen: string[] = []
    const visit = (...at: [number, number, number, number]) => seen.push(at.join(' '))
    expect(topKeys(buf, 0, buf.length, visit)).toBe(true)
    expect(seen).toEqual(['1 4 5 6', '7 10 11 18'])
    expect(topKeys(buf, 0, buf.length - 1, visit)).toBe(false)
    expect(topKeys(Buffer.from('{}'), 0, 2, visit)).toBe(true)
    expect(topKeys(Buffer.from('{'), 0, 1, visit)).toBe(false)
  })
})

describe('valueSpan', () => {
  const body = '{"messages":[{"role":"user","content":[{"text":1.0}]},{"role":"b"}],"n":12345678901234567890,"4":"four"}'

  it.each([
    ['messages.0.content.0.text', '1.0'],
    ['messages[1].role', '"b"'],
    ['n', '12345678901234567890'],
    ['4', '"four"'],
    ['messages.1', '{"role":"b"}'],
    ['', body],
  ])('finds %s', (path, text) => {
    expect(textOf(body, path)).toBe(text)
    expect(textOf(` ${body} `, path)).toBe(text)
  })

  it.each(['messages.2', 'messages.role', 'missing', 'n.0', 'messages.0.content.0.text.x', 'messages["0"]'])('does not find %s', path => {
    expect(textOf(body, path)).toBeNull()
  })

  it('takes the last of duplicate keys', () => {
    expect(textOf('{"a":1,"b":2,"\\u0061":3}', 'a')).toBe('3')
    expect(textOf('{"a":{"x":1},"a":{"y":2}}', 'a.x')).toBeNull()
  })

  it('follows a path of 10,000 steps', () => {
    const path = Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? 0 : 'a'))
    const buf = Buffer.from(`${'[{"a":'.repeat(5000)}7${'}]'.repeat(5000)}`)
    const span = valueSpan(buf, 0, buf.length, path)
    expect(span && cut(buf, span)).toBe('7')
    expect(valueSpan(buf, 0, buf.length, [...path, 0])).toBeNull()
  })

  it('does not mix up keys of equal length or with escapes', () => {
    expect(textOf('{"ab":1,"ac":2}', 'ac')).toBe('2')
    expect(textOf('{"\\n":1,"nn":2}', 'nn')).toBe('2')
    expect(textOf('{"é":1,"e":2}', 'é')).toBe('1')
  })

  it('finds nothing in malformed text', () => {
    expect(textOf('{"a":1', 'a')).toBeNull()
    expect(textOf('{"a":1}{"a":2}', 'a')).toBeNull()
    expect(textOf('1 2', '')).toBeNull()
  })

  it('finds what JSON.parse finds, at any path', () => {
    fc.assert(
      fc.property(jsonText, text => {
        const buf = Buffer.from(text)
        const check = (value: unknown, path: (string | number)[]) => {
          const span = valueSpan(buf, 0, buf.length, path)
          expect(span).not.toBeNull()
          if (span) expect(JSON.parse(cut(buf, span))).toEqual(value)
          if (typeof value !== 'object' || value === null) return
          for (const [key, inner] of Object.entries(value)) check(inner, [...path, Array.isArray(value) ? Number(key) : key])
        }
        check(JSON.parse(text), [])
      }),
    )
  })
})

describe('depthOf', () => {
  it.each([
    ['1', 0],
    ['"[[["', 0],
    ['[]', 1],
    ['{"a":[1,{"b":"\\"[["}]}', 3],
    ['[[],[[]],[]]', 3],
    ['[[[[', 4],
    ['["', 1],
  ])('of %s is %i', (text, depth) => {
    expect(depthOf(Buffer.from(text), 0, text.length, 100)).toBe(depth)
  })

  it('stops at the limit', () => {
    const text = '['.repeat(100_000)
    expect(depthOf(Buffer.from(text), 0, text.length, 200)).toBe(200)
  })
})

describe('spliceSpans', () => {
  const bytes = Buffer.from('0123456789')
  const splice = (...changes: [number, number, string | Uint8Array][]) =>
    Buffer.from(
      spliceSpans(
        bytes,
        changes.map(([start, end, text]) => ({ start, end, text })),
      ),
    ).toString()

  it('replaces, removes and inserts', () => {
    expect(splice([1, 3, 'é'], [3, 3, '+'], [8, 10, Buffer.from('')])).toBe('0é+34567')
    expect(splice([0, 0, 'a'], [0, 0, 'b'], [10, 10, 'z'])).toBe('ab0123456789z')
    expect(splice()).toBe('0123456789')
  })

  it.each([
    [
      [
        [3, 5, ''],
        [4, 6, ''],
      ],
    ],
    [
      [
        [5, 6, ''],
        [1, 2, ''],
      ],
    ],
    [[[5, 4, '']]],
    [[[5, 11, '']]],
    [[[-1, 2, '']]],
  ] as [[number, number, string][]][])('refuses %j', changes => {
    expect(() => splice(...changes)).toThrow(RangeError)
  })
})

describe('removalSpan', () => {
  const without = (text: string, ...indices: number[]) => {
    const buf = Buffer.from(text.trim())
    const siblings = elements(buf, 0, buf.length) ?? members(buf, 0, buf.length)?.map(memberSpan) ?? []
    const cuts = removalSpans(buf, siblings, indices, buf.length)
    return Buffer.from(
      spliceSpans(
        buf,
        cuts.map(span => ({ ...span, text: '' })),
      ),
    ).toString()
  }

  it('takes the comma along', () => {
    expect(without('[1, 2, 3]', 0)).toBe('[2, 3]')
    expect(without('[1, 2, 3]', 1)).toBe('[1, 3]')
    expect(without('[1, 2, 3]', 2)).toBe('[1, 2]')
    expect(without('[1, 2, 3]', 1, 2)).toBe('[1]')
    expect(without('[ 1, 2 ]', 0, 1)).toBe('[ ]')
    expect(without('{"a":1,\n "b":2\n}', 1)).toBe('{"a":1\n}')
    expect(without('{"a":1}', 0)).toBe('{}')
  })

  it('gives one span, and refuses what it cannot place', () => {
    const buf = Buffer.from('[1,2]')
    const siblings = elements(buf, 0, 5) ?? []
    expect(removalSpan(buf, siblings, 0, 5)).toEqual({ start: 1, end: 3 })
    expect(() => removalSpan(buf, siblings, 2, 5)).toThrow(RangeError)
    expect(() => removalSpan(buf, siblings, 0, 4)).toThrow(RangeError)
  })

  it('leaves valid JSON whatever is removed', () => {
    fc.assert(
      fc.property(
        fc.array(tree, { minLength: 1, maxLength: 8 }),
        fc.array(fc.boolean(), { minLength: 8 }),
        fc.constantFrom('', ' '),
        (values, drop, space) => {
          const indices = values.flatMap((_, i) => (drop[i] ? [i] : []))
          const expected: unknown = JSON.parse(JSON.stringify(values.filter((_, i) => !drop[i])))
          expect(JSON.parse(without(spaced(JSON.stringify(values), space), ...indices))).toEqual(expected)
          const pairs = values.map((value, i) => [`k${i}`, value])
          const left = pairs.filter((_, i) => !drop[i])
          const object = without(spaced(JSON.stringify(Object.fromEntries(pairs)), space), ...indices)
          expect(JSON.parse(object)).toEqual(JSON.parse(JSON.stringify(Object.fromEntries(left))))
        },
      ),
    )
  })
})
