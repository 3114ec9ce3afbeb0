import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Page } from '../pages/page.ts'
import { Kbd, modifier } from '../parts/kbd.tsx'
import { placesByGroup, type Place } from './places.ts'

interface RailProps {
  /** Somebody has pressed `g`: each page shows the letter that leads to it. */
  isGoing: boolean
  onNew: () => void
  onPalette: () => void
  onHelp: () => void
}

/** The pages by group, beside the one that is shown, wherever there is room for it. */
export function Rail({ isGoing, onNew, onPalette, onHelp }: RailProps): JSX.Element {
  return (
    <header className="hidden w-44 shrink-0 flex-col border-r border-line py-3 rail:flex print:hidden">
      <Link to="/" className="self-start px-4 py-1 text-lg font-semibold tracking-tight text-accent">
        Iris
      </Link>
      <nav aria-label="Pages" className="mt-3 flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto">
        {placesByGroup.map(({ name, places }) => (
          <div key={name}>
            <p id={`pages-${name}`} className="label px-4 pb-0.5">
              {name}
            </p>
            <ul aria-labelledby={`pages-${name}`}>
              {places.map((place) => (
                <li key={place.path}>
                  <RailLink place={place} isGoing={isGoing} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="mt-3 border-t border-line px-4 pt-3">
        <RailButton words="New …" keys="N" onPress={onNew} />
        <RailButton words="Find" keys={`${modifier()} K`} onPress={onPalette} />
        <RailButton words="Keys" keys="?" onPress={onHelp} />
      </div>
    </header>
  )
}

function RailLink({ place, isGoing }: { place: Place; isGoing: boolean }): JSX.Element {
  const { path, label, key, Count }: Page & Place = place
  return (
    <Link
      to={path}
      activeOptions={{ exact: path === '/' }}
      className="flex h-7 items-center border-l-2 border-transparent pr-4 pl-3.5 text-ink-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink"
    >
      {label}
      <span className="ml-auto">{isGoing ? <KeyHint letter={key} /> : Count && <Count />}</span>
    </Link>
  )
}

/** Only for the eye: the name of a link stays what it is. */
function KeyHint({ letter }: { letter: string }): JSX.Element {
  return (
    <span aria-hidden="true">
      <Kbd>{letter}</Kbd>
    </span>
  )
}

function RailButton(props: { words: string; keys: string; onPress: () => void }): JSX.Element {
  return (
    <button
      type="button"
      className="flex h-7 w-full items-center justify-between text-sm text-ink-2 hover:text-ink"
      onClick={props.onPress}
    >
      {props.words} <Kbd>{props.keys}</Kbd>
    </button>
  )
}
