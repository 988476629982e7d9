import Link from 'next/link'
import { ruleHref } from '@/lib/url/state'
import { type ExplainView, FAULT_WORDS } from '@/lib/view/check'

/** What an error text says, without a session to look it up in. */
export function Explained({ view }: { readonly view: ExplainView }) {
  const facts: readonly (readonly [string, string | null])[] = [
    ['Whose fault', FAULT_WORDS[view.kind]],
    ['Provider', view.profile],
    ['Status', view.status === null ? null : String(view.status)],
    ['Place', view.path],
    ['Ids', view.ids.length > 0 ? view.ids.join(', ') : null],
    ['Request', view.requestId],
  ]
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h3 className="text-xs font-semibold text-muted">What it means</h3>
        <p>{view.means}</p>
      </div>
      <div>
        <h3 className="text-xs font-semibold text-muted">What to look for</h3>
        <p>{view.lookFor}</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
      </dl>
      <div>
        <h3 className="text-xs font-semibold text-muted">{view.rules.length > 0 ? 'Rules, the likeliest first' : 'Rules'}</h3>
        {view.rules.length === 0 && <p>Nothing in this text speaks of a history, so no rule matches it.</p>}
        <ol className="flex flex-col">
          {view.rules.map(rule => (
            <li key={rule}>
              <Link className="font-mono text-xs" href={ruleHref(rule)}>
                {rule}
              </Link>
            </li>
          ))}
        </ol>
      </div>
      {view.kind === 'transcript' && <p className="text-muted">Drop the session that got this error: the place is found in it.</p>}
    </div>
  )
}
