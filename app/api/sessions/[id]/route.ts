import { handle, json } from '@/lib/server/handler'
import { sessionId } from '@/lib/server/schemas'
import { deleteSession, sessionDocument } from '@/lib/server/sessions'

export const dynamic = 'force-dynamic'

export const GET = handle(async ({ params }) => json(await sessionDocument(sessionId.parse(params.id))))

export const DELETE = handle(async ({ params }) => {
  const id = sessionId.parse(params.id)
  await deleteSession(id)
  return json({ cutpoint: 1, deleted: id })
})
