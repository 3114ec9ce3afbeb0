import type { JSX } from 'react'
import { counted } from '../../../views/index.ts'
import type { WindowState } from '../../data/window-moves.ts'
import { Kbd } from '../../parts/kbd.tsx'
import type { Goal } from './transcript.tsx'
import type { Travel } from './travel.ts'

/** How to get about in a session, and how much of it is loaded. */
export function Toolbar(props: {
  state: WindowState
  goal: Goal
  troubles: number
  travel: Travel
}): JSX.Element {
  const { state, goal, troubles, travel } = props
  const isFollowing = goal.kind === 'end'
  return (
    <div className="border-b border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1 text-sm text-ink-2 sm:px-6">
        <button
          type="button"
          aria-pressed={isFollowing}
          className={isFollowing ? 'text-accent' : 'hover:text-ink'}
          onClick={travel.follow}
        >
          {isFollowing ? 'Following' : 'Follow'} <Kbd>f</Kbd>
        </button>
        <button type="button" className="hover:text-ink" onClick={travel.toStart}>
          To the start
        </button>
        {troubles > 0 && (
          <button type="button" className="text-bad" onClick={() => travel.trouble(1)}>
            {counted(troubles, 'problem')} <Kbd>e</Kbd>
          </button>
        )}
        <span className="ml-auto text-xs text-ink-3" role="status">
          {state.error ?? loadedWords(state)}
        </span>
      </div>
    </div>
  )
}

function loadedWords({ events, isAtStart, isAtEnd, isLoading, missed }: WindowState): string {
  if (isLoading) return 'Reading …'
  if (missed > 0) return counted(missed, 'newer event')
  const whole = isAtStart && isAtEnd
  return `${counted(events.length, 'event')}${whole ? '' : ' of more'}`
}
