import { HomePage } from '@/components/home/home-page'
import { Frame } from '@/components/shell/frame'
import { knownPlaces, listSessions, storageUse } from '@/lib/server/sessions'

export default async function Home() {
  const [sessions, storage] = await Promise.all([listSessions(), storageUse()])
  return (
    <Frame crumbs={[{ label: 'Sessions' }]}>
      <HomePage sessions={sessions} storage={storage} places={knownPlaces()} />
    </Frame>
  )
}
