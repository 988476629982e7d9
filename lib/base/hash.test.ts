import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentHash, sha256Hex, stableJson } from './hash'

describe('sha256Hex', () => {
  it('hashes text as UTF-8', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(sha256Hex(Buffer.from('abc'))).toBe(sha256Hex('abc'))
    expect(sha256Hex('é')).toBe(sha256Hex(Buffer.from([0xc3, 0xa9])))
  })
})

describe('stableJson', () => {
  it('sorts keys at every level', () => {
    expect(stableJson({ b: 1, a: { d: [2, { z: 1, y: 2 }], c: null } })).toBe('{"a":{"c":null,"d":[2,{"y":2,"z":1}]},"b":1}')
    expect(stableJson({ 9: 1, 10: 2, a: 3 })).toBe('{"10":2,"9":1,"a":3}')
    expect(stableJson(JSON.parse('{"__proto__":{"b":1,"a":2},"A":1}'))).toBe('{"A":1,"__proto__":{"a":2,"b":1}}')
  })

  it('treats what JSON cannot hold as JSON.stringify does', () => {
    const odd = { a: undefined, b: [undefined, Number.NaN], c: new Date(0), d: () => 1, e: '\ud83d' }
    expect(stableJson(odd)).toBe(JSON.stringify(odd))
    expect(stableJson(undefined)).toBe('null')
    expect(() => stableJson(1n)).toThrow(TypeError)
  })

  it('keeps the value, whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const text = stableJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(stableJson(reversed(value))).toBe(text)
      }),
    )
  })
})

describe('contentHash', () => {
  it('tells values apart and not their order', () => {
    expect(contentHash({ a: 1, b: 2 })).toBe(contentHash({ b: 2, a: 1 }))
    expect(contentHash({ a: 1 })).not.toBe(contentHash({ a: '1' }))
    expect(contentHash([1, 2])).not.toBe(contentHash([2, 1]))
  })
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([key, member]) => [key, reversed(member)]))
}
