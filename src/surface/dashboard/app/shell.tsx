import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type JSX } from 'react'
import { useBackgroundNews } from '../data/background-news.ts'
import { useFreshness, useWorld } from '../data/context.ts'
import { usePresence } from '../data/presence.ts'
import { HowToGetIn } from '../pages/login.tsx'
import { Badge } from './badge.tsx'
import { Connection } from './connection.tsx'
import { Help } from './help.tsx'
import { useKeys, useNextKey } from './keys.ts'
import { NewGoal } from './new-goal.tsx'
import { usePagesAtHand } from './pages-at-hand.ts'
import { Palette } from './palette.tsx'
import { placeOfKey } from './places.ts'
import { PhoneBar } from './phone-bar.tsx'
import { Rail } from './rail.tsx'

type Open = 'new' | 'palette' | 'help' | undefined

/** What stays while pages change: the places to go, how fresh things are, and how many asks are open. */
export function Shell(): JSX.Element {
  const freshness = useFreshness()
  const [open, setOpen] = useState<Open>()
  const isGoing = useGoKeys(setOpen)
  usePresence(useWorld().client)
  useBackgroundNews()
  usePagesAtHand()
  if (freshness.at === 'signed-out') return <HowToGetIn wasRefused={false} />
  const doors = {
    onNew: () => setOpen('new'),
    onPalette: () => setOpen('palette'),
    onHelp: () => setOpen('help'),
  }
  return (
    <div className="flex h-dvh flex-col rail:flex-row">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-paper focus:p-2"
      >
        Skip to content
      </a>
      <Badge />
      <Rail isGoing={isGoing} {...doors} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Connection />
        <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
          <Outlet />
        </main>
      </div>
      <PhoneBar {...doors} />
      {open === 'new' && <NewGoal onClose={() => setOpen(undefined)} />}
      {open === 'palette' && <Palette onNew={doors.onNew} onClose={() => setOpen(undefined)} />}
      {open === 'help' && <Help onClose={() => setOpen(undefined)} />}
    </div>
  )
}

/** `?` for help, `N` for something new, ⌘K for the palette, and `g` followed by a page; true while that letter is waited for. */
function useGoKeys(setOpen: (open: Open) => void): boolean {
  const navigate = useNavigate()
  const [isGoing, setGoing] = useState(false)
  useKeys({
    '?': () => setOpen('help'),
    N: () => setOpen('new'),
    g: () => setGoing(true),
  })
  useNextKey(isGoing, (pressed) => {
    setGoing(false)
    const place = placeOfKey(pressed)
    if (place) void navigate({ to: place.path })
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
  return isGoing
}
