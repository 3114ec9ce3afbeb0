import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type JSX } from 'react'
import type { FoundTurn, TurnEnding } from '../../../../contract/plain.ts'
import { callerWords, endingWords, oneLine, queuedWords, waitingWords } from '../../../views/index.ts'
import { useKeys } from '../../app/keys.ts'
import { useWorld } from '../../data/context.ts'
import { Age } from '../../parts/age.tsx'
import { Dropped } from '../../parts/dropped.tsx'
import { useDropping, type Dropping } from '../../parts/dropping.ts'
import { Money } from '../../parts/money.tsx'
import { paidOf } from '../../parts/paid.ts'
import { Page } from '../../parts/page.tsx'
import { Snippet } from '../../parts/snippet.tsx'
import { unmarked } from '../../parts/unmarked.ts'
import { Sessions } from './sessions.tsx'
import { teamsReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'

interface Filter {
  words: string
  team: string
  how: string
}

/** Everything that was ever told and answered, found by its words. */
export function History(): JSX.Element {
  const [filter, setFilter] = useState<Filter>({ words: '', team: '', how: '' })
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  const isEmpty = filter.words === '' && filter.team === '' && filter.how === ''
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">Sessions</h1>
      <Filters filter={filter} onChange={setFilter} field={field} />
      {isEmpty && <Sessions />}
      <Found filter={filter} />
    </Page>
  )
}

function Filters(props: {
  filter: Filter
  onChange: (filter: Filter) => void
  field: React.RefObject<HTMLInputElement | null>
}): JSX.Element {
  const { filter, onChange, field } = props
  const teams = useQuery(useReading(teamsReading).teams).data?.teams ?? []
  return (
    <search className="mt-4 flex flex-wrap gap-2">
      <input
        ref={field}
        type="search"
        aria-label="Search messages and answers"
        placeholder="Search messages and answers (/)"
        className="field min-w-0 basis-full sm:flex-1 sm:basis-56"
        value={filter.words}
        onChange={(event) => onChange({ ...filter, words: event.target.value })}
      />
      <select
        aria-label="Team"
        className="field min-w-0 flex-1 sm:flex-none"
        value={filter.team}
        onChange={(event) => onChange({ ...filter, team: event.target.value })}
      >
        <option value="">all teams</option>
        {teams.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        aria-label="How it ended"
        className="field min-w-0 flex-1 sm:flex-none"
        value={filter.how}
        onChange={(event) => onChange({ ...filter, how: event.target.value })}
      >
        <option value="">any ending</option>
        {Object.entries(endingWords).map(([how, words]) => (
          <option key={how} value={how}>
            {words}
          </option>
        ))}
      </select>
    </search>
  )
}

function Found({ filter }: { filter: Filter }): JSX.Element {
  const { client } = useWorld()
  const found = useInfiniteQuery({
    queryKey: ['session', 'found', filter],
    queryFn: ({ pageParam }) =>
      client.call('findTurns', { ...queryOf(filter), ...(pageParam ? { before: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
  const turns = found.data?.pages.flatMap((page) => page.turns) ?? []
  const dropping = useDropping()
  return (
    <section aria-label="Turns" className="mt-6">
      <h2 className="border-b border-line pb-1 text-sm font-semibold">
        {filter.words ? 'Matching turns' : 'Turns'}
      </h2>
      <Dropped dropping={dropping} />
      {found.error && <p className="py-2 text-bad">{found.error.message}</p>}
      {found.data && turns.length === 0 && <p className="py-2 text-ink-3">None.</p>}
      <ul className="divide-y divide-line">
        {turns.map((turn) => (
          <TurnRow key={turn.turn} turn={turn} dropping={dropping} />
        ))}
      </ul>
      {found.hasNextPage && (
        <button
          type="button"
          className="button mt-3"
          disabled={found.isFetching}
          onClick={() => void found.fetchNextPage()}
        >
          Older turns
        </button>
      )}
    </section>
  )
}

function queryOf({ words, team, how }: Filter): { words?: string; team?: string; how?: TurnEnding } {
  const ending = Object.keys(endingWords).find((known): known is TurnEnding => known === how)
  return { ...(words ? { words } : {}), ...(team ? { team } : {}), ...(ending ? { how: ending } : {}) }
}

function TurnRow({ turn, dropping }: { turn: FoundTurn; dropping: Dropping }): JSX.Element {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-4 py-1.5 text-sm sm:grid-cols-[10rem_minmax(0,1fr)_9rem_4.5rem_4rem]">
      <span className="truncate text-ink-2">
        {callerWords(turn.from)} → {turn.to}
      </span>
      <Link
        to="/sessions/$session"
        params={{ session: turn.session }}
        className="col-span-3 row-start-2 line-clamp-2 min-w-0 hover:underline sm:col-span-1 sm:row-start-auto"
      >
        <Snippet text={turn.snippet} />
      </Link>
      <span className={`col-span-3 row-start-3 sm:col-span-1 sm:row-start-auto ${toneOf(turn.how)}`}>
        {turn.how === null ? <Open turn={turn} dropping={dropping} /> : endingWords[turn.how]}
      </span>
      <span className="text-ink-2 sm:text-right">
        {turn.costUsd !== null && <Money {...paidOf({ ...turn, costUsd: turn.costUsd })} />}
      </span>
      <span className="text-right text-xs leading-[18px] text-ink-3">
        <Age at={turn.acceptedAt} />
      </span>
    </li>
  )
}

/** What an open turn does or waits for; one that waits can be dropped. */
function Open({ turn, dropping }: { turn: FoundTurn; dropping: Dropping }): JSX.Element {
  if (turn.deliveredAt !== null) return <>{turn.waitingFor ? waitingWords[turn.waitingFor] : 'under way'}</>
  const preview = unmarked(turn.snippet)
  const waiting = { ...turn, preview }
  return (
    <>
      {queuedWords(turn.waitingFor)}{' '}
      <button
        type="button"
        className="link"
        aria-label={`Drop “${oneLine(preview, 60)}”`}
        disabled={dropping.isPending}
        onClick={() => dropping.drop(waiting)}
      >
        Drop
      </button>
    </>
  )
}

/** On a phone only what is no plain answer needs a line of its own. */
function toneOf(how: TurnEnding | null): string {
  if (how === null) return 'text-ink-3'
  return how === 'answered' ? 'hidden text-ink-3 sm:block' : 'text-bad'
}
