import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { CallOutput } from '../../../../contract/plain.ts'
import { money, type ChatLine } from '../../../views/index.ts'
import { AskLine } from '../../parts/ask-line.tsx'
import { useReading } from '../../data/reading.ts'
import { asksReading } from '../inbox/queries.ts'

/** What Iris wants to do, to be allowed or denied here. */
export function Wanted({ asks: ids }: { asks: readonly string[] }): JSX.Element {
  const asks = useQuery(useReading(asksReading).asks).data?.asks ?? []
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

/** What Iris used on the way, with what and what it got. Words of teams in it are shown, and are nothing more. */
export function Used({
  used: { tool, input, result },
}: {
  used: NonNullable<ChatLine['used']>
}): JSX.Element {
  return (
    <details className="pl-9 text-sm text-ink-2">
      <summary className="cursor-pointer">
        used {tool.replaceAll('_', ' ')}
        {result === null && ', no result yet'}
      </summary>
      <pre className="mt-1 max-h-64 overflow-auto bg-sunk px-3 py-1.5 font-mono text-xs whitespace-pre-wrap">
        {input}
      </pre>
      {result !== null && (
        <pre className="mt-1 max-h-64 overflow-auto bg-sunk px-3 py-1.5 font-mono text-xs whitespace-pre-wrap">
          {result}
        </pre>
      )}
    </details>
  )
}
