import type { AgentId, Event, EventType, StageId } from '../../../contract/index.ts'
import type { StageStart } from '../../../core/agents/index.ts'
import { fakeAgent, type FakeAgent } from '../../../core/sessions/fake-agents.suite.ts'
import { createLog, openStore, type EventLog, type Migrations } from '../../../core/store/index.ts'
import { createUsage, usageMigrations, type Usage } from '../../../core/usage/index.ts'
import { manualClock, systemClock, type ManualClock } from '../../../platform/clock/index.ts'
import type { CompiledConfig } from '../../../platform/config/index.ts'
import { createProjects } from '../../../platform/projects/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { StageDeps } from './context.ts'
import { stageMigrations } from './rows.ts'
import type { StageAsk, Stages } from './stage.ts'
import { createStages } from './stages.ts'

/** Stages over real tables, a real log and real role files; only the CLI is one whose lines a test writes. */
export interface StageWorld {
  sql: Sql
  log: EventLog
  usage: Usage
  clock: ManualClock
  stages: Stages
  starts: StageStart[]
  /** Errors in the daemon's own log. */
  said: string[]
  agents: FakeAgent[]
  /** What the pipe would list. */
  known: Map<string, number | null>
  /** How many starts failed of what hinders them. */
  readonly hindered: number
  /** Every further start fails of this; undefined lets it begin. */
  hinder(error: Error | undefined): void
  /** Shown every agent before it is used. */
  onMade(made: (agent: FakeAgent) => void): void
  begin(ask?: Partial<StageAsk>): StageId
  /** An agent ends its turn. */
  answer(more: object, at?: number): Promise<void>
  events(...types: EventType[]): Event[]
  settle(): Promise<void>
  /** Another daemon on the same tables; the one before was killed. */
  restart(reopen?: () => void): Promise<void>
  close(): Promise<void>
}

export async function openStageWorld(
  options: { budget?: number; migrations?: readonly Migrations[] } = {},
): Promise<StageWorld> {
  const sql = openStore(':memory:', [usageMigrations, stageMigrations, ...(options.migrations ?? [])])
  const clock = manualClock(1_000_000)
  const agents = new Map<string, ReturnType<typeof fakeAgent>>()
  const known = new Map<string, number | null>()
  const starts: StageStart[] = []
  let hindrance: Error | undefined
  let hindered = 0
  let onMade: (agent: FakeAgent) => void = () => undefined
  const said: string[] = []
  const projects = createProjects({ clock: systemClock, threads: 4 })
  let close: () => Promise<void> = () => Promise.resolve()
  const open = (): Pick<StageWorld, 'log' | 'usage' | 'stages'> => {
    const log = createLog({ sql, clock })
    const usage = createUsage({ sql, log, clock })
    const host: StageDeps['agents'] = {
      launchStage(start) {
        if (hindrance) {
          hindered += 1
          return Promise.reject(hindrance)
        }
        starts.push(start)
        const agent = fakeAgent(start.id, { how: 'new', id: start.conversation })
        onMade(agent)
        agents.set(start.id, agent)
        known.set(start.id, agents.size)
        return Promise.resolve(agent)
      },
      attach: ({ id, offset }) => ({ ...agents.get(id)!, output$: agents.get(id)!.from(offset) }),
      forget: (id) => void known.delete(id),
      known: () => Promise.resolve(known),
    }
    // Only these fields of the config matter here.
    const config = () =>
      ({ agent: { model: 'usual', budget: { total: options.budget } } }) as unknown as CompiledConfig
    const logger = { error: (message: string) => void said.push(message) }
    const sessions = { recovered: () => Promise.resolve() }
    const stages = createStages({ sql, log, clock, logger, usage, projects, config, agents: host, sessions })
    close = async () => {
      await stages.close()
      usage.close()
      await log.close()
    }
    return { log, usage, stages }
  }
  const world = Object.assign({}, open(), { sql, clock, known, starts, said }) as StageWorld
  Object.defineProperty(world, 'agents', { get: () => [...agents.values()] })
  Object.defineProperty(world, 'hindered', { get: () => hindered })
  const ask: StageAsk = {
    role: 'ideation',
    subject: 'idea_1',
    parts: [{ name: 'task', required: true, entries: ['Say what it is.'] }],
    budget: 1000,
    schema: { type: 'object' },
  }
  world.hinder = (error) => void (hindrance = error)
  world.onMade = (made) => void (onMade = made)
  world.begin = (more) => world.log.write((append) => world.stages.begin({ ...ask, ...more }, append))
  world.events = (...types) => world.log.read({ types, limit: 1000 }).events
  world.settle = async () => {
    for (let round = 0; round < 20; round += 1) await new Promise(setImmediate)
  }
  world.answer = async (more, at = 0) => {
    world.agents[at]!.answerTurn('', { total_cost_usd: 0.25, ...more })
    await world.settle()
  }
  world.restart = async (reopen) => {
    await close()
    Object.assign(world, open())
    reopen?.()
    await world.stages.recover()
    await world.settle()
  }
  world.close = async () => {
    await close()
    sql.close()
  }
  await world.stages.recover()
  return world
}

/** Until an agent was asked; role files are read from the disk, which takes its time. */
export async function untilAsked(world: StageWorld, count: number): Promise<AgentId[]> {
  while (world.agents.filter(({ sent }) => sent.length > 0).length < count)
    await new Promise((resolve) => setImmediate(resolve))
  await world.settle()
  return world.agents.map(({ id }) => id)
}
