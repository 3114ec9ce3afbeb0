import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useEffect, type JSX } from 'react'
import { useFreshness, useWorld } from '../data/context.ts'
import { HowToGetIn } from '../pages/login.tsx'
import { Connection } from './connection.tsx'

const places = [{ to: '/', label: 'Overview' }] as const

/** What stays while pages change: the places to go, how fresh things are, and how many asks are open. */
export function Shell(): JSX.Element {
  const freshness = useFreshness()
  if (freshness.at === 'signed-out') return <HowToGetIn wasRefused={false} />
  return (
    <div className="flex h-dvh flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:p-2">
        Skip to the page
      </a>
      <TopBar />
      <Connection />
      <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
        <Outlet />
      </main>
    </div>
  )
}

function TopBar(): JSX.Element {
  const open = useOpenAsks()
  useEffect(() => {
    document.title = open > 0 ? `(${open}) Iris` : 'Iris'
  }, [open])
  return (
    <header className="border-b border-line bg-paper">
      <div className="mx-auto flex h-11 w-full max-w-6xl items-center gap-5 px-4 sm:px-6">
        <Link to="/" className="font-semibold text-accent">
          Iris
        </Link>
        <nav aria-label="Pages" className="flex gap-4 text-sm">
          {places.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="text-ink-2 hover:text-ink"
              activeProps={{ className: 'text-ink font-medium', 'aria-current': 'page' }}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </header>
  )
}

function useOpenAsks(): number {
  const { queries } = useWorld()
  const { data } = useQuery(queries.asks)
  return data?.open ?? 0
}
