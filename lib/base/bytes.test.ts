import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeUtf16, isLoneSurrogate, type Sniffed, sniff, zstdFrame } from './bytes'

describe('sniff', () => {
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

  it.each<[string, Sniffed]>([
    ['', 'empty'],
    ['50 4B 03 04 14', 'zip'],
    ['50 4B 05 06 00', 'zip'],
    ['50 4B', 'text'],
    ['1F 8B 08', 'gzip'],
    ['28 B5 2F FD 04', 'zstd'],
    ['53 51 4C 69 74 65 20 66 6F 72 6D 61 74 20 33 00 10', 'sqlite'],
    ['FF FE 7B 00', 'utf16le'],
    ['FE FF 00 7B', 'utf16be'],
    ['FF FE 00 00 7B 00 00 00', 'binary'],
    ['7B 00 22 00', 'json'],
    ['22 00 7B 00', 'binary'],
    ['EF BB BF 7B', 'json'],
    ['EF BB BF', 'text'],
    ['89 50 4E 47 0D 0A 1A 0A 00', 'binary'],
  ])('of %s is %s', (bytes, kind) => {
    expect(sniff(hex(bytes))).toBe(kind)
  })

  it.each<[string, Sniffed]>([
    ['{"a":1}', 'json'],
    [' \r\n\t[1]', 'json'],
    ['<!DOCTYPE html><html>', 'html'],
    ['\uFEFF\n<!doctype HTML>', 'html'],
    ['<html lang="en">', 'html'],
    ['<htmlx>', 'text'],
    ['<xml>', 'text'],
    ['Error: 400 é \u001b[31mred\u001b[0m', 'text'],
    ['SQLite format 3', 'text'],
    ['  \n', 'text'],
    ['"json string"', 'text'],
    ['a\u0000b', 'binary'],
  ])('of %j is %s', (text, kind) => {
    expect(sniff(Buffer.from(text))).toBe(kind)
  })

  it('answers any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), bytes => {
        expect(sniff(bytes) === 'empty').toBe(bytes.length === 0)
      }),
    )
  })
})

describe('isLoneSurrogate', () => {
  it.each([
    ['', -1],
    ['plain é 😀', -1],
    ['a\ud83d', 1],
    ['\ude00a', 0],
    ['😀\ude00', 2],
    ['\ud83d\ud83d\ude00', 0],
    ['ok 😀 \ud83dx', 6],
  ])('in %j at %i', (text, index) => {
    expect(isLoneSurrogate(text)).toBe(index)
  })

  it('is where encoding would lose a unit', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\ud83d', '\ude00') }), text => {
        expect(isLoneSurrogate(text) < 0).toBe(Buffer.from(text).toString() === text)
      }),
    )
  })
})

describe('decodeUtf16', () => {
  const text = '{"a":"é😀"}'
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()

  it('reads both orders and leaves the bytes as they were', () => {
    const marked = Buffer.concat([Buffer.from([0xfe, 0xff]), big])
    const before = marked.toString('hex')
    expect(decodeUtf16(marked)).toBe(text)
    expect(marked.toString('hex')).toBe(before)
    expect(decodeUtf16(Buffer.concat([Buffer.from([0xff, 0xfe]), little]))).toBe(text)
    expect(decodeUtf16(little)).toBe(text)
  })

  it('drops half a unit at the end', () => {
    expect(decodeUtf16(Buffer.concat([little, Buffer.from([0x41])]))).toBe(text)
    expect(decodeUtf16(Buffer.alloc(0))).toBe('')
  })
})

describe('zstdFrame', () => {
  const header = (hex: string) => zstdFrame(Buffer.concat([Buffer.from(`28B52FFD${hex}`, 'hex'), Buffer.alloc(18)]))

  it('reads window, declared size and the length of what stands around the blocks', () => {
    expect(header('0058')).toEqual({ window: 2 ** 21, size: null, headBytes: 6, sumBytes: 0 })
    expect(header('0459')).toEqual({ window: 2 ** 21 * 1.125, size: null, headBytes: 6, sumBytes: 4 })
    expect(header('2007')).toEqual({ window: 7, size: 7, headBytes: 6, sumBytes: 0 })
    expect(header('600001')).toEqual({ window: 512, size: 512, headBytes: 7, sumBytes: 0 })
    expect(header('8358AABBCCDD00000100')).toEqual({ window: 2 ** 21, size: 65536, headBytes: 14, sumBytes: 0 })
    expect(header('C0580000000001000000')).toEqual({ window: 2 ** 21, size: 2 ** 32, headBytes: 14, sumBytes: 0 })
    expect(zstdFrame(Buffer.alloc(18))).toBeNull()
  })
})
