import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type JSX } from 'react'
import { useFreshness, useWorld } from '../data/context.ts'
import { usePresence } from '../data/presence.ts'
import { HowToGetIn } from '../pages/login.tsx'
import { Connection } from './connection.tsx'
import { Help } from './help.tsx'
import { useKeys, useNextKey } from './keys.ts'
import { usePagesAtHand } from './pages-at-hand.ts'
import { Palette } from './palette.tsx'
import { places } from './places.ts'
import { TopBar } from './top-bar.tsx'

type Open = 'palette' | 'help' | undefined

/** What stays while pages change: the places to go, how fresh things are, and how many asks are open. */
export function Shell(): JSX.Element {
  const freshness = useFreshness()
  const [open, setOpen] = useState<Open>()
  useGoKeys(setOpen)
  usePresence(useWorld().client)
  usePagesAtHand()
  if (freshness.at === 'signed-out') return <HowToGetIn wasRefused={false} />
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-paper focus:p-2"
      >
        Skip to the page
      </a>
      <TopBar onPalette={() => setOpen('palette')} onHelp={() => setOpen('help')} />
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
  })
  useNextKey(isGoing, (pressed) => {
    setGoing(false)
    const place = places.find(({ key }) => key === pressed)
    if (place) void navigate({ to: place.to })
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
