import { handle, json, readBody } from '@/lib/server/handler'
import { given, locateBody, sessionId } from '@/lib/server/schemas'
import { locateError } from '@/lib/server/sessions'

export const dynamic = 'force-dynamic'

export const POST = handle(async ({ request, params }) => {
  const { text, ...scope } = given(await readBody(request, locateBody))
  return json(await locateError(sessionId.parse(params.id), text, scope))
})
