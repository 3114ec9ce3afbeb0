import type { JSX } from 'react'
import type { Idea } from '../../../../contract/plain.ts'
import { missingOf, percent, phaseWords } from '../../../views/index.ts'
import { Section } from '../../parts/section.tsx'

/** The phases, where the idea is in them, and what the next one needs. */
export function Rail({ idea }: { idea: Idea }): JSX.Element {
  const phases = phasesOf()
  const now = phases.indexOf(idea.phase)
  return (
    <Section name={`Phases, ${percent(idea.progress)} of the way`}>
      <ol className="text-sm">
        {phases.map((phase, place) => (
          <li
            key={phase}
            aria-current={place === now ? 'step' : undefined}
            className={`border-l-2 py-1 pl-3 ${place === now ? 'border-accent font-semibold' : place < now ? 'border-line-2' : 'border-line text-ink-2'}`}
          >
            {phaseWords[phase]}
            {place < now && <span className="text-ink-2"> (done)</span>}
          </li>
        ))}
      </ol>
      {idea.missing.length > 0 && (
        <p className="mt-2 text-sm text-ink-2">Missing for the next: {missingOf(idea)}.</p>
      )}
      {idea.warnings.map((warning) => (
        <p key={warning} className="mt-1 text-sm text-needs">
          {warning}.
        </p>
      ))}
    </Section>
  )
}

function phasesOf(): Idea['phase'][] {
  // The keys are exactly the phases, in their order.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(phaseWords) as Idea['phase'][]
}
