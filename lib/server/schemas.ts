/** What the HTTP interface takes: every query and body is read through one of these. */
import { z } from 'zod'
import { isSessionId } from './session-id'

const wholeNumber = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const moment = z.string().regex(/^(?:a\d+\/)?(?:end|message:\d+|boundary:\d+(?::before)?)$/, 'is no moment')
const profile = z.string().regex(/^[a-z][a-z0-9-]*$/, 'is no profile')
const agent = z.string().regex(/^a\d+$/, 'is no agent')
export const address = z.string().min(1).max(300)

export const sessionId = z.string().refine(isSessionId, 'is no session id')
export const jobId = z.uuid()

const scope = { moment: moment.optional(), profile: profile.optional(), branch: wholeNumber.optional(), agent: agent.optional() }

export const rowsQuery = z.object({ ...scope, from: wholeNumber.default(0), to: wholeNumber.optional(), at: address.optional() })
export const stripQuery = z.object({ ...scope, cells: wholeNumber.default(200).pipe(z.number().min(1).max(2000)) })
export const blockQuery = z.object({ from: wholeNumber.default(0), length: wholeNumber.default(65_536) })
/** `moment=all` walks every recorded response. */
export const checkQuery = z.object({ ...scope, moment: z.union([moment, z.literal('all')]).optional() })
export const exportQuery = z.object({ ...scope, to: z.enum(['native', 'request']) })
export const uploadQuery = z.object({ name: z.string().optional() })

const errorText = z.string().min(1).max(1_000_000)

export const locateBody = z.object({ ...scope, text: errorText })
export const explainBody = z.object({ text: errorText })
export const sampleBody = z.object({ name: z.string().min(1).max(200) })
export const repairBody = z.object({
  ...scope,
  choose: z.record(z.string().regex(/^F\d+$/, 'is no finding'), z.string().max(100)).optional(),
  rest: z.boolean().optional(),
})

/** Without the keys that were not given: an optional property is absent, never undefined. */
export function given<T extends Record<string, unknown>>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Dropping undefined members is exactly what the type says.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
