import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Build } from '../../../../contract/plain.ts'
import {
  buildCounts,
  counted,
  duration,
  isBegun,
  isOpenBuild,
  money,
  stateOfBuild,
} from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { State } from '../../parts/state.tsx'
import { Actions } from './actions.tsx'
import { Progress } from './progress.tsx'

/** Where a build is, how much is left, what it cost, and what can be done with all of it. */
export function Header({ build }: { build: Build }): JSX.Element {
  const { key, team, why, branch, costUsd, startedAt, endedAt } = build
  const now = useNow(isOpenBuild(build) ? 1000 : 60_000)
  const { done, all } = buildCounts(build)
  return (
    <header>
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
        <span className="font-mono">{key}</span>
        <State {...stateOfBuild(build)} />
        <span>{team}</span>
        <span>{duration((endedAt ?? now) - startedAt)}</span>
        <span>{money(costUsd)}</span>
      </p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">{titleOf(build)}</h1>
      {why && <p className={`mt-1 ${build.state === 'failed' ? 'text-bad' : 'text-ink-2'}`}>{why}</p>}
      {isBegun(build) && (
        <p className="mt-2 text-sm">
          <Progress done={done} all={all} />
        </p>
      )}
      {branch !== null && done > 0 && (
        <p className="mt-2 text-sm text-ink-2">
          What is complete is on <code className="font-mono">{branch}</code>.
        </p>
      )}
      {endedAt !== null && (
        <p className="mt-2 text-sm">
          <Link to="/knowledge/$build" params={{ build: key }} className="link">
            What was planned, and what was done
          </Link>
        </p>
      )}
      {isOpenBuild(build) && <Actions build={build} />}
    </header>
  )
}

function titleOf(build: Build): string {
  const { done, left, all } = buildCounts(build)
  if (build.state === 'priming')
    return `The checks of ${counted(all, 'task')} are tried: ${build.primed.length} of ${build.checks}.`
  if (build.state === 'waiting_for_yes') return `Begin ${all === 1 ? 'this task' : `these ${all} tasks`}?`
  if (isOpenBuild(build) && left > 0)
    return `${counted(left, 'task')} of ${all} ${left === 1 ? 'is' : 'are'} left.`
  return done === all ? `All ${counted(all, 'task')} are done.` : `${done} of ${counted(all, 'task')} done.`
}
