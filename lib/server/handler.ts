/**
 * What every route has in common: parameters read through schemas, JSON out, and one shape for what went wrong.
 * A refusal says what it is; anything else is logged under an id and answered with that id alone.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Fault, isRefusal, refusal } from '../base/result'
import type { FileDownload } from './sessions'

export interface RouteInput {
  readonly request: Request
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, string>>
}

/** Next gives no parameters at all to a path that has none. */
type Context = { readonly params: Promise<Record<string, string | string[] | undefined> | undefined> }
export type Route = (request: Request, context: Context) => Promise<Response>

const STATUS: Readonly<Record<string, number>> = {
  'no-such-session': 404,
  'no-such-job': 404,
  'no-such-address': 404,
  'no-such-agent': 404,
  'no-such-branch': 404,
  'no-such-sample': 404,
  'bad-request': 400,
  'bad-usage': 400,
  'bad-moment': 400,
  'upload-cut-off': 400,
  cancelled: 409,
  'not-ready': 409,
  'nothing-to-repair': 409,
  'too-large': 413,
  'bad-ratio': 413,
  'disk-full': 507,
}
/** What was understood and cannot be done: a broken archive, an unknown format, a failed import. */
const UNPROCESSABLE = 422
const MOST_BODY_BYTES = 4 << 20

export function handle(work: (input: RouteInput) => Promise<Response>): Route {
  return async (request, context) => {
    try {
      return await work({ request, params: textsOf((await context.params) ?? {}) })
    } catch (thrown) {
      return errorResponse(thrown)
    }
  }
}

/** JSON of the interface; `cutpoint` is the version of its contracts. */
export function json(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' } })
}

/** A file to save. Its name is given twice: plain letters for all, and in full for those that understand it. */
export function attachment(file: FileDownload, type = 'application/octet-stream'): Response {
  const plain = file.name.replace(/[^\w.() -]/g, '_')
  const full = encodeURIComponent(file.name).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  const body = 'getReader' in file.body ? file.body : new Uint8Array(file.body)
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(file.bytes),
      'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${full}`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  })
}

export function readQuery<T>(request: Request, schema: z.ZodType<T>): T {
  return schema.parse(Object.fromEntries(new URL(request.url).searchParams))
}

/** A small JSON body; larger ones are for the upload alone. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  let bytes = 0
  const chunks: Uint8Array[] = []
  for await (const chunk of bodyOf(request)) {
    bytes += chunk.length
    if (bytes > MOST_BODY_BYTES) throw refusal('too-large', 'The body of this request is too large.', { limit: MOST_BODY_BYTES })
    chunks.push(chunk)
  }
  return schema.parse(parsed(Buffer.concat(chunks).toString('utf8')))
}

/** The body's bytes as they come. */
export async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Whoever stopped early does not want the rest.
    await reader.cancel().catch(() => undefined)
  }
}

export function errorResponse(thrown: unknown): Response {
  const id = randomUUID().slice(0, 8)
  const { code, message, facts } = faultOf(thrown, id)
  const status = STATUS[code] ?? (code === 'internal' ? 500 : UNPROCESSABLE)
  return json({ error: { code, message, facts, id } }, status)
}

function faultOf(thrown: unknown, id: string): Fault {
  if (isRefusal(thrown)) return thrown.fault
  if (thrown instanceof z.ZodError) {
    const [first] = thrown.issues
    const place = first?.path.join('.') ?? ''
    return {
      code: 'bad-request',
      message: `${place === '' ? 'The request' : place}: ${first?.message ?? 'cannot be read'}`,
      facts: { at: place },
    }
  }
  process.stderr.write(`${id} ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`)
  return { code: 'internal', message: 'Cutpoint failed on this request; its log says more under this id.', facts: {} }
}

function parsed(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw refusal('bad-request', 'The body of this request is no JSON.', {})
  }
}

function textsOf(params: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[name, decoded(value)]] : [])))
}

/** Next gives a parameter as it stands in the address when it holds a slash (`a2%2Fm5.b0`). */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
