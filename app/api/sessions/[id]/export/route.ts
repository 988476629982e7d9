import { attachment, handle, json, readQuery } from '@/lib/server/handler'
import { exportQuery, given, sessionId } from '@/lib/server/schemas'
import { nativeFile, requestBodyOf } from '@/lib/server/sessions'

export const dynamic = 'force-dynamic'

export const GET = handle(async ({ request, params }) => {
  const id = sessionId.parse(params.id)
  const { to, ...scope } = given(readQuery(request, exportQuery))
  return to === 'native' ? attachment(await nativeFile(id)) : json(await requestBodyOf(id, scope))
})
