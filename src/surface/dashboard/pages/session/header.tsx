import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type JSX } from 'react'
import type { Run, Session } from '../../../../contract/plain.ts'
import {
  activityWords,
  cutOffAdvice,
  cutOffWords,
  isOpen,
  isRun,
  money,
  runWords,
  type Activity,
} from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Gauge } from '../../parts/gauge.tsx'
import { useRunOf } from './run-of.ts'

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
  /** Nobody pays for it. */
  isRehearsed: boolean
}): JSX.Element {
  const { session, activity, isDeleted, isRehearsed } = props
  const isWorking = session.state === 'working'
  const run = useRunOf(session)
  const phase = isDeleted ? 'deleted' : phaseOf({ session, activity, run })
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
          <Fact name={isRehearsed ? 'Rehearsed cost' : 'Cost'}>{money(session.costUsd)}</Fact>
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
function phaseOf(facts: { session: Session; activity: Activity | undefined; run: Run | undefined }): string {
  const { session, activity, run } = facts
  if (session.state === 'working' && activity) return activityWords(activity)
  return session.state === 'idle' && run && isOpen(run) ? runWords[run.state] : phases[session.state]
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

function Actions({ session }: { session: Session }): JSX.Element {
  const { client } = useWorld()
  const [command, setCommand] = useState<string>()
  const of = { team: session.to, ...(session.from === 'user' ? {} : { fromTeam: session.from }) }
  const act = useMutation({ mutationFn: (work: () => Promise<unknown>) => work() })
  const isBusy = session.state === 'working' || session.state === 'waiting'
  const sleep = (): void => {
    if (isBusy && !confirm('A turn is under way; it will end as stopped. Put the agent to sleep?')) return
    act.mutate(() => client.call('sleepTeam', { ...of, force: isBusy }))
  }
  const fork = async (): Promise<void> => setCommand((await client.call('forkSession', of)).command)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <button
        type="button"
        className="button"
        disabled={!isBusy}
        onClick={() => act.mutate(() => client.call('cancelTurn', of))}
      >
        Interrupt
      </button>
      <button type="button" className="button" disabled={session.agent === null} onClick={sleep}>
        Put to sleep
      </button>
      <button type="button" className="button" onClick={() => act.mutate(fork)}>
        Fork
      </button>
      {act.error && (
        <span role="alert" className="text-sm text-bad">
          {act.error.message}
        </span>
      )}
      {command && <ForkCommand command={command} onClose={() => setCommand(undefined)} />}
    </div>
  )
}

/** The command that goes on with a copy of the conversation in a terminal. */
function ForkCommand({ command, onClose }: { command: string; onClose: () => void }): JSX.Element {
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="basis-full text-sm">
      <p className="text-ink-2">Opens a copy of the conversation in a terminal; this one stays as it is.</p>
      <code className="mt-1 block bg-sunk px-3 py-1.5 font-mono break-all">{command}</code>
      <div className="mt-1 flex gap-3">
        <button
          type="button"
          className="link"
          onClick={() => void navigator.clipboard.writeText(command).then(() => setCopied(true))}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
        <button type="button" className="link" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  )
}
