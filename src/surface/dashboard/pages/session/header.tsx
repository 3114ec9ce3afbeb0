import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Ask, Run, Session, TurnMark } from '../../../../contract/plain.ts'
import {
  activityWords,
  cutOffAdvice,
  cutOffWords,
  duration,
  isOpen,
  isRun,
  runWords,
  spentWords,
  tookOf,
  wantedWords,
  type Activity,
} from '../../../views/index.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Gauge } from '../../parts/gauge.tsx'
import { Actions } from './actions.tsx'
import { useRunOf } from './run-of.ts'
import { useReading } from '../../data/reading.ts'
import { asksReading } from '../inbox/queries.ts'

const phases: Readonly<Record<Session['state'], string>> = {
  asleep: 'asleep',
  starting: 'starting',
  idle: 'idle',
  working: 'working',
  waiting: 'needs you',
}

/** Whose session it is, what it does now, and what can be done with it. */
export function Header(props: {
  session: Session
  activity: Activity | undefined
  isDeleted: boolean
  turns: readonly TurnMark[]
}): JSX.Element {
  const { session, activity, isDeleted, turns } = props
  const asks = useQuery(useReading(asksReading).asks).data?.asks ?? []
  const ask = asks.find((one) => one.holds && one.session === session.session)
  const isWorking = session.state === 'working'
  const run = useRunOf(session)
  const phase = isDeleted ? 'deleted; the log keeps what happened' : phaseOf({ session, activity, run, ask })
  const tone = session.state === 'waiting' ? 'text-needs' : 'text-ink-2'
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
        <Avatar name={session.to} size={32} />
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="truncate text-lg leading-5 font-semibold">
            {session.to}{' '}
            <span className="font-normal text-ink-3">
              <Caller from={session.from} />
            </span>
          </h1>
          <p className={`flex min-w-0 items-baseline gap-2 text-sm ${tone}`}>
            {isWorking && (
              <span aria-hidden="true" className="at-work size-1.5 shrink-0 rounded-full bg-accent" />
            )}
            <span className="truncate">{phase}</span>
          </p>
        </div>
        <dl className="hidden gap-5 text-sm md:flex">
          <Fact name="Context">
            <Gauge percent={session.contextPercent} label={`Context of ${session.to}`} />
          </Fact>
          <Fact name="Worked">{workedWords(turns)}</Fact>
          <Fact name="Cost">
            {spentWords({ ...session, costUsd: session.costUsd - session.rehearsedUsd })}
          </Fact>
          <Fact name="Turns">{String(session.turns)}</Fact>
        </dl>
        {!isDeleted && <Actions session={session} />}
        {session.cutOff !== null && (
          <p role="alert" className="basis-full text-sm text-bad">
            {cutOffWords(session.cutOff)} {cutOffAdvice}
          </p>
        )}
      </div>
    </header>
  )
}

/** A leader that waits for its teammates is not idle. */
function phaseOf(facts: {
  session: Session
  activity: Activity | undefined
  run: Run | undefined
  ask: Ask | undefined
}): string {
  const { session, activity, run, ask } = facts
  if (session.state === 'waiting' && ask) return `needs you: ${wantedWords(ask)}`
  if (session.state === 'working' && activity) return activityWords(activity)
  return session.state === 'idle' && run && isOpen(run) ? runWords[run.state] : phases[session.state]
}

/** The time at work in the turns that are known, and what they waited for an answer. */
function workedWords(turns: readonly TurnMark[]): string {
  const took = turns.flatMap((turn) => (turn.endedAt === null ? [] : (tookOf(turn, turn.endedAt) ?? [])))
  const sum = (of: 'workedMs' | 'waitedMs'): number => took.reduce((all, one) => all + one[of], 0)
  if (took.length === 0) return '–'
  const waitedMs = sum('waitedMs')
  return `${duration(sum('workedMs'))}${waitedMs < 1000 ? '' : `, waited ${duration(waitedMs)}`}`
}

/** For whom it works: you, another team, or a run that it leads. */
function Caller({ from }: { from: string }): JSX.Element {
  if (!isRun(from)) return <>for {from === 'user' ? 'you' : from}</>
  return (
    <>
      leads{' '}
      <Link to="/runs/$run" params={{ run: from }} className="link">
        a run
      </Link>
    </>
  )
}

function Fact({ name, children }: { name: string; children: string | JSX.Element }): JSX.Element {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
