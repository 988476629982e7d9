import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder } from '@/lib/server/data-folder'
import { database } from '@/lib/server/db/client'
import { projectRoot } from '@/lib/server/root'

export const dynamic = 'force-dynamic'

const version = (): string => JSON.parse(readFileSync(join(/* turbopackIgnore: true */ projectRoot(), 'package.json'), 'utf8')).version

/** Also how a second start finds out whether a server of this data folder runs. */
export async function GET(): Promise<Response> {
  const ok = await database()
    .job.count()
    .then(() => true)
    .catch(() => false)
  return Response.json({ cutpoint: 1, ok, version: version(), data: dataFolder().id }, { status: ok ? 200 : 503 })
}
