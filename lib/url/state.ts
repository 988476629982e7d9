/**
 * The state of a page as its address. Parsers never throw: what they cannot read is as if it were not there, so that an
 * old or cut link still opens the session. Fields are only ever added.
 */

import { createLoader, createParser, createSerializer, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server'

export const LENSES = ['diagnose', 'transcript', 'import'] as const
export type Lens = (typeof LENSES)[number]

/** Version of the query: a later one upgrades what an older one wrote. */
const VERSION = 1

const ADDRESS = /^(?:a\d+\/)?(?:m\d+(?:\.b\d+)?|k\d+(?:\.m\d+(?:\.b\d+)?)?|n\d+(?:\.b\d+)?|sys(?:\.b\d+)?|tool:[^\s]+|request)$/
const MOMENT = /^(?:a\d+\/)?(?:end|message:\d+|boundary:\d+(?::before)?)$/
const CHOICE = /^(?:all|F\d+=[a-z][a-z0-9-]*)$/

export function isAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/** Findings and the repair chosen for each. `all` stands for the least loss for every finding; what follows overrides it. */
export type Choices = readonly string[]

function matching(pattern: RegExp) {
  return createParser({ parse: text => (pattern.test(text) ? text : null), serialize: text => text })
}

const parseAsChoices = createParser<Choices>({
  parse: text => {
    const choices = text.split(',').filter(one => CHOICE.test(one))
    return choices.length > 0 ? choices : null
  },
  serialize: choices => choices.join(','),
  eq: (one, other) => one.join() === other.join(),
})

export const sessionParsers = {
  lens: parseAsStringLiteral(LENSES).withDefault('diagnose'),
  /** Without one, Diagnose looks at what is sent next, the transcript at the whole record. */
  moment: matching(MOMENT),
  at: matching(ADDRESS),
  profile: matching(/^[a-z][a-z0-9-]*$/),
  branch: parseAsInteger,
  agent: matching(/^a\d+$/),
  finding: matching(/^F\d+$/),
  choose: parseAsChoices,
  q: parseAsString,
}

export const loadSessionState = createLoader(sessionParsers)

export interface SessionLink {
  readonly id: string
  readonly lens?: Lens
  readonly moment?: string | null
  readonly at?: string | null
  readonly profile?: string | null
  readonly branch?: number | null
  readonly agent?: string | null
  readonly finding?: string | null
  readonly choose?: Choices | null
  readonly q?: string | null
}

const serializeSession = createSerializer({ ...sessionParsers, v: parseAsInteger })

/** A link to a place in a session, to keep or to share. */
export function sessionHref({ id, ...state }: SessionLink): string {
  return serializeSession(`/sessions/${encodeURIComponent(id)}`, { ...state, v: VERSION })
}

export function ruleHref(id: string): string {
  return `/rules/${encodeURIComponent(id)}`
}
