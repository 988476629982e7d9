import { describe, expect, test } from 'vitest'
import { api } from './api'
import { isAddress, LENSES, loadSessionState, ruleHref, type SessionLink, sessionHref } from './state'

const id = '0123456789abcdef'
const read = (href: string) => loadSessionState(new URL(href, 'http://localhost').searchParams)

const links: readonly Omit<SessionLink, 'id'>[] = [
  {},
  ...LENSES.map(lens => ({ lens })),
  { moment: 'end' },
  { moment: 'message:12' },
  { moment: 'a2/boundary:0:before', agent: 'a2' },
  { at: 'm42.b1' },
  { at: 'tool:read_file' },
  { at: 'a2/m5.b0', branch: 1, profile: 'openai-chat', finding: 'F3' },
  { choose: ['all', 'F2=drop-result'] },
  { q: 'role:tool tokens:>2k & more' },
]

test.each(links)('what a link says is what the page reads: %j', link => {
  const state = read(sessionHref({ id, ...link }))
  expect(state).toEqual({
    lens: 'diagnose',
    moment: null,
    at: null,
    profile: null,
    branch: null,
    agent: null,
    finding: null,
    choose: null,
    q: null,
    ...link,
  })
})

test('a link names its version and leaves out what is usual', () => {
  expect(sessionHref({ id })).toBe(`/sessions/${id}?v=1`)
  expect(sessionHref({ id, lens: 'diagnose', moment: null, at: 'm1.b0' })).toBe(`/sessions/${id}?at=m1.b0&v=1`)
})

test('an old or broken link opens the session all the same', () => {
  expect(read(`/sessions/${id}?lens=reads&moment=later&at=here&profile=A%20B&branch=x&agent=b1&finding=3&choose=F1`)).toEqual(
    read(`/sessions/${id}`),
  )
})

describe('addresses', () => {
  test.each(['m42', 'm42.b1', 'sys.b0', 'tool:read_file', 'a2/m5.b0', 'k1', 'k1.m0.b0', 'n3', 'n3.b0', 'request'])('%s is one', text => {
    expect(isAddress(text)).toBe(true)
  })
  test.each(['', 'm', 'm42.', 'x1', 'm42.b', 'm1 m2', '<b>'])('%j is none', text => expect(isAddress(text)).toBe(false))
})

test('addresses of the interface are escaped', () => {
  const scope = { id, moment: null, profile: null, branch: 1, agent: null }
  expect(api.rows(scope, { from: 0, to: 200 })).toBe(`/api/sessions/${id}/rows?branch=1&from=0&to=200`)
  expect(api.block({ ...scope, moment: 'message:4' }, 'a2/m5.b0', 0, 10)).toBe(
    `/api/sessions/${id}/blocks/a2%2Fm5.b0?moment=message%3A4&branch=1&from=0&length=10`,
  )
  expect(ruleHref('openai-chat-x')).toBe('/rules/openai-chat-x')
})
