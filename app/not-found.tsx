import Link from 'next/link'
import { Frame } from '@/components/shell/frame'

export default function NotFound() {
  return (
    <Frame crumbs={[{ label: 'Not found' }]}>
      <div className="mx-auto flex w-full max-w-xl flex-col gap-3 p-8">
        <h1 className="text-lg font-semibold">There is nothing at this address</h1>
        <p className="text-muted">The session or rule may have been deleted, or the link is incomplete.</p>
        <p>
          <Link href="/" className="underline">
            All sessions
          </Link>
        </p>
      </div>
    </Frame>
  )
}
