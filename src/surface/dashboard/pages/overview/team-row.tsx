import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Retry, Session } from '../../../../contract/plain.ts'
import {
  callerWords,
  counted,
  endingWords,
  limitedPhrase,
  wantedWords,
  plainLine,
  type Entry,
} from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { Age } from '../../parts/age.tsx'
import { AskLine } from '../../parts/ask-line.tsx'
import { Avatar } from '../../parts/avatar.tsx'
import { Gauge } from '../../parts/gauge.tsx'
import { Money } from '../../parts/money.tsx'
import { useActivity } from './activity.ts'
import { FirstTell } from './first-tell.tsx'
import { teamsReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'
import { sessionReading } from '../session/queries.ts'

/** More than these are in the inbox. */
const maxAsks = 3

/** One team: where it stands, what it does in words, how full it is, what it cost today, what it said last. */
export function TeamRow({ entry }: { entry: Entry }): JSX.Element {
  const { team, lane, sessions, asks, contextPercent } = entry
  const [main] = sessions
  const isRehearsing = useIsRehearsing()
  return (
    <li className="py-2">
      <div className="grid grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-x-3 lg:grid-cols-[24px_11rem_minmax(0,1fr)_6rem_4.5rem_4rem]">
        <Avatar name={team.name} />
        <TeamName entry={entry} main={main} />
        <div className="col-span-3 row-start-2 min-w-0 pl-9 lg:col-span-1 lg:row-start-auto lg:pl-0">
          <Doing entry={entry} main={main} />
        </div>
        <span className="hidden text-sm lg:block">
          <Gauge percent={contextPercent} label={`Context of ${team.name}`} />
        </span>
        <span className="hidden text-right text-sm text-ink-2 lg:block" title="Spent today">
          <Money
            costUsd={team.costTodayUsd}
            rehearsedUsd={team.rehearsedTodayUsd}
            isRehearsing={isRehearsing}
          />
        </span>
        <span className="text-right text-xs text-ink-3">{main && <Age at={main.lastUsedAt} />}</span>
      </div>
      {lane !== 'needs_you' ? null : (
        <ul className="mt-2 flex flex-col gap-2 pl-9">
          {asks.slice(0, maxAsks).map((ask) => (
            <li key={ask.ask}>
              <AskLine ask={ask} />
            </li>
          ))}
          {asks.length > maxAsks && (
            <li className="text-sm">
              <Link to="/inbox" className="link">
                {asks.length - maxAsks} more in the inbox
              </Link>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

/** Nobody has paid anything today, but something was rehearsed. */
function useIsRehearsing(): boolean {
  const teams = useQuery(useReading(teamsReading).teams).data?.teams ?? []
  return (
    teams.every(({ costTodayUsd }) => costTodayUsd === 0) &&
    teams.some(({ rehearsedTodayUsd }) => rehearsedTodayUsd > 0)
  )
}

function TeamName({ entry, main }: { entry: Entry; main: Session | undefined }): JSX.Element {
  const { team, sessions } = entry
  const alive = sessions.filter(({ agent }) => agent !== null).length
  return (
    <span className="min-w-0 truncate" title={`${team.name}: ${team.description || team.path}`}>
      {main ? (
        <Link
          to="/sessions/$session"
          params={{ session: main.session }}
          className="font-semibold hover:underline"
        >
          {team.name}
        </Link>
      ) : (
        <span className="font-semibold">{team.name}</span>
      )}
      {alive > 1 && <span className="ml-2 text-xs text-ink-3">{counted(alive, 'agent')}</span>}
      {team.queued > 0 && <span className="ml-2 text-xs text-ink-3">{team.queued} queued</span>}
    </span>
  )
}

function Doing({ entry, main }: { entry: Entry; main: Session | undefined }): JSX.Element {
  const { team } = entry
  if (!main)
    return (
      <>
        <span className="mr-3 text-sm text-ink-3">{team.description || 'never told anything'}</span>
        <FirstTell team={team.name} />
      </>
    )
  const ask = entry.asks.find(({ session, holds }) => holds && session === main.session)
  if (main.state === 'waiting' && ask)
    return <span className="block truncate text-sm text-needs">{wantedWords(ask)}</span>
  if (main.state === 'working' || main.state === 'starting')
    return <Activity session={main} path={team.path} />
  if (main.limited) return <AtLimit limited={main.limited} />
  return <LastWords session={main} />
}

function Activity({ session, path }: { session: Session; path: string }): JSX.Element {
  const activity = useActivity(session.session, path)
  const words = activity ?? (session.state === 'starting' ? 'starting' : 'working')
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span aria-hidden="true" className="at-work inline-block size-1.5 shrink-0 rounded-full bg-accent" />
      <span className="truncate">{words}</span>
      {session.from !== 'user' && (
        <span className="shrink-0 text-xs text-ink-3">for {callerWords(session.from)}</span>
      )}
    </span>
  )
}

/** What it was told is not done yet. */
function AtLimit({ limited }: { limited: Retry }): JSX.Element {
  const now = useNow(60_000)
  return (
    <span className="block truncate text-sm text-ink-2">
      <span className="mr-2 text-bad">{limitedPhrase(limited, now)}</span>
      {plainLine(limited.preview, 160)}
    </span>
  )
}

function LastWords({ session }: { session: Session }): JSX.Element {
  const last = useQuery(useReading(sessionReading).lastTurn(session.session))
  const turn = last.data?.turns.at(-1)
  if (!turn) return <span className="text-sm text-ink-3">no turn yet</span>
  const bad = turn.how !== null && turn.how !== 'answered'
  return (
    <span className="block truncate text-sm text-ink-2">
      {bad && turn.how && <span className="mr-2 text-bad">{endingWords[turn.how]}</span>}
      {plainLine(turn.answer || turn.preview, 160)}
    </span>
  )
}
