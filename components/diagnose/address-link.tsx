'use client'

interface AddressLinkProps {
  readonly at: string
  readonly onGo: (at: string) => void
}

export function AddressLink({ at, onGo }: AddressLinkProps) {
  return (
    <button
      type="button"
      className="font-mono text-xs text-accent underline underline-offset-2"
      onClick={() => onGo(at)}
      title={`Go to ${at}`}
    >
      {at}
    </button>
  )
}
