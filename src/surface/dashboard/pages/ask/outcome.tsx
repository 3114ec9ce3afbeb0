import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { CallOutput } from '../../../../contract/plain.ts'
import { money } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { AskLine } from '../../parts/ask-line.tsx'

/** What Iris wants to do, to be allowed or denied here. */
export function Wanted({ asks: ids }: { asks: readonly string[] }): JSX.Element {
  const { queries } = useWorld()
  const asks = useQuery(queries.asks).data?.asks ?? []
  return (
    <ul className="pl-9">
      {asks
        .filter(({ ask }) => ids.includes(ask))
        .map((ask) => (
          <li key={ask.ask}>
            <AskLine ask={ask} />
          </li>
        ))}
    </ul>
  )
}

type Answer = CallOutput<'askIris'>

/** What came of the newest question, and what it cost. */
export function Outcome({ answer }: { answer: Answer }): JSX.Element {
  return (
    <div className="flex flex-col gap-2 pl-9 text-sm">
      {answer.actions.map(({ action, team, state }) => (
        <p key={action + team} className="text-ink-2">
          {action.replaceAll('_', ' ')} {team}: {state}
        </p>
      ))}
      <p className="text-xs text-ink-3">
        {money(answer.costUsd)}
        {answer.rehearsed && ' rehearsed'}
      </p>
    </div>
  )
}
