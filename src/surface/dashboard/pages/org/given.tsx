import type { JSX } from 'react'
import type { Org } from '../../../../contract/plain.ts'
import { counted } from '../../../views/index.ts'

const maxShown = 10

/** The tasks that wait to be given out, each with the reason. */
export function Given({ org: { dispatches } }: { org: Org }): JSX.Element | null {
  const waiting = dispatches.filter(({ state }) => state === 'waiting').toReversed()
  if (waiting.length === 0) return null
  const more = waiting.length - maxShown
  return (
    <div className="mt-4">
      <h3 className="text-sm font-semibold">Waiting to be given out</h3>
      <ul className="mt-1 text-sm">
        {waiting.slice(0, maxShown).map(({ message, task, why }) => (
          <li key={message} className="flex flex-wrap gap-x-3 py-0.5">
            <span className="font-mono">{task ?? 'a new task'}</span>
            <span className="text-ink-2">{why ?? 'It is about to be given out.'}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-ink-3">{counted(more, 'more task')}</p>}
    </div>
  )
}
