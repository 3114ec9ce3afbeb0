import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type JSX } from 'react'
import { useFreshness, useWorld } from '../data/context.ts'
import { usePresence } from '../data/presence.ts'
import { HowToGetIn } from '../pages/login.tsx'
import { Kbd } from '../parts/kbd.tsx'
import { Connection } from './connection.tsx'
import { Help } from './help.tsx'
import { useKeys } from './keys.ts'
import { Palette } from './palette.tsx'
import { places } from './places.ts'

type Open = 'palette' | 'help' | undefined

/** What stays while pages change: the places to go, how fresh things are, and how many asks are open. */
export function Shell(): JSX.Element {
  const freshness = useFreshness()
  const [open, setOpen] = useState<Open>()
  useGoKeys(setOpen)
  usePresence(useWorld().client)
  if (freshness.at === 'signed-out') return <HowToGetIn wasRefused={false} />
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-paper focus:p-2"
      >
        Skip to the page
      </a>
      <TopBar onPalette={() => setOpen('palette')} />
      <Connection />
      <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
        <Outlet />
      </main>
      {open === 'palette' && <Palette onClose={() => setOpen(undefined)} />}
      {open === 'help' && <Help onClose={() => setOpen(undefined)} />}
    </div>
  )
}

/** `?` for help, ⌘K for the palette, and `g` followed by a page. */
function useGoKeys(setOpen: (open: Open) => void): void {
  const navigate = useNavigate()
  const [isGoing, setGoing] = useState(false)
  useKeys({
    '?': () => setOpen('help'),
    g: () => setGoing(true),
    ...(isGoing
      ? Object.fromEntries(
          places.map(({ key, to }) => [key, () => void navigate({ to }).then(() => setGoing(false))]),
        )
      : {}),
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen('palette')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [setOpen])
  useEffect(() => {
    if (!isGoing) return undefined
    const timer = setTimeout(() => setGoing(false), 1500)
    return () => clearTimeout(timer)
  }, [isGoing])
}

function TopBar({ onPalette }: { onPalette: () => void }): JSX.Element {
  const open = useOpenAsks()
  useEffect(() => {
    document.title = open > 0 ? `(${open}) Iris` : 'Iris'
  }, [open])
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex h-11 w-full max-w-6xl items-center gap-4 px-4 sm:px-6">
        <Link to="/" className="font-semibold text-accent">
          Iris
        </Link>
        <nav
          aria-label="Pages"
          className="flex min-w-0 flex-1 gap-4 overflow-x-auto text-sm [scrollbar-width:none]"
        >
          {places.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: to === '/' }}
              className="shrink-0 py-1 text-ink-2 decoration-accent decoration-2 underline-offset-[14px] hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:underline"
            >
              {label}
              {to === '/inbox' && open > 0 && <Badge count={open} />}
            </Link>
          ))}
        </nav>
        <button
          type="button"
          title="Find and do"
          className="shrink-0 text-sm text-ink-2 hover:text-ink"
          onClick={onPalette}
        >
          <Kbd>⌘K</Kbd>
        </button>
      </div>
    </header>
  )
}

function Badge({ count }: { count: number }): JSX.Element {
  return (
    <span
      className="ml-1.5 rounded-full bg-needs px-1.5 text-xs font-semibold text-paper"
      aria-label={`${count} open`}
    >
      {count}
    </span>
  )
}

function useOpenAsks(): number {
  const { queries } = useWorld()
  return useQuery(queries.asks).data?.open ?? 0
}
