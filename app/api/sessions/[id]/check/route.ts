import { handle, json, readQuery } from '@/lib/server/handler'
import { checkQuery, given, sessionId } from '@/lib/server/schemas'
import { checkAllMoments, checkSession } from '@/lib/server/sessions'

export const dynamic = 'force-dynamic'

export const GET = handle(async ({ request, params }) => {
  const id = sessionId.parse(params.id)
  const { moment, ...scope } = given(readQuery(request, checkQuery))
  if (moment === 'all') return json(await checkAllMoments(id, scope))
  return json(await checkSession(id, { ...scope, ...(moment === undefined ? {} : { moment }) }))
})
