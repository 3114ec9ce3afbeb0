import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import type { JSX } from 'react'
import { Page } from '../parts/page.tsx'

/** An address that leads nowhere. */
export function NotFound(): JSX.Element {
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">This page does not exist.</h1>
      <p className="mt-2">
        <Link to="/" className="link">
          Go to the overview
        </Link>
      </p>
    </Page>
  )
}

/** A fault of the page itself. What agents do goes on whatever happens here. */
export function Fault({ error }: ErrorComponentProps): JSX.Element {
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">This page has a fault.</h1>
      <p className="mt-2 text-ink-2">Your teams go on working; only what you see here broke.</p>
      <pre className="mt-3 bg-sunk px-3 py-2 font-mono text-sm whitespace-pre-wrap">
        {error instanceof Error ? error.message : String(error)}
      </pre>
      <button type="button" className="button mt-3" onClick={() => location.reload()}>
        Reload
      </button>
    </Page>
  )
}
