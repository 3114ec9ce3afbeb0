import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { AgentProcess } from '../../../../contract/plain.ts'
import { bytes, callerWords, counted, duration } from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { Age } from '../../parts/age.tsx'
import { Avatar } from '../../parts/avatar.tsx'
import { Line } from '../../parts/line.tsx'
import { Page } from '../../parts/page.tsx'
import { PoolHistory } from './pool-history.tsx'
import { statusReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'
import { processesReading } from './queries.ts'

/** Which agents are alive, what they take, and how much room is left. */
export function Processes(): JSX.Element {
  const { data } = useQuery(useReading(processesReading).processes)
  const status = useQuery(useReading(statusReading).status).data
  const now = useNow(5000)
  if (!data) return <Page>Loading …</Page>
  const { agents, limit, daemon, samples } = data
  const taken = agents.reduce((sum, { memory }) => sum + (memory ?? 0), 0)
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">
        {agents.length} of {counted(limit, 'slot')} in use.
      </h1>
      <p className="mt-1 text-ink-2">
        The daemon (process {daemon.pid}) uses {bytes(daemon.memory)} and has been up for{' '}
        {duration(now - daemon.startedAt)}.
        {status && ` Its database holds ${bytes(status.database.bytes)} and ${status.events} events.`}
      </p>
      <Agents agents={agents} />
      <PoolHistory alive={agents.length} limit={limit} />
      <h2 className="mt-8 border-b border-line pb-1 text-sm font-semibold">Memory</h2>
      <div className="mt-3 grid gap-6 sm:grid-cols-2">
        <Line name="Agent memory" values={[...samples.map((one) => one.agents), taken]} say={bytes} />
        <Line
          name="Daemon memory"
          values={[...samples.map((one) => one.daemon), daemon.memory]}
          say={bytes}
        />
      </div>
      <p className="label mt-1">Minute by minute since the daemon started, at most the last 4 hours.</p>
    </Page>
  )
}

function processWords({ pid, processes }: AgentProcess): string {
  if (pid === null) return 'starting'
  return processes > 1 ? `process ${pid} and ${processes - 1} it started` : `process ${pid}`
}

function Agents({ agents }: { agents: AgentProcess[] }): JSX.Element {
  if (agents.length === 0)
    return (
      <p className="mt-6 text-ink-3">
        No agent is awake. A tell starts one, and it ends on its own when idle.
      </p>
    )
  return (
    <ul className="mt-6 divide-y divide-line border-t border-b border-line text-sm">
      {agents.map((agent) => (
        <li
          key={agent.agent}
          className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 md:grid-cols-[20px_minmax(0,1fr)_6rem_14rem_6rem_4rem]"
        >
          <Avatar name={agent.team} size={20} />
          <Link
            to="/sessions/$session"
            params={{ session: agent.session }}
            className="truncate font-medium hover:underline"
          >
            {agent.team} <span className="font-normal text-ink-3">for {callerWords(agent.from)}</span>
          </Link>
          <span className={agent.state === 'waiting' ? 'text-needs' : 'text-ink-2'}>
            {agent.state === 'waiting' ? 'needs you' : agent.state}
          </span>
          <span className="hidden text-ink-2 md:block">{processWords(agent)}</span>
          <span className="hidden text-right md:block">
            {agent.memory === null ? '–' : bytes(agent.memory)}
          </span>
          <span className="hidden text-right text-xs text-ink-3 md:block">
            <Age at={agent.lastUsedAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
