import { attachment, handle, json, readBody } from '@/lib/server/handler'
import { given, repairBody, sessionId } from '@/lib/server/schemas'
import { planRepairs, repairedFile } from '@/lib/server/sessions'

export const dynamic = 'force-dynamic'

/** The preview; with `?download=1` the repaired file. */
export const POST = handle(async ({ request, params }) => {
  const id = sessionId.parse(params.id)
  const choice = given(await readBody(request, repairBody))
  if (new URL(request.url).searchParams.get('download') !== '1') return json({ cutpoint: 1, ...(await planRepairs(id, choice)) })
  return attachment(await repairedFile(id, choice))
})
