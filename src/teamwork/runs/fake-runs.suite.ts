import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Event, EventType, Run, RunId } from '../../contract/index.ts'
import { openFakeWorld, type FakeAgent, type FakeWorld } from '../../core/sessions/fake-agents.suite.ts'
import { createProjects } from '../../platform/projects/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { createRuns, runMigrations, type Runs } from './index.ts'

/** Runs over real sessions and storage; every line of a leader is written by the test. */
export interface FakeRuns {
  world: FakeWorld
  runs: Runs
  folder: string
  /** Starts a run whose leader has the goal. */
  start(input?: Partial<Parameters<Runs['start']>[0]>): Promise<RunId>
  get(id: RunId): Run
  /** The process started last. */
  leader(): FakeAgent
  events(...types: EventType[]): Event[]
  settle(): Promise<void>
  /** Lets time pass, in steps, so that everything due happens. */
  pass(ms: number): Promise<void>
  restart(): Promise<void>
  end(): Promise<void>
}

export async function openFakeRuns(): Promise<FakeRuns> {
  const world = await openFakeWorld([runMigrations])
  const folder = join(world.folder, 'project')
  mkdirSync(folder)
  const teams = new Map(['alpha', 'beta'].map((name) => [name, { name, path: folder, env: {} }]))
  // Only these fields of the config matter here.
  const config = () => ({ teams }) as unknown as CompiledConfig
  const environmentOf = () => ({ PATH: process.env['PATH'] ?? '' })
  const open = (): Runs => {
    const { sql, log, clock, logger, usage, asks, sessions } = world
    const projects = createProjects({ clock, threads: 4 })
    const base = { sql, log, clock, logger, usage, asks, sessions, projects }
    const runs = createRuns({ ...base, config, environmentOf })
    world.hearTold((told, append) => runs.onTold(told, append))
    return runs
  }
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 10; round += 1) await new Promise(setImmediate)
    world.clock.advance(5)
    for (let round = 0; round < 10; round += 1) await new Promise(setImmediate)
  }
  const fake: FakeRuns = {
    world,
    folder,
    runs: open(),
    async start(input = {}) {
      const { run } = await fake.runs.start({
        team: 'alpha',
        goal: 'Reach it',
        roster: ['pm', 'qa'],
        ...input,
      })
      await settle()
      return run
    },
    get: (id) => fake.runs.get(id),
    leader: () => world.agents.at(-1)!,
    events: (...types) => world.events(...types),
    settle,
    async pass(ms) {
      for (let left = ms; left > 0; left -= 1000) {
        world.clock.advance(Math.min(left, 1000))
        await settle()
      }
    },
    async restart() {
      fake.runs.close()
      world.onRestart(() => void (fake.runs = open()))
      await world.restart()
      fake.runs.recover()
      await settle()
    },
    async end() {
      fake.runs.close()
      await world.end()
    },
  }
  return fake
}

export const init = { type: 'system', subtype: 'init' }

/** A teammate in the background, as the CLI tells it; its id is its role. */
export const teammate = {
  start: (agent: FakeAgent, role: string): void => {
    const input = { subagent_type: role, run_in_background: true }
    const call = { type: 'tool_use', id: `toolu_${role}`, name: 'Agent', input }
    agent.print({ type: 'assistant', message: { id: 'm', model: 'x', content: [call] } })
    const about = { task_id: role, tool_use_id: `toolu_${role}`, subagent_type: role }
    const started = { description: `The part of ${role}`, task_type: 'local_agent' }
    agent.print({ type: 'system', subtype: 'task_started', ...about, ...started })
  },
  end: (agent: FakeAgent, role: string, status = 'completed'): void => {
    const about = { task_id: role, tool_use_id: `toolu_${role}` }
    agent.print({ type: 'system', subtype: 'task_notification', ...about, status, summary: `${role} report` })
  },
}

/** The result of a turn; with `woken` of one that the agent began by itself. */
export const result = (text: string, more: object = {}): object => ({
  type: 'result',
  subtype: 'success',
  num_turns: 1,
  result: text,
  total_cost_usd: 0,
  ...more,
})

export const woken = { origin: { kind: 'task-notification' } }
