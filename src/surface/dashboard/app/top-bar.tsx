import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, type JSX } from 'react'
import { useWorld } from '../data/context.ts'
import { Kbd, modifier } from '../parts/kbd.tsx'
import { Menu, MenuItem, MenuLink, MenuRule } from '../parts/menu.tsx'
import { places } from './places.ts'

/** The places to go. On a phone they are behind a menu, with the inbox beside it. */
export function TopBar(props: { onPalette: () => void; onHelp: () => void }): JSX.Element {
  const { onPalette } = props
  const open = useOpenAsks()
  useEffect(() => {
    document.title = open > 0 ? `(${open}) Iris` : 'Iris'
  }, [open])
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex h-12 w-full max-w-6xl items-center gap-5 px-4 sm:px-6">
        <Link to="/" className="text-lg font-semibold tracking-tight text-accent">
          Iris
        </Link>
        <WideNavigation open={open} />
        <button
          type="button"
          className="ml-auto hidden shrink-0 items-center gap-2 text-sm text-ink-2 hover:text-ink md:flex"
          onClick={onPalette}
        >
          Find <Kbd>{`${modifier} K`}</Kbd>
        </button>
        <PhoneNavigation open={open} {...props} />
      </div>
    </header>
  )
}

function WideNavigation({ open }: { open: number }): JSX.Element {
  return (
    <nav aria-label="Pages" className="hidden h-full min-w-0 gap-5 text-sm md:flex">
      {places.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/' }}
          className="-mb-px flex shrink-0 items-center border-b-2 border-transparent text-ink-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {label}
          {to === '/inbox' && open > 0 && <Badge count={open} />}
        </Link>
      ))}
    </nav>
  )
}

function PhoneNavigation(props: { open: number; onPalette: () => void; onHelp: () => void }): JSX.Element {
  const { open, onPalette, onHelp } = props
  const { pathname } = useLocation()
  const current = places.find(({ to }) => (to === '/' ? pathname === '/' : pathname.startsWith(to)))
  return (
    <nav aria-label="Pages" className="flex min-w-0 flex-1 items-center gap-4 md:hidden">
      <span className="truncate text-ink-2">{current?.to === '/inbox' ? '' : current?.label}</span>
      <Link to="/inbox" className="ml-auto flex h-10 items-center text-ink-2 aria-[current=page]:text-ink">
        Inbox
        {open > 0 && <Badge count={open} />}
      </Link>
      <Menu
        trigger={
          <button type="button" className="button h-9">
            Menu
          </button>
        }
      >
        {places.map(({ to, label }) => (
          <MenuLink key={to} isCurrent={to === current?.to}>
            <Link to={to}>{label}</Link>
          </MenuLink>
        ))}
        <MenuRule />
        <MenuItem onSelect={onPalette}>Find and do</MenuItem>
        <MenuItem onSelect={onHelp}>Keys</MenuItem>
      </Menu>
    </nav>
  )
}

function Badge({ count }: { count: number }): JSX.Element {
  return (
    <span className="ml-1.5 rounded-full bg-needs px-1.5 text-xs font-semibold text-paper">
      {count}
      <span className="sr-only"> open</span>
    </span>
  )
}

function useOpenAsks(): number {
  const { queries } = useWorld()
  return useQuery(queries.asks).data?.open ?? 0
}
