import { bodyOf, handle, json, readQuery } from '@/lib/server/handler'
import { uploadQuery } from '@/lib/server/schemas'
import { listSessions, receiveUpload, storageUse } from '@/lib/server/sessions'

export const dynamic = 'force-dynamic'

export const GET = handle(async () => {
  const [sessions, storage] = await Promise.all([listSessions(), storageUse()])
  return json({ cutpoint: 1, sessions, storage })
})

export const POST = handle(async ({ request }) => {
  const { name } = readQuery(request, uploadQuery)
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  const declaredBytes = Number.isInteger(length) ? length : null
  const uploaded = await receiveUpload({ body: bodyOf(request), name: name ?? null, declaredBytes })
  return json({ cutpoint: 1, ...uploaded }, 201)
})
