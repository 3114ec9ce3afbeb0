import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState, type JSX } from 'react'
import type { Ask } from '../../../../contract/plain.ts'
import { byUrgency, counted, describeAsk, kindWord, oneLine } from '../../../views/index.ts'
import { useKeys } from '../../app/keys.ts'
import { Age } from '../../parts/age.tsx'
import { Avatar } from '../../parts/avatar.tsx'
import { Page } from '../../parts/page.tsx'
import { AskDetail } from './ask-detail.tsx'
import { Closed } from './closed.tsx'
import { NotifyHint } from './notify-hint.tsx'
import { useReading } from '../../data/reading.ts'
import { asksReading } from './queries.ts'

/** Below these nobody looks before the first are answered. */
const maxShown = 200

const route = getRouteApi('/shell/inbox')

/** Everything that waits for you, the most urgent first, answered by the keyboard alone if you like. */
export function Inbox(): JSX.Element {
  const { ask } = route.useSearch()
  // Another link is another start, also on this very page.
  return <OpenAsks key={ask} named={ask} />
}

function OpenAsks({ named }: { named: string | undefined }): JSX.Element {
  const { data } = useQuery(useReading(asksReading).asks)
  const asks = byUrgency(data?.asks ?? []).slice(0, maxShown)
  const { current, isByHand, choose, move } = useCurrent(asks, named)
  const wasClosed = useWasClosed(data?.asks, named)
  useKeys(
    { j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1) },
    { mayRepeat: true },
  )
  return (
    <Page>
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 pb-4">
        <h1 className="text-2xl font-semibold tracking-tight">{title(data?.open)}</h1>
        <Link to="/inbox/figures" className="link text-sm">
          How asks were answered
        </Link>
      </header>
      {wasClosed && (
        <p role="status" className="pb-3 text-sm text-ink-2">
          That ask is no longer open; look under “Before”.
        </p>
      )}
      <NotifyHint />
      {current && (
        <div className="grid gap-x-8 border-t border-line lg:grid-cols-[20rem_minmax(0,1fr)]">
          <ul
            aria-label="Open asks"
            className="max-h-[40dvh] overflow-y-auto border-b border-line lg:max-h-none lg:border-b-0"
          >
            {asks.map((ask) => (
              <Row key={ask.ask} ask={ask} isCurrent={ask === current} onChoose={() => choose(ask.ask)} />
            ))}
            {data && data.open > asks.length && (
              <li className="px-3 py-2 text-sm text-ink-2">
                {data.open - asks.length} more, no more urgent than these
              </li>
            )}
          </ul>
          <AskDetail key={current.ask} ask={current} isByHand={isByHand} />
        </div>
      )}
      {data?.open === 0 && <Empty />}
      <Closed />
    </Page>
  )
}

interface Current {
  current: Ask | undefined
  /** It was gone to, and did not take the place of another by itself. */
  isByHand: boolean
  choose: (ask: string) => void
  move: (by: number) => void
}

/** The ask that is shown whole, at first the one that a link named. It stays while others come and go around it. */
/** Whether the ask that a link names was closed before it was seen here. */
function useWasClosed(asks: readonly Ask[] | undefined, named: string | undefined): boolean {
  const [isSeen, setSeen] = useState(false)
  const isOpen = asks?.some(({ ask }) => ask === named) ?? false
  if (isOpen && !isSeen) setSeen(true)
  return asks !== undefined && named !== undefined && !isOpen && !isSeen
}

function useCurrent(asks: readonly Ask[], named: string | undefined): Current {
  const [chosen, setChosen] = useState(named === undefined ? undefined : { ask: named, isByHand: true })
  const place = asks.findIndex(({ ask }) => ask === chosen?.ask)
  const current = asks[Math.max(0, place)]
  if (current && place === -1) setChosen({ ask: current.ask, isByHand: false })
  const choose = (ask: string): void => setChosen({ ask, isByHand: true })
  return {
    current,
    isByHand: chosen?.isByHand ?? false,
    choose,
    move(by) {
      const next = asks[Math.min(asks.length - 1, Math.max(0, place + by))]
      if (next && next !== current) choose(next.ask)
    },
  }
}

/** What would be here. */
function Empty(): JSX.Element {
  return (
    <p className="max-w-2xl text-ink-2">
      Everything your agents ask lands here, most urgent first: permissions, questions, plans. One key
      answers. In a terminal, use <code className="font-mono">iris inbox</code>. To be told elsewhere, set
      <code className="font-mono">notifications</code> in the{' '}
      <Link to="/settings" className="link">
        settings
      </Link>
      .
    </p>
  )
}

function title(open: number | undefined): string {
  if (open === undefined) return 'Inbox'
  return open === 0
    ? 'Nothing is waiting for you.'
    : `${counted(open, 'ask')} ${open === 1 ? 'is' : 'are'} waiting for you.`
}

function Row({
  ask,
  isCurrent,
  onChoose,
}: {
  ask: Ask
  isCurrent: boolean
  onChoose: () => void
}): JSX.Element {
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent}
        className={`grid w-full grid-cols-[24px_minmax(0,1fr)] gap-x-3 border-l-2 py-2 pr-2 pl-3 text-left ${isCurrent ? 'border-needs bg-needs-soft' : 'border-transparent hover:bg-sunk'}`}
        onClick={onChoose}
      >
        <Avatar name={ask.team} />
        <span className="min-w-0">
          <span className="flex justify-between gap-2 text-xs text-ink-2">
            <span className="truncate">
              {ask.team} · {kindWord(ask).toLowerCase()}
              {ask.urgency === 'low' && ', not urgent'}
            </span>
            <span className="shrink-0">
              <Age at={ask.askedAt} />
            </span>
          </span>
          <span className="line-clamp-2">{oneLine(describeAsk(ask).title, 140)}</span>
        </span>
      </button>
    </li>
  )
}
