import { describe, expect, it } from 'vitest'
import { failed, isRefusal, ok, Refusal, refusal } from './result'

describe('Result', () => {
  it('carries a value or a fault', () => {
    expect(ok(3)).toEqual({ ok: true, value: 3 })
    expect(failed('too-large', 'Too large.', { bytes: 5 })).toEqual({
      ok: false,
      fault: { code: 'too-large', message: 'Too large.', facts: { bytes: 5 } },
    })
    expect(failed('odd', 'Odd.')).toMatchObject({ fault: { facts: {} } })
  })
})

describe('Refusal', () => {
  const fault = { code: 'bad-ratio', message: 'Grows too much.', facts: { ratio: 900 } }

  it('is an error whose message is the sentence of the fault', () => {
    const refusal = new Refusal(fault)
    expect(refusal).toBeInstanceOf(Error)
    expect(refusal.message).toBe('Grows too much.')
    expect(isRefusal(refusal)).toBe(true)
  })

  it('is made from the parts of a fault', () => {
    expect(refusal('bad-ratio', 'Grows too much.', { ratio: 900 }).fault).toEqual(fault)
  })

  it('is recognised by shape, so a second copy of the class counts', () => {
    expect(isRefusal(Object.assign(new Error('x'), { fault }))).toBe(true)
  })

  it('is not any error, nor any object', () => {
    expect(isRefusal(new Error('x'))).toBe(false)
    expect(isRefusal(Object.assign(new Error('x'), { fault: { code: 1, message: 'm', facts: {} } }))).toBe(false)
    expect(isRefusal(Object.assign(new Error('x'), { fault: null }))).toBe(false)
    expect(isRefusal({ fault })).toBe(false)
    expect(isRefusal(undefined)).toBe(false)
  })
})
