import { bodyOf, handle, json } from '@/lib/server/handler'
import { listSessions, storageUse } from '@/lib/server/sessions'
import { uploadAnswer } from '@/lib/server/upload-answer'

export const dynamic = 'force-dynamic'

export const GET = handle(async () => {
  const [sessions, storage] = await Promise.all([listSessions(), storageUse()])
  return json({ cutpoint: 1, sessions, storage })
})

export const POST = handle(({ request }) =>
  uploadAnswer({ url: new URL(request.url), contentLength: request.headers.get('content-length'), body: bodyOf(request) }),
)
