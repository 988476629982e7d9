import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesText, compact, exact, percent, signed } from './numbers'

describe('compact', () => {
  it.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1000, '1k'],
    [1049, '1k'],
    [1050, '1.1k'],
    [12_418, '12.4k'],
    [99_949, '99.9k'],
    [99_950, '100k'],
    [124_180, '124k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [1_250_000, '1.3M'],
    [2_000_000_000, '2B'],
    [5e15, '5,000T'],
    [0.25, '0.3'],
    [-12_418, '−12.4k'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('%d → %s', (value, text) => {
    expect(compact(value)).toBe(text)
  })

  it('never shows four digits before a unit that has a larger one', () => {
    fc.assert(
      fc.property(fc.nat(), value => {
        expect(compact(value)).toMatch(/^\d{1,3}(\.\d)?[kMB]?$/)
      }),
    )
  })
})

describe('exact', () => {
  it.each([
    [12_418, '12,418'],
    [0, '0'],
    [-0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1_234_567.5, '1,234,567.5'],
    [0.1234, '0.1234'],
    [-1000, '−1,000'],
  ])('%d → %s', (value, text) => {
    expect(exact(value)).toBe(text)
  })

  it('reads back', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), value => {
        expect(Number(exact(value).replaceAll(',', '').replace('−', '-'))).toBe(value + 0)
      }),
    )
  })
})

describe('bytesText', () => {
  it.each([
    [0, '0 B'],
    [512, '512 B'],
    [1023, '1,023 B'],
    [1024, '1 KB'],
    [34_900_000, '33.3 MB'],
    [1024 ** 3 - 1, '1 GB'],
    [150 * 1024 ** 2, '150 MB'],
  ])('%d → %s', (value, text) => {
    expect(bytesText(value)).toBe(text)
  })
})

describe('signed', () => {
  it.each([
    [-12_418, '−12.4k'],
    [412, '+412'],
    [0, '0'],
    [-0, '0'],
    [0.01, '0'],
  ])('%d → %s', (value, text) => {
    expect(signed(value)).toBe(text)
  })
})

describe('percent', () => {
  it.each([
    [0.613, '61 %'],
    [0, '0 %'],
    [1, '100 %'],
    [0.001, '<1 %'],
    [0.9999, '>99 %'],
    [1.2, '120 %'],
    [-0.5, '−50 %'],
    [12.345, '1,235 %'],
  ])('%d → %s', (value, text) => {
    expect(percent(value)).toBe(text)
  })
})
