/**
 * How code says "no" without throwing, and how it throws when it must.
 *
 * An expected failure (a broken file, a limit) is a `Result` with a fault: a stable code for programs, a sentence for
 * people and the facts behind it. Where a failure has to cross a stream or a callback it travels as a `Refusal`.
 * Any other thrown error is a bug.
 */

export type Facts = Record<string, string | number>

export interface Fault {
  code: string
  message: string
  facts: Facts
}

export type Result<T> = { ok: true; value: T } | { ok: false; fault: Fault }

export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function failed(code: string, message: string, facts: Facts = {}): Result<never> {
  return { ok: false, fault: { code, message, facts } }
}

export class Refusal extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.message)
    this.name = 'Refusal'
    this.fault = fault
  }
}

export function refusal(code: string, message: string, facts: Facts = {}): Refusal {
  return new Refusal({ code, message, facts })
}

/** Looks at the shape and not at the class: bundling and workers can load this module twice. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Error && 'fault' in thrown && isFault(thrown.fault)
}

function isFault(value: unknown): value is Fault {
  if (typeof value !== 'object' || value === null) return false
  if (!('code' in value && 'message' in value && 'facts' in value)) return false
  const { code, message, facts } = value
  return typeof code === 'string' && typeof message === 'string' && typeof facts === 'object' && facts !== null
}
