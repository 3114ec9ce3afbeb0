import { Link, useLocation } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Page } from '../pages/page.ts'
import { Menu, MenuGroup, MenuItem, MenuLink, MenuRule } from '../parts/menu.tsx'
import { nearPlaces, placeAt, placesByGroup, type Place } from './places.ts'

const look = '-mt-px flex h-13 items-center justify-center border-t-2 text-sm'
const here = `${look} border-accent text-ink`
const elsewhere = `${look} border-transparent text-ink-2`

/** The pages most used, below the one that is shown, and a menu with all of them; where there is no room for the rail. */
export function PhoneBar(props: {
  onNew: () => void
  onPalette: () => void
  onHelp: () => void
}): JSX.Element {
  const { pathname } = useLocation()
  const current = placeAt(pathname)
  return (
    <nav
      aria-label="Pages"
      className="print:hidden grid shrink-0 grid-cols-5 border-t border-line rail:hidden"
    >
      {nearPlaces.map((place) => (
        <Link
          key={place.path}
          to={place.path}
          className={place === current ? here : elsewhere}
          activeOptions={{ exact: place.path === '/' }}
        >
          <Name place={place} />
        </Link>
      ))}
      <Menu trigger={menuButton(current !== undefined && !nearPlaces.includes(current))}>
        {placesByGroup.map(({ name, places }) => (
          <MenuGroup key={name} name={name}>
            {places.map((place) => (
              <MenuLink key={place.path} isCurrent={place === current}>
                <Link to={place.path}>
                  <Name place={place} />
                </Link>
              </MenuLink>
            ))}
          </MenuGroup>
        ))}
        <MenuRule />
        <MenuGroup name="Do">
          <MenuItem onSelect={props.onNew}>New …</MenuItem>
          <MenuItem onSelect={props.onPalette}>Find anything</MenuItem>
          <MenuItem onSelect={props.onHelp}>Keys</MenuItem>
        </MenuGroup>
      </Menu>
    </nav>
  )
}

/** Marked when the page that is shown is one of those behind it. */
function menuButton(isWithin: boolean): JSX.Element {
  return (
    <button type="button" className={isWithin ? here : elsewhere}>
      Menu
    </button>
  )
}

function Name({ place }: { place: Place }): JSX.Element {
  const { label, Count }: Page & Place = place
  return (
    <>
      {label}
      {Count && <Count />}
    </>
  )
}
