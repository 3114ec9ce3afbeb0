import { daemonLock, exitCodes, IrisError } from '../../../contract/plain.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import { systemCode } from '../../../platform/lib/index.ts'
import { isSameProcessAlive, lockHolder, pidOf } from '../../../platform/process/index.ts'
import {
  endLeftAgents,
  findDaemon,
  isOlder,
  leftAgents,
  type FoundDaemon,
  type LeftAgent,
} from '../../connection/index.ts'
import type { CommandContext } from '../command.ts'
import { canAsk, saysYes } from '../confirmation.ts'
import { countOf, namesOf, showLeft } from '../left-agents.ts'

const stopWithin = 15_000
const pollEvery = 20

/** How a person wants Iris to stop, and what is to become of agents at work. */
export interface StopOptions {
  force?: boolean
  all?: boolean
  keepAgents?: boolean
}

type AtWork = 'kept' | 'ended'

/** Stops the daemon and says who works on without it, or ends those too. */
export async function stop(context: CommandContext, options: StopOptions): Promise<number> {
  const { home } = context.environment
  if (options.all && options.keepAgents) throw new IrisError('USAGE', 'Use --all or --keep-agents, not both.')
  // The lock, not the address file, says which process it is: also while it starts or stops, or answers nobody.
  const holder = lockHolder(home, daemonLock)
  const { atWork, before } = await choose(context, options, holder)
  if (holder) await stopDaemon(home, holder, { force: options.force ?? false, atWork })
  const left = await leftAfter(home, atWork)
  const ended = before.filter(({ agent }) => !left.some((one) => one.agent === agent))
  const stopped = holder === undefined ? undefined : pidOf(holder)
  tell(context, { stopped, ended: atWork === 'ended' ? ended : [], left })
  if (atWork === 'kept' || left.length === 0) return exitCodes.ok
  throw new IrisError('AGENT_DID_NOT_END', `${countOf(left)} would not end: ${namesOf(left)}.`)
}

/** Without a word, and where nobody can be asked, agents are kept: who was kept can be ended, but not the reverse. */
async function choose(
  context: CommandContext,
  { all, keepAgents, force }: StopOptions,
  holder: string | undefined,
): Promise<{ atWork: AtWork; before: LeftAgent[] }> {
  const { output, environment } = context
  const isAsked = !all && !keepAgents && canAsk(context)
  const before = all || isAsked ? await workingOn(environment.home, holder !== undefined && !force) : []
  if (!isAsked || before.length === 0) return { atWork: all ? 'ended' : 'kept', before }
  output.line(`${countOf(before)} at work: ${namesOf(before)}`)
  const isToEnd = await saysYes(
    context,
    'End them too? Otherwise they keep working without Iris, and costing money. [y/N] ',
  )
  return { atWork: isToEnd ? 'ended' : 'kept', before }
}

/** Those that a stop would leave at work, as the daemon says; without one that answers, those that run. */
async function workingOn(home: string, mayAsk: boolean): Promise<LeftAgent[]> {
  const daemon = mayAsk ? await findDaemon(home).catch(() => undefined) : undefined
  const found = await daemon?.client.call('listProcesses', {}).catch(() => undefined)
  if (!found) return leftAgents(home)
  return found.agents.flatMap(({ agent, team, pid, atWork }) =>
    atWork ? [{ agent, team, pid: pid ?? 0 }] : [],
  )
}

async function leftAfter(home: string, atWork: AtWork): Promise<LeftAgent[]> {
  const left = await leftAgents(home)
  return atWork === 'ended' && left.length > 0 ? endLeftAgents(home) : left
}

function tell(
  { output }: CommandContext,
  { stopped, ended, left }: { stopped: number | undefined; ended: LeftAgent[]; left: LeftAgent[] },
): void {
  const wasRunning = stopped === undefined ? {} : { stopped }
  output.result({ running: false, ...wasRunning, ended, agents: left }, () => {
    output.line(stopped === undefined ? 'Iris is not running.' : 'Iris has stopped.')
    if (ended.length > 0) output.line(`Ended ${countOf(ended)}: ${namesOf(ended)}`)
    showLeft({ output }, left)
  })
}

/** Stops the daemon that holds the home; resolves once it has gone. */
export async function stopDaemon(
  home: string,
  holder: string,
  { force, atWork }: { force: boolean; atWork: AtWork },
): Promise<void> {
  const pid = pidOf(holder)
  const deadline = systemClock.steady() + stopWithin
  if (force) signal(pid, 'SIGKILL')
  const isHeard = force || (await askToStop({ home, holder, deadline, atWork }))
  if (await endedBefore(deadline, holder)) return
  const why = isHeard ? `is still stopping after ${stopWithin / 1000} s` : 'does not answer; it may be busy'
  throw new IrisError('DAEMON_DID_NOT_STOP', `Iris (process ${pid}) ${why}.`)
}

function signal(pid: number, name: 'SIGKILL' | 'SIGTERM'): true {
  try {
    process.kill(pid, name)
  } catch (error) {
    // Somebody else ended it in between.
    if (systemCode(error) !== 'ESRCH') throw error
  }
  return true
}

/** Whether it was heard. One that starts is asked once it answers; one that stops already needs no asking. */
async function askToStop(stopping: {
  home: string
  holder: string
  deadline: number
  atWork: AtWork
}): Promise<boolean> {
  const { home, holder, deadline, atWork } = stopping
  if (isOlder(home)) return signal(pidOf(holder), 'SIGTERM')
  while (isSameProcessAlive(holder) && systemClock.steady() < deadline) {
    const running = await findDaemon(home)
    if (running && (await hasHeard(running, atWork))) return true
    await pause(pollEvery)
  }
  return false
}

async function hasHeard({ client }: FoundDaemon, atWork: AtWork): Promise<boolean> {
  try {
    await client.call('stopDaemon', { atWork })
    return true
  } catch (error) {
    if (error instanceof IrisError && error.code === 'DAEMON_UNREACHABLE') return false
    throw error
  }
}

async function endedBefore(deadline: number, holder: string): Promise<boolean> {
  while (isSameProcessAlive(holder)) {
    if (systemClock.steady() > deadline) return false
    await pause(pollEvery)
  }
  return true
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
