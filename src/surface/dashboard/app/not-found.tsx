import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import { Page } from '../parts/page.tsx'

/** An address that leads nowhere. */
export function NotFound(): JSX.Element {
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">There is no such page.</h1>
      <p className="mt-2">
        <Link to="/" className="link">
          To the overview
        </Link>
      </p>
    </Page>
  )
}
