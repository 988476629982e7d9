import { SessionSkeleton } from '@/components/session/session-skeleton'
import { Frame } from '@/components/shell/frame'

export default function Loading() {
  return (
    <Frame crumbs={[{ label: 'Sessions', href: '/' }, { label: '…' }]} isFixed>
      <SessionSkeleton />
    </Frame>
  )
}
