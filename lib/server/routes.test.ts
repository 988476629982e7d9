/** The HTTP interface by its own handlers, without Next: the same functions that Next calls. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as explain from '../../app/api/explain/route'
import * as job from '../../app/api/jobs/[id]/route'
import * as samples from '../../app/api/samples/route'
import * as block from '../../app/api/sessions/[id]/blocks/[address]/route'
import * as check from '../../app/api/sessions/[id]/check/route'
import * as exported from '../../app/api/sessions/[id]/export/route'
import * as locate from '../../app/api/sessions/[id]/locate/route'
import * as repairs from '../../app/api/sessions/[id]/repairs/route'
import * as one from '../../app/api/sessions/[id]/route'
import * as rows from '../../app/api/sessions/[id]/rows/route'
import * as strip from '../../app/api/sessions/[id]/strip/route'
import * as sessions from '../../app/api/sessions/route'
import type { Route } from './handler'
import { bodyOf, brokenBody, endOf, startTestServer, type TestServer } from './harness'

let server: TestServer
let id = ''
beforeAll(async () => {
  server = startTestServer()
  id = await post(brokenBody(), 'broken.json')
})
afterAll(() => server.close())

async function ask(route: Route, path: string, params: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> {
  return route(new Request(`http://127.0.0.1${path}`, init), { params: Promise.resolve(params) })
}

async function post(text: string, name: string): Promise<string> {
  const answer = await ask(sessions.POST, `/api/sessions?name=${encodeURIComponent(name)}`, {}, { method: 'POST', body: text })
  expect(answer.status).toBe(201)
  const { session, job: started } = (await answer.json()) as { session: string; job: string }
  await endOf(started)
  return session
}

const posted = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })

describe('sessions', () => {
  test('are listed with what they use', async () => {
    const answer = await ask(sessions.GET, '/api/sessions')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.json()).toMatchObject({
      cutpoint: 1,
      sessions: [{ id, name: 'broken.json', verdict: { rejects: 1 } }],
      storage: { sessions: 1 },
    })
  })

  test('are shown, and deleted with their bytes', async () => {
    const other = await post(bodyOf('to be deleted'), '<script>.json')
    expect(await (await ask(one.GET, '/', { id: other })).json()).toMatchObject({
      verb: 'show',
      file: '<script>.json',
      state: 'ready',
      session: { id: other },
    })
    const before = server.files().length
    expect(await (await ask(one.DELETE, '/', { id: other }, { method: 'DELETE' })).json()).toEqual({ cutpoint: 1, deleted: other })
    expect(server.files()).toHaveLength(before - 1)
    expect((await ask(one.DELETE, '/', { id: other }, { method: 'DELETE' })).status).toBe(404)
  })

  test('whose declared length is a lie are not kept', async () => {
    const before = server.files()
    const headers = { 'Content-Length': '5' }
    const answer = await ask(sessions.POST, '/api/sessions', {}, { method: 'POST', body: bodyOf('lie'), headers })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: 'upload-cut-off', facts: { declared: 5 } } })
    expect(server.files()).toEqual(before)
  })
})

describe('documents', () => {
  test('rows, strip, blocks, check', async () => {
    expect(await (await ask(rows.GET, '/?from=1&to=3&at=m2.b0', { id })).json()).toMatchObject({
      total: 4,
      from: 1,
      position: 2,
      rows: [{}, {}],
    })
    expect(await (await ask(strip.GET, '/?cells=2', { id })).json()).toMatchObject({
      cells: [{ fromRow: 0 }, { toRow: 4, worst: 'rejects' }],
    })
    expect(await (await ask(block.GET, '/?from=5&length=4', { id, address: 'm2.b0' })).json()).toMatchObject({
      text: 'over',
      chars: 9,
      kind: 'result',
    })
    expect(await (await ask(check.GET, '/?profile=anthropic&moment=end', { id })).json()).toMatchObject({
      verb: 'check',
      findings: [{ id: 'F1', at: 'm2.b0' }],
    })
    expect(await (await ask(check.GET, '/?moment=all', { id })).json()).toMatchObject({ moments: [{ at: 'end' }] })
  })

  test('an error text is placed and explained', async () => {
    const text = 'messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: gone.'
    expect(await (await ask(locate.POST, '/', { id }, posted({ text }))).json()).toMatchObject({ located: { at: 'm2.b0' } })
    expect(await (await ask(explain.POST, '/', {}, posted({ text }))).json()).toMatchObject({
      verb: 'explain',
      kind: 'transcript',
      path: 'messages.2.content.0',
    })
  })

  test('a repair is previewed and downloaded under a safe name', async () => {
    const named = await post(`${brokenBody()} `, 'ü "x"\r\n; a=b.json')
    expect(await (await ask(repairs.POST, '/', { id: named }, posted({}))).json()).toMatchObject({ after: { rejects: 0 } })
    const file = await ask(repairs.POST, '/?download=1', { id: named }, posted({ profile: 'anthropic' }))
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="_ _x__ a_b.repaired.json"; filename*=UTF-8''%C3%BC%20%22x%22%3B%20a%3Db.repaired.json`,
    )
    expect(file.headers.get('content-type')).toBe('application/octet-stream')
    expect(JSON.parse(await file.text())).toMatchObject({ model: expect.any(String) })
    expect(await (await ask(exported.GET, '/?to=native', { id: named })).text()).toBe(`${brokenBody()} `)
    expect(await (await ask(exported.GET, '/?to=request', { id: named })).json()).toMatchObject({ messages: expect.any(Array) })
  })

  test('a job is told as JSON and as events', async () => {
    const answer = await ask(samples.POST, '/', {}, posted({ name: 'openai-orphan' }))
    const { job: started } = (await answer.json()) as { job: string }
    const events = await ask(job.GET, '/', { id: started }, { headers: { Accept: 'text/event-stream' } })
    expect(events.headers.get('content-type')).toContain('text/event-stream')
    const last = (await events.text()).trim().split('\n\n').at(-1) ?? ''
    expect(JSON.parse(last.slice('data: '.length))).toMatchObject({ id: started, state: 'done', progress: 1 })
    expect(await (await ask(job.GET, '/', { id: started })).json()).toMatchObject({ cutpoint: 1, id: started, state: 'done' })
    expect(await (await ask(job.DELETE, '/', { id: started }, { method: 'DELETE' })).json()).toMatchObject({ state: 'done' })
  })
})

describe('what is wrong', () => {
  const nobody = '0'.repeat(16)
  test.each<[string, () => Promise<Response>, number, string]>([
    ['an id that is none', () => ask(one.GET, '/', { id: '../etc' }), 400, 'bad-request'],
    ['a session that is not there', () => ask(rows.GET, '/', { id: nobody }), 404, 'no-such-session'],
    ['an address that is not there', () => ask(block.GET, '/', { id, address: 'm99.b0' }), 404, 'no-such-address'],
    ['a moment that is none', () => ask(check.GET, '/?moment=noon', { id }), 400, 'bad-request'],
    ['a moment that this session has not', () => ask(check.GET, '/?moment=boundary:3', { id }), 400, 'bad-moment'],
    ['a profile that is none', () => ask(check.GET, '/?profile=nobody', { id }), 400, 'bad-usage'],
    ['a range that is none', () => ask(rows.GET, '/?from=-1', { id }), 400, 'bad-request'],
    ['a body that is no JSON', () => ask(explain.POST, '/', {}, { method: 'POST', body: 'text' }), 400, 'bad-request'],
    ['a body that is too large', () => ask(explain.POST, '/', {}, posted({ text: 'x'.repeat(5 << 20) })), 413, 'too-large'],
    ['a sample that is not there', () => ask(samples.POST, '/', {}, posted({ name: '../../package.json' })), 404, 'no-such-sample'],
    ['a job that is not there', () => ask(job.GET, '/', { id: '00000000-0000-4000-8000-000000000000' }), 404, 'no-such-job'],
    ['an upload of nothing', () => ask(sessions.POST, '/', {}, { method: 'POST', body: '' }), 422, 'empty-file'],
  ])('%s is answered in one shape', async (_what, asked, status, code) => {
    const answer = await asked()
    const { error } = (await answer.json()) as { error: Record<string, unknown> }
    expect([answer.status, error.code]).toEqual([status, code])
    expect(Object.keys(error)).toEqual(['code', 'message', 'facts', 'id'])
    expect(String(error.message)).not.toMatch(/\n\s+at /)
  })
})
