import type { JSX } from 'react'
import type { UxTest } from '../../../../../contract/plain.ts'
import { counted, stateOfUx, uxPartWords } from '../../../../views/index.ts'
import { Age } from '../../../parts/age.tsx'
import { Bar } from '../../../parts/bar.tsx'
import { State } from '../../../parts/state.tsx'
import { Asked } from '../../ideas/asked.tsx'
import { Barriers } from './barriers.tsx'
import { Journeys } from './journeys.tsx'

/** All that a UX test found: its score and what that is made of, each journey, and what keeps people out. */
export function UxFindings({ test }: { test: UxTest }): JSX.Element {
  const { ux, state, words, score, persona, journeys, createdAt } = test
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <State {...stateOfUx(test)} />
          {score !== null && <strong className="font-semibold">{score} of 100</strong>}
          {persona !== null && <span>as {persona}</span>}
          {state === 'running' && (
            <span role="status" className="text-ink-2">
              {counted(journeys.length, 'journey')} so far
            </span>
          )}
          <span className="text-xs text-ink-3">
            <Age at={createdAt} />
          </span>
        </p>
        {words !== null && <p className="break-words whitespace-pre-wrap text-ink-2">{words}</p>}
      </div>
      {state === 'asked' && <Asked about={ux} />}
      <Parts test={test} />
      <Journeys test={test} />
      <Barriers test={test} />
    </div>
  )
}

/** What the score is the sum of. */
function Parts({ test: { parts } }: { test: UxTest }): JSX.Element | null {
  if (parts.length === 0) return null
  return (
    <dl aria-label="What the score is made of" className="grid gap-x-4 gap-y-1 sm:grid-cols-[16rem_auto]">
      {parts.map((part) => {
        const { name, figures } = uxPartWords(part)
        return (
          <div key={part.part} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd>
              <Bar share={part.points / part.most} words={figures} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
