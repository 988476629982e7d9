import { handle, json, readQuery } from '@/lib/server/handler'
import { given, sessionId, stripQuery } from '@/lib/server/schemas'
import { stripOf } from '@/lib/server/sessions'

export const dynamic = 'force-dynamic'

export const GET = handle(async ({ request, params }) => {
  const cells = await stripOf(sessionId.parse(params.id), given(readQuery(request, stripQuery)))
  return json({ cutpoint: 1, cells })
})
