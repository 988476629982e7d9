/** `serve`: the web pages, on the loopback address unless told otherwise. */

import { parseArgs } from 'node:util'
import { UsageError } from '../usage'

export async function serveVerb(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { port: { type: 'string' }, host: { type: 'string' } } })
  const port = values.port === undefined ? {} : { port: portOf(values.port) }
  const host = values.host === undefined ? {} : { host: values.host }
  const { serveUntilStopped } = await import('../../server/serve')
  return await serveUntilStopped({ ...port, ...host })
}

function portOf(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError(`--port wants a number from 0 to 65535, not "${text}"`)
  return port
}
