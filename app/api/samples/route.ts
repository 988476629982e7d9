import { handle, json, readBody } from '@/lib/server/handler'
import { sampleBody } from '@/lib/server/schemas'
import { importSample, sampleNames } from '@/lib/server/sessions'

export const dynamic = 'force-dynamic'

export const GET = handle(async () => json({ cutpoint: 1, samples: await sampleNames() }))

export const POST = handle(async ({ request }) =>
  json({ cutpoint: 1, ...(await importSample((await readBody(request, sampleBody)).name)) }, 201),
)
