import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type {
  Ask,
  AskId,
  EventEnvelope,
  Session,
  TellOutcome,
  Turn,
  TurnId,
} from '../../src/contract/index.ts'
import type { Patience } from '../../src/teamwork/orchestrator/index.ts'
import { bundled } from '../bundle/sources.ts'

/** What such a daemon can be asked. */
export type DaemonCall =
  | { tell: string; patience: Patience }
  | { turn: TurnId }
  | { allow: AskId }
  | { events: string[]; after: number }
  | { remove: string }
  | { list: 'asks' | 'sessions' }

/** A daemon in a process of its own. */
export interface DaemonProcess {
  pid: number
  /** Puts a message to the team alpha; with the usual patience, only the receipt is waited for. */
  tell(message: string, patience?: Patience): Promise<TellOutcome>
  turn(id: TurnId): Promise<Turn>
  asks(): Promise<Ask[]>
  sessions(): Promise<Session[]>
  allow(ask: AskId): Promise<Ask>
  /** All events of these types. */
  events(...types: string[]): Promise<EventEnvelope[]>
  remove(team: string): Promise<unknown>
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
}

/** Starts a daemon for a home; resolves when it has taken up what was left. */
export async function startDaemonProcess(home: string): Promise<DaemonProcess> {
  const child = fork(bundled(join(import.meta.dirname, 'team-daemon.ts')), {
    execArgv: [],
    env: { ...process.env, IRIS_HOME: home, HOME: home },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const ready = new Promise((resolve, reject) => waiting.set(0, { resolve, reject }))
  child.on('message', ({ n, value, error }: { n: number; value?: unknown; error?: string }) => {
    if (error === undefined) waiting.get(n)?.resolve(value)
    else waiting.get(n)?.reject(new Error(error))
    waiting.delete(n)
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the daemon is gone'))
  })
  let count = 0
  const ask = <T>(call: DaemonCall): Promise<T> =>
    new Promise((resolve, reject) => {
      count += 1
      waiting.set(count, { resolve: (value) => resolve(value as T), reject })
      child.send({ n: count, call })
    })
  await ready
  return {
    pid: child.pid!,
    tell: (message, patience = { until: 'accepted' }) => ask({ tell: message, patience }),
    turn: (turn) => ask({ turn }),
    asks: () => ask({ list: 'asks' }),
    sessions: () => ask({ list: 'sessions' }),
    allow: (allow) => ask({ allow }),
    events: (...types) => readAll((after) => ask({ events: types, after })),
    remove: (team) => ask({ remove: team }),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function readAll(
  read: (after: number) => Promise<{ events: EventEnvelope[]; next: number; head: number }>,
): Promise<EventEnvelope[]> {
  const all: EventEnvelope[] = []
  for (let after = 0; ;) {
    const { events, next, head } = await read(after)
    all.push(...events)
    if (next >= head) return all
    after = next
  }
}
