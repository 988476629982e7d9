import { handle, json, readQuery } from '@/lib/server/handler'
import { given, rowsQuery, sessionId } from '@/lib/server/schemas'
import { rowsOf } from '@/lib/server/sessions'

export const dynamic = 'force-dynamic'

const PAGE_ROWS = 200

export const GET = handle(async ({ request, params }) => {
  const query = readQuery(request, rowsQuery)
  const page = await rowsOf(sessionId.parse(params.id), { ...given(query), to: query.to ?? query.from + PAGE_ROWS })
  return json({ cutpoint: 1, ...page })
})
