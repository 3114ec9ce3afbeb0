import { Link } from '@tanstack/react-router'
import type { JSX, ReactNode } from 'react'
import type { WholeIdea } from '../../../../contract/plain.ts'
import { hereOn, scoreOfUx, wayOf, type WayStep } from '../../../views/index.ts'
import { State } from '../../parts/state.tsx'
import type { CameOfIdea } from './way-queries.ts'

/** Every step from the first sentence to the merge: where each is, and the way to it. */
export function Way({ idea, came }: { idea: WholeIdea; came: CameOfIdea }): JSX.Element {
  const way = wayOf({ idea, ...came })
  const here = hereOn(way)
  return (
    <ol aria-label="The way to the merge" className="mb-6 grid md:grid-cols-6">
      {way.map((step) => (
        <li
          key={step.name}
          aria-current={step === here ? 'step' : undefined}
          className={`grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 border-l-2 py-1 pl-3 text-sm md:block md:border-t-2 md:border-l-0 md:py-2 md:pr-3 md:pl-0 ${edgeOf(step, here)}`}
        >
          <span className={`block ${step === here ? 'font-semibold' : 'text-ink-2'}`}>{step.name}</span>
          <span className="flex min-w-0 flex-wrap gap-x-2 md:block">
            <Place step={step} came={came} />
            <State tone={step.tone} words={step.words} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function edgeOf(step: WayStep, here: WayStep | undefined): string {
  if (step === here) return 'border-accent'
  return step.isDone ? 'border-line-2' : 'border-line'
}

/** Where a step is seen whole; nothing for those of this page, and for those that are still ahead. */
function Place({
  step: { name },
  came: { spec, build, ux, review },
}: {
  step: WayStep
  came: CameOfIdea
}): ReactNode {
  if (name === 'Spec' && spec)
    return (
      <Link to="/specs/$spec" params={{ spec: spec.key }} className="link mr-2 md:block md:w-fit">
        {spec.key}
      </Link>
    )
  if (name === 'Build' && build)
    return (
      <>
        <Link to="/builds/$build" params={{ build: build.key }} className="link mr-2 md:block md:w-fit">
          {build.key}
        </Link>
        {ux && (
          <Link to="/builds/ux/$ux" params={{ ux: ux.ux }} className="link mr-2 md:block md:w-fit">
            UX test: {scoreOfUx(ux)}
          </Link>
        )}
      </>
    )
  if (name === 'Review' && review)
    return (
      <Link to="/knowledge/$build" params={{ build: review.key }} className="link mr-2 md:block md:w-fit">
        what was done
      </Link>
    )
  return null
}
