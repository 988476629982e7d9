import { handle, json, readQuery } from '@/lib/server/handler'
import { address, blockQuery, sessionId } from '@/lib/server/schemas'
import { blockPage } from '@/lib/server/sessions'

export const dynamic = 'force-dynamic'

export const GET = handle(async ({ request, params }) => {
  const { from, length } = readQuery(request, blockQuery)
  return json({ cutpoint: 1, ...(await blockPage(sessionId.parse(params.id), address.parse(params.address), from, length)) })
})
