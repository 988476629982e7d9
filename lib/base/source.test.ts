import { describe, expect, it } from 'vitest'
import { bytesSource, readInto, type Source, subSource } from './source'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const digits = bytesSource('digits', Buffer.from('0123456789'))

describe('bytesSource', () => {
  it('reads what is there, also past the end', () => {
    expect(digits.size).toBe(10)
    expect(text(digits.read(2, 3))).toBe('234')
    expect(text(digits.read(8, 5))).toBe('89')
    expect(digits.read(10, 5)).toHaveLength(0)
    expect(digits.read(20, 5)).toHaveLength(0)
  })

  it('reads into a buffer without passing its end', () => {
    const target = Buffer.from('....')
    expect(digits.readInto?.(target, 1, 4, 2)).toBe(2)
    expect(text(target)).toBe('.45.')
    expect(digits.readInto?.(target, 2, 0, 9)).toBe(2)
    expect(text(target)).toBe('.401')
  })
})

describe('subSource', () => {
  it('counts from its own start and ends at its own end', () => {
    const window = subSource(digits, 'window', 3, 4)
    expect(window.size).toBe(4)
    expect(text(window.read(0, 100))).toBe('3456')
    expect(text(window.read(3, 2))).toBe('6')
    expect(window.read(4, 2)).toHaveLength(0)
    expect(window.read(9, 2)).toHaveLength(0)
    const target = Buffer.from('....')
    expect(window.readInto?.(target, 0, 2, 4)).toBe(2)
    expect(text(target)).toBe('56..')
  })

  it('is cut to the source', () => {
    expect(subSource(digits, 'w', 8, 100).size).toBe(2)
    expect(subSource(digits, 'w', 30, 5).size).toBe(0)
    expect(text(subSource(subSource(digits, 'w', 2, 6), 'ww', 1, 2).read(0, 9))).toBe('34')
  })
})

describe('readInto', () => {
  it('falls back to read', () => {
    const plain: Source = { name: 'plain', size: 10, read: (offset, length) => digits.read(offset, length) }
    const target = Buffer.from('....')
    expect(readInto(plain, target, 1, 7, 3)).toBe(3)
    expect(text(target)).toBe('.789')
    expect(subSource(plain, 'w', 0, 3).readInto).toBeUndefined()
  })
})
