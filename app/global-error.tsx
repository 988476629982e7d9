'use client'

import './globals.css'

/** Stands in for the layout when the layout itself failed, so it brings its own page. */
export default function GlobalError({ reset }: { readonly reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto flex max-w-xl flex-col gap-3 p-8" role="alert">
          <h1 className="text-lg font-semibold">Cutpoint could not be shown</h1>
          <p className="text-muted">Nothing that is stored was changed. The server's log says more.</p>
          <p>
            <button type="button" className="button" onClick={reset}>
              Try again
            </button>
          </p>
        </main>
      </body>
    </html>
  )
}
