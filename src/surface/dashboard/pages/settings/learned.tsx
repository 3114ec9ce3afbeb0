import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { JSX } from 'react'
import { counted, oneLine } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { useReading } from '../../data/reading.ts'
import { asksReading } from '../inbox/queries.ts'

/** What is answered without you: grants you gave with “always allow”, and answers Iris learned. Each can be taken back. */
export function Learned(): JSX.Element {
  const { client } = useWorld()
  const cache = useQueryClient()
  const known = {
    ...useQuery(useReading(asksReading).grants).data,
    ...useQuery(useReading(asksReading).learned).data,
  }
  const { grants = [], learned = [] } = known
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => cache.invalidateQueries({ queryKey: ['asks'] }),
  })
  return (
    <section aria-label="Grants and habits">
      <h2 className="border-b border-line pb-1 font-semibold">Grants and habits</h2>
      {known.grants?.length === 0 && known.learned?.length === 0 && (
        <p className="mt-2 max-w-2xl text-sm text-ink-2">
          None yet. “Always allow” in the inbox adds a grant; an answer that you give again and again becomes
          a habit. Both are listed here and can be taken back.
        </p>
      )}
      <ul className="divide-y divide-line text-sm">
        {grants.map((grant) => (
          <Row
            key={grant.grant}
            team={grant.team}
            words={grant.allows}
            note={`always allowed, used ${counted(grant.used, 'time')}`}
            onUndo={() => act.mutate(() => client.call('removeGrant', { grant: grant.grant }))}
          />
        ))}
        {learned.map((one) => (
          <Row
            key={one.key}
            team={one.team}
            words={`${oneLine(one.text, 100)} → ${one.answer}`}
            note={`you answered this ${counted(one.times, 'time')}; Iris gave it ${counted(one.given, 'time')}`}
            onUndo={() => act.mutate(() => client.call('forgetLearned', { key: one.key }))}
          />
        ))}
      </ul>
      {act.error && (
        <p role="alert" className="text-sm text-bad">
          {act.error.message}
        </p>
      )}
    </section>
  )
}

function Row(props: { team: string; words: string; note: string; onUndo: () => void }): JSX.Element {
  return (
    <li className="grid items-center gap-x-4 py-1.5 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,16rem)_auto]">
      <span className="font-medium">{props.team}</span>
      <code className="min-w-0 font-mono">{props.words}</code>
      <span className="text-ink-3">{props.note}</span>
      <button type="button" className="button justify-self-start" onClick={props.onUndo}>
        Take back
      </button>
    </li>
  )
}
