import type { JSX } from 'react'
import type { UxJourney, UxTest } from '../../../../../contract/plain.ts'
import { byPersona, journeyTime, stateOfJourney } from '../../../../views/index.ts'
import { State } from '../../../parts/state.tsx'
import { Pictures } from './pictures.tsx'

/** Each journey under the persona that went: how long it took, where it broke, and how the pages looked. */
export function Journeys({ test }: { test: UxTest }): JSX.Element | null {
  if (test.journeys.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      {byPersona(test.journeys).map(({ persona, journeys }) => (
        <div key={persona}>
          <h3 className="font-semibold">{persona}</h3>
          <ul aria-label={`Journeys of ${persona}`} className="divide-y divide-line">
            {journeys.map((journey) => (
              <Journey key={journey.journey} test={test} journey={journey} />
            ))}
          </ul>
        </div>
      ))}
      {!test.hasPictures && <p className="text-ink-3">Its pictures are no longer kept.</p>}
    </div>
  )
}

function Journey({ test, journey }: { test: UxTest; journey: UxJourney }): JSX.Element {
  const { words, friction, pictures } = journey
  return (
    <li className="py-1.5">
      <p className="grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_13rem_11rem]">
        <span className="font-medium">{journey.journey}</span>
        <State {...stateOfJourney(journey)} />
        <span className="text-ink-2 sm:text-right">{journeyTime(journey)}</span>
      </p>
      {words !== null && <p className="break-words text-bad">{words}</p>}
      {friction.map((one) => (
        <p key={one} className="break-words text-ink-2">
          {one}
        </p>
      ))}
      {test.hasPictures && pictures.length > 0 && <Pictures ux={test.ux} journey={journey} />}
    </li>
  )
}
