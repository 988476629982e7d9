'use client'

const SAMPLES = [
  {
    name: 'fails-after-compaction.jsonl',
    title: 'A 400 after compaction',
    text: 'The compaction kept a result and not its call. Every later request is refused.',
  },
  {
    name: 'rejected-thinking.json',
    title: 'A rejected thinking block',
    text: 'A request body whose open turn lost its thinking, beside an empty text.',
  },
  {
    name: 'healthy-long.jsonl',
    title: 'A healthy long session',
    text: 'Two compactions, parallel calls, repeated reads; no fault found.',
  },
] as const

interface SamplesProps {
  readonly onOpen: (name: string) => void
}

export function Samples({ onOpen }: SamplesProps) {
  return (
    <section aria-labelledby="samples">
      <h2 id="samples" className="mb-2 font-semibold">
        Or open a sample
      </h2>
      <ul className="grid gap-3 sm:grid-cols-3">
        {SAMPLES.map(sample => (
          <li key={sample.name} className="flex">
            <button
              type="button"
              onClick={() => onOpen(sample.name)}
              className="flex grow flex-col gap-1 rounded-lg border px-4 py-3 text-left hover:border-border-strong hover:bg-surface"
            >
              <span className="font-medium">{sample.title}</span>
              <span className="grow text-muted">{sample.text}</span>
              <span className="font-mono text-xs text-muted">{sample.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
