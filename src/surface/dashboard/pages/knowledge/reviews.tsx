import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { ReviewSummary } from '../../../../contract/plain.ts'
import { counted, duration, money, passedWords } from '../../../views/index.ts'
import { Section } from '../../parts/section.tsx'

/** Reviews of builds, the newest first. */
export function Reviews({ reviews }: { reviews: readonly ReviewSummary[] }): JSX.Element {
  return (
    <Section name="Reviews">
      {reviews.length === 0 && <p className="py-2 text-ink-2">A review is made when a build ends.</p>}
      <ul className="divide-y divide-line">
        {reviews.map((one) => (
          <li key={one.build} className="flex flex-wrap items-baseline gap-x-3 py-2 text-sm">
            <Link to="/knowledge/$build" params={{ build: one.key }} className="link font-medium">
              {one.key}
            </Link>
            <span>{one.outcome}</span>
            <span className="text-ink-2">
              {passedWords({ tasks: one.started, firstPass: one.firstPass })}
            </span>
            <span className="text-ink-2">{differs(one)}</span>
            <span className="text-ink-2">
              {duration(one.endedAt - one.startedAt)}, {money(one.costUsd)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function differs({ divergences, unjudged }: ReviewSummary): string {
  if (divergences === 0) return 'as planned'
  return `${counted(divergences, 'divergence')}${unjudged === 0 ? '' : `, ${unjudged} not judged`}`
}
