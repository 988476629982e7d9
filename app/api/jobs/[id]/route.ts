import { handle, json } from '@/lib/server/handler'
import { cancelJob, jobEvents, jobOf } from '@/lib/server/jobs'
import { jobId } from '@/lib/server/schemas'

export const dynamic = 'force-dynamic'

export const GET = handle(async ({ request, params }) => {
  const id = jobId.parse(params.id)
  if (!request.headers.get('accept')?.includes('text/event-stream')) return json({ cutpoint: 1, ...(await jobOf(id)) })
  return new Response(await jobEvents(id), {
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })
})

export const DELETE = handle(async ({ params }) => json({ cutpoint: 1, ...(await cancelJob(jobId.parse(params.id))) }))
