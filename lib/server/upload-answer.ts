/**
 * The answer to an upload. The server takes uploads straight from node's request: handed through Next, a body comes in
 * small pieces of a web stream, which costs as much as reading the session does. Next's route gives the same answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refusal } from '../base/result'
import { errorResponse, json } from './handler'
import { uploadQuery } from './schemas'
import { receiveUpload } from './upload'

const UPLOAD_PATH = '/api/sessions'

interface Upload {
  readonly url: URL
  readonly contentLength: string | null
  readonly body: AsyncIterable<Uint8Array>
}

export async function uploadAnswer({ url, contentLength, body }: Upload): Promise<Response> {
  const { name } = uploadQuery.parse(Object.fromEntries(url.searchParams))
  const length = contentLength === null ? Number.NaN : Number(contentLength)
  const declaredBytes = Number.isInteger(length) ? length : null
  const uploaded = await receiveUpload({ body, name: name ?? null, declaredBytes })
  return json({ cutpoint: 1, ...uploaded }, 201)
}

export function isUpload(request: IncomingMessage): boolean {
  return request.method === 'POST' && addressOf(request).pathname === UPLOAD_PATH
}

export async function answerUpload(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const contentLength = request.headers['content-length'] ?? null
  const answer = await uploadAnswer({ url: addressOf(request), contentLength, body: bytesOf(request) }).catch(errorResponse)
  const text = await answer.text()
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  // What is left of a refused upload is not waited for.
  if (!request.complete) response.setHeader('Connection', 'close')
  response.writeHead(answer.status, { 'Content-Length': Buffer.byteLength(text) })
  response.end(text, () => {
    if (!request.complete) request.destroy()
  })
}

function addressOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://localhost')
}

/** The body's bytes; a connection that breaks off is told by an error, never by a quiet end. */
async function* bytesOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  for await (const chunk of request) yield chunk as Uint8Array
  if (!request.complete) throw refusal('upload-cut-off', 'The connection broke off before the upload was complete; nothing was kept.', {})
}
