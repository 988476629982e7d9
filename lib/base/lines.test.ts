import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachLine, type LineOptions } from './lines'
import { bytesSource, type Source } from './source'

interface Seen {
  line: number
  start: number
  text: string
}

function walk(bytes: Uint8Array, options?: LineOptions, source: Source = bytesSource('test', bytes)) {
  const seen: Seen[] = []
  const count = eachLine(
    source,
    (line, start, buffer, from, to) => seen.push({ line, start, text: buffer.toString('utf8', from, to) }),
    options,
  )
  return { seen, texts: seen.map(line => line.text), count }
}

const walkText = (text: string, options?: LineOptions) => walk(Buffer.from(text), options)

describe('eachLine', () => {
  it('gives number, offset and text', () => {
    const { seen, count } = walkText('ab\n\ncd\n')
    expect(seen).toEqual([
      { line: 1, start: 0, text: 'ab' },
      { line: 2, start: 3, text: '' },
      { line: 3, start: 4, text: 'cd' },
    ])
    expect(count).toEqual({ lines: 3, bytes: 7, endsWithNewline: true })
  })

  it('reads a last line without a line end, and an empty file', () => {
    expect(walkText('a\nb').count).toEqual({ lines: 2, bytes: 3, endsWithNewline: false })
    expect(walkText('').count).toEqual({ lines: 0, bytes: 0, endsWithNewline: false })
    expect(walkText('\n').texts).toEqual([''])
  })

  it('strips one carriage return, also at the end of the file', () => {
    expect(walkText('a\r\n\r\nb\r\r\nc\r').texts).toEqual(['a', '', 'b\r', 'c'])
  })

  it('skips a BOM at the start only', () => {
    const { seen, count } = walkText('\uFEFFa\n\uFEFFb')
    expect(seen).toEqual([
      { line: 1, start: 3, text: 'a' },
      { line: 2, start: 5, text: '\uFEFFb' },
    ])
    expect(count.bytes).toBe(9)
    expect(walkText('\uFEFF').count).toEqual({ lines: 0, bytes: 3, endsWithNewline: false })
    expect(walkText('\uFEFF\n').seen).toEqual([{ line: 1, start: 3, text: '' }])
  })

  it('begins where it is told', () => {
    expect(walkText('ab\ncd\n', { from: 3 }).seen).toEqual([{ line: 1, start: 3, text: 'cd' }])
    expect(walkText('ab\n', { from: 99 }).count).toEqual({ lines: 0, bytes: 0, endsWithNewline: false })
  })

  it('stops after the line that the caller had enough at', () => {
    let visited = 0
    const { texts, count } = walkText('a\nb\nc\n', { stop: () => ++visited === 2 })
    expect(texts).toEqual(['a', 'b'])
    expect(count).toEqual({ lines: 2, bytes: 4, endsWithNewline: true })
  })

  it('reports progress up to the size', () => {
    const bytes = Buffer.alloc(3_500_000, 'x')
    const progress: number[] = []
    walk(bytes, { onProgress: done => progress.push(done) })
    expect(progress.length).toBeGreaterThan(2)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(progress.at(-1)).toBe(bytes.length)
  })

  it('reads lines around and over the chunk size, with one buffer not much longer than the longest', () => {
    const chunk = 1 << 20
    const lengths = [10, chunk - 12, 0, chunk, chunk + 1, 5 * chunk + 7, 3, 2 * chunk]
    const text = lengths.map((length, i) => String.fromCharCode(97 + i).repeat(length)).join('\n')
    const bytes = Buffer.from(text)
    let longest = 0
    const seen: [number, number][] = []
    eachLine(bytesSource('long', bytes), (line, start, buffer, from, to) => {
      longest = Math.max(longest, buffer.length)
      expect(bytes.subarray(start, start + to - from).equals(buffer.subarray(from, to))).toBe(true)
      seen.push([line, to - from])
    })
    expect(seen).toEqual(lengths.map((length, i) => [i + 1, length]))
    expect(longest).toBeLessThan(2 * 5 * chunk)
  })

  it('works with a source that only reads, and in small pieces', () => {
    const bytes = Buffer.from('one\r\ntwo\nthree')
    const slow: Source = {
      name: 'slow',
      size: bytes.length,
      read: (offset, length) => bytes.subarray(offset, offset + Math.min(2, length)),
    }
    expect(walk(bytes, {}, slow).texts).toEqual(['one', 'two', 'three'])
  })

  it('agrees with split on any text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r', ' ', '😀') })
    fc.assert(
      fc.property(text, value => {
        const expected = value.split('\n').map(line => line.replace(/\r$/, ''))
        if (value === '' || value.endsWith('\n')) expected.pop()
        const { seen, texts, count } = walkText(value)
        expect(texts).toEqual(expected)
        expect(count.bytes).toBe(Buffer.byteLength(value))
        const bytes = Buffer.from(value)
        for (const line of seen) expect(bytes.toString('utf8', line.start).startsWith(line.text)).toBe(true)
      }),
    )
  })
})
