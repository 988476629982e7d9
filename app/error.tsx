'use client'

export default function PageError({ error, reset }: { readonly error: Error & { readonly digest?: string }; readonly reset: () => void }) {
  return (
    <main className="mx-auto flex max-w-xl flex-col gap-3 p-8" role="alert">
      <h1 className="text-lg font-semibold">This page could not be shown</h1>
      <p className="text-muted">
        Nothing that is stored was changed. The server's log says more{error.digest ? ` under ${error.digest}` : ''}.
      </p>
      <p>
        <button type="button" className="button" onClick={reset}>
          Try again
        </button>
      </p>
    </main>
  )
}
