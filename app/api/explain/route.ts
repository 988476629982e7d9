import { handle, json, readBody } from '@/lib/server/handler'
import { explainBody } from '@/lib/server/schemas'
import { explainText } from '@/lib/server/sessions'

export const dynamic = 'force-dynamic'

export const POST = handle(async ({ request }) => json(explainText((await readBody(request, explainBody)).text)))
