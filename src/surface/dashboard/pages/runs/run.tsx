import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState, type JSX } from 'react'
import type { EvidenceCheck, Run, RunId } from '../../../../contract/plain.ts'
import {
  costWords,
  isAccepted,
  isOpen,
  limitsOf,
  runWords,
  spanTook,
  stateOfRun,
  tookWords,
} from '../../../views/index.ts'
import { useNow, useWorld } from '../../data/context.ts'
import { AskLine } from '../../parts/ask-line.tsx'
import { Avatar } from '../../parts/avatar.tsx'
import { Bar } from '../../parts/bar.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { Page } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { Teammates } from './teammates.tsx'
import { useReading } from '../../data/reading.ts'
import { asksReading } from '../inbox/queries.ts'
import { runsReading } from './queries.ts'

const route = getRouteApi('/shell/runs/$run')

/** One run: its goal, who works on what, what it may still use, and the proof. */
export function RunPage(): JSX.Element {
  const { run } = route.useParams()
  // The daemon knows what is a run.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { data, error } = useQuery(useReading(runsReading).run(run as RunId))
  return (
    <Page>
      {error && <p className="text-bad">{error.message}</p>}
      {data ? <RunView run={data} /> : !error && <p className="text-ink-3">Reading the run …</p>}
    </Page>
  )
}

function RunView({ run }: { run: Run }): JSX.Element {
  const now = useNow(1000)
  return (
    <div className="flex flex-col gap-6">
      <header>
        <p className="text-sm">
          <State {...stateOfRun(run)} />
          <span className="text-ink-3">
            {' '}
            · {tookWords(spanTook(run, now))} · {costWords(run.costUsd, run.rehearsed)}
          </span>
        </p>
        <h1 className="mt-1 max-w-4xl text-xl font-semibold whitespace-pre-wrap">{run.goal}</h1>
        {run.reason && <p className={`mt-1 ${isAccepted(run) ? 'text-ink-2' : 'text-bad'}`}>{run.reason}</p>}
        <Actions run={run} />
      </header>
      <Asked run={run} />
      <Leader run={run} />
      <Teammates teammates={run.teammates} isRehearsed={run.rehearsed} now={now} />
      <Limits run={run} now={now} />
      <Proof run={run} />
      {run.summary && (
        <section aria-label="What the leader said at the end">
          <h2 className="pb-1 text-sm font-semibold">What the leader said at the end</h2>
          <Markdown text={run.summary} />
        </section>
      )}
    </div>
  )
}

/** What of this run waits for you. */
function Asked({ run }: { run: Run }): JSX.Element | null {
  const open = useQuery(useReading(asksReading).asks).data?.asks ?? []
  const asks = open.filter(({ ask }) => run.asks.includes(ask))
  if (asks.length === 0) return null
  return (
    <section aria-label="What waits for you" className="flex flex-col gap-2">
      {asks.map((ask) => (
        <AskLine key={ask.ask} ask={ask} />
      ))}
    </section>
  )
}

function Leader({ run }: { run: Run }): JSX.Element {
  return (
    <section
      aria-label="Leader"
      className="grid grid-cols-[32px_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line pt-3"
    >
      <Avatar name={run.team} size={32} />
      <div className="min-w-0">
        <div className="font-semibold">
          {run.team} <span className="font-normal text-ink-3">leads</span>
        </div>
        <div className="truncate text-sm text-ink-2">{run.leader.activity || runWords[run.state]}</div>
      </div>
      <Link to="/sessions/$session" params={{ session: run.leader.session }} className="button">
        Open session
      </Link>
    </section>
  )
}

function Actions({ run }: { run: Run }): JSX.Element {
  const { client } = useWorld()
  const [words, setWords] = useState('')
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => setWords(''),
  })
  const stop = (): void => {
    if (confirm('The whole run ends within 5 seconds. What was said is kept. Stop it?'))
      act.mutate(() => client.call('stopRun', { run: run.run }))
  }
  const send = (): void =>
    act.mutate(() =>
      isOpen(run)
        ? client.call('tellRun', { run: run.run, message: words })
        : client.call('resumeRun', { run: run.run, ...(words.trim() === '' ? {} : { message: words }) }),
    )
  return (
    <form
      className="mt-3 flex max-w-3xl flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <input
        className="field min-w-48 flex-1"
        aria-label="Message to the leader"
        placeholder={invitation(run)}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <button
        type="submit"
        className="button h-[30px]"
        disabled={act.isPending || (isOpen(run) && words.trim() === '')}
      >
        {isOpen(run) ? 'Tell' : 'Continue'}
      </button>
      {isOpen(run) && (
        <button
          type="button"
          className="button button-danger h-[30px]"
          disabled={act.isPending}
          onClick={stop}
        >
          Stop
        </button>
      )}
      {act.error && (
        <p role="alert" className="basis-full text-sm text-bad">
          {act.error.message}
        </p>
      )}
    </form>
  )
}

/** What is told waits only where there is something to wait for. */
function invitation(run: Run): string {
  if (!isOpen(run)) return 'Say how to continue'
  return run.leader.turn === null
    ? 'Tell the leader something'
    : 'Tell the leader something; it waits for the running turn'
}

function Limits({ run, now }: { run: Run; now: number }): JSX.Element | null {
  const limits = limitsOf(run, now)
  if (limits.length === 0) return null
  return (
    <section aria-label="Limits">
      <h2 className="border-b border-line pb-1 text-sm font-semibold">Limits</h2>
      <dl className="mt-2 grid gap-2 text-sm sm:grid-cols-3">
        {limits.map(({ name, share, words }) => (
          <div key={name}>
            <dt className="label">{name}</dt>
            <dd>
              <Bar share={share} words={words} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** What must hold, and what the check said. */
function Proof({ run }: { run: Run }): JSX.Element | null {
  const { files, commands } = run.evidence
  const wanted = [
    ...files.map((what) => ({ kind: 'file', what })),
    ...commands.map((what) => ({ kind: 'command', what })),
  ]
  if (wanted.length === 0 && !run.checks) return null
  const checkOf = (what: string): EvidenceCheck | undefined =>
    run.checks?.find((check) => check.what === what)
  return (
    <section aria-label="Proof">
      <h2 className="border-b border-line pb-1 text-sm font-semibold">Proof</h2>
      <ul className="divide-y divide-line text-sm">
        {wanted.map(({ kind, what }) => (
          <Check key={kind + what} kind={kind} what={what} check={checkOf(what)} isOver={!isOpen(run)} />
        ))}
      </ul>
    </section>
  )
}

function Check(props: {
  kind: string
  what: string
  check: EvidenceCheck | undefined
  /** A run that was stopped is not checked any more. */
  isOver: boolean
}): JSX.Element {
  const { kind, what, check } = props
  const tone = check ? (check.ok ? 'good' : 'bad') : 'quiet'
  const words = check
    ? check.ok
      ? 'holds'
      : 'does not hold'
    : props.isOver
      ? 'not checked'
      : 'checked at the end'
  return (
    <li className="py-1.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <State tone={tone} words={words} />
        <span className="text-ink-3">{kind}</span>
        <code className="min-w-0 font-mono">{what}</code>
      </div>
      {check?.detail && (
        <pre className="mt-1 max-h-48 overflow-auto bg-sunk px-3 py-1.5 font-mono whitespace-pre-wrap">
          {check.detail}
        </pre>
      )}
    </li>
  )
}
