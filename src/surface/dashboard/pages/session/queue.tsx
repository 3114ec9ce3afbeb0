import { useMutation } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { Retry, Session, TurnMark } from '../../../../contract/plain.ts'
import { counted, limitedPhrase, oneLine, queuedWords } from '../../../views/index.ts'
import { useNow, useWorld } from '../../data/context.ts'
import { Age } from '../../parts/age.tsx'
import { Dropped } from '../../parts/dropped.tsx'
import { useDropping } from '../../parts/dropping.ts'

/** As many rows as are seen without scrolling. */
const maxSeen = 3

/** What waits in the session, the next first: what each waits for, and the way to drop it. */
export function Queue(props: { session: Session; turns: readonly TurnMark[] }): JSX.Element | null {
  const { session, turns } = props
  const dropping = useDropping()
  const waiting = turns.filter(({ deliveredAt, endedAt }) => deliveredAt === null && endedAt === null)
  if (waiting.length === 0 && !dropping.said && !dropping.fault) return null
  const unseen = session.queued - waiting.length
  return (
    <section aria-label="Queue" className="border-t border-line">
      <div className="mx-auto max-w-6xl px-4 py-1.5 sm:px-6">
        {waiting.length > 0 && (
          <h2 className="text-xs text-ink-3">
            {counted(waiting.length, 'turn is waiting', 'turns are waiting')}
            {unseen > 0 && `; ${unseen} more come before them`}
          </h2>
        )}
        {/* A list that scrolls must be reachable by the keyboard. */}
        <ul
          className="max-h-32 divide-y divide-line overflow-y-auto sm:max-h-25"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={waiting.length > maxSeen ? 0 : undefined}
        >
          {waiting.map((mark) => (
            <Row
              key={mark.turn}
              mark={mark}
              limited={session.limited?.turn === mark.turn ? session.limited : null}
              isDisabled={dropping.isPending}
              onDrop={() => dropping.drop({ ...mark, from: session.from, to: session.to })}
            />
          ))}
        </ul>
        <Dropped dropping={dropping} />
      </div>
    </section>
  )
}

function Row(props: {
  mark: TurnMark
  limited: Retry | null
  isDisabled: boolean
  onDrop: () => void
}): JSX.Element {
  const { mark, limited, isDisabled, onDrop } = props
  const now = useNow(60_000)
  const words = oneLine(mark.preview, 160)
  const drop = mark.retryOf ? 'Leave' : 'Drop'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-0.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto_3.5rem_auto]">
      <span className="truncate">{words}</span>
      <span className="col-start-1 row-start-2 truncate text-ink-3 sm:col-start-auto sm:row-start-auto">
        {limited ? limitedPhrase(limited, now) : queuedWords(mark.waitingFor)}
        {mark.retryOf && <RunNow mark={mark} />}
      </span>
      <span className="hidden text-right text-xs text-ink-3 sm:block">
        <Age at={mark.acceptedAt} />
      </span>
      <button
        type="button"
        className="button row-span-2 sm:row-span-1"
        aria-label={`${drop} “${oneLine(words, 60)}”`}
        disabled={isDisabled}
        onClick={onDrop}
      >
        {drop}
      </button>
    </li>
  )
}

/** Lets a turn run at once that met a limit. */
function RunNow({ mark }: { mark: TurnMark }): JSX.Element {
  const { client } = useWorld()
  const isOverBudget = mark.waitingFor === 'budget'
  const retry = useMutation({ mutationFn: () => client.call('retryTurns', { turn: mark.turn }) })
  return (
    <button
      type="button"
      className="link ml-2"
      disabled={retry.isPending}
      onClick={() => {
        if (!isOverBudget || confirm('Run it now? It spends more than the budget allows.')) retry.mutate()
      }}
    >
      {retry.error ? retry.error.message : 'Run now'}
    </button>
  )
}
