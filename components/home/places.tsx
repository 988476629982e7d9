import { CopyText } from '../ui/copy-link'

export interface Place {
  readonly agent: string
  readonly path: string
  readonly hint: string
}

/** Where each agent keeps its sessions on disk. */
export function Places({ places }: { readonly places: readonly Place[] }) {
  if (places.length === 0) return null
  return (
    <details className="rounded-lg border">
      <summary className="cursor-pointer px-4 py-2 font-medium">Where is my file?</summary>
      <dl className="grid gap-x-6 border-t px-4 py-1 sm:grid-cols-[10rem_1fr]">
        {places.map(place => (
          <div key={`${place.agent} ${place.path}`} className="border-b py-1.5 last:border-0 sm:contents">
            <dt className="py-1.5 font-medium">{place.agent}</dt>
            <dd className="py-1.5">
              <CopyText text={place.path} label={`Copy ${place.path}`} />
              <span className="block text-muted">{place.hint}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
