import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  IrisError,
  newId,
  type Ask,
  type Build,
  type Concern,
  type Event,
  type EventType,
  type Ruling,
  type SessionId,
  type TurnId,
} from '../../../contract/index.ts'
import { alertMigrations, createAlerts, type Alerts, type FoundAlert } from '../../../core/alerts/index.ts'
import { askMigrations, createInbox, type Inbox } from '../../../core/inbox/index.ts'
import { kinOf, user } from '../../../core/inbox/inbox.suite.ts'
import { leasesFeature, type Leases } from '../../../core/leases/index.ts'
import { createRulings, rulingMigrations, type Rulings } from '../../../core/rulings/index.ts'
import { closeBase, eventsIn, openBase } from '../../../core/store/base.suite.ts'
import type { EventLog } from '../../../core/store/index.ts'
import { createTasks, taskMigrations, type Tasks } from '../../../core/tasks/index.ts'
import { manualClock, type ManualClock } from '../../../platform/clock/index.ts'
import { createLogger } from '../../../platform/log/index.ts'
import type { CoordinatorDeps } from './context.ts'
import { createCoordinator, type Coordinator } from './coordinator.ts'
import { coordinatorFeature } from './feature.ts'
import { coordinatorMigrations } from './migrations.ts'

export const minute = 60_000
const session: SessionId = `ses_${'0'.repeat(26)}`

/** The coordinator on real tables of alerts, asks, leases, tasks and rulings; agents, builds and parts are what the test says. */
export interface CoordinatorWorld {
  clock: ManualClock
  log: EventLog
  alerts: Alerts
  inbox: Inbox
  rulings: Rulings
  tasks: Tasks
  leases: Leases
  coordinator: Coordinator
  /** The open turn of the agent. */
  turn: TurnId | null
  /** What was interrupted; `cancel` may be replaced to be killed in the middle. */
  cancelled: TurnId[]
  cancel: () => Promise<void>
  restarted: string[]
  /** What is down; a restart takes it off. */
  down: Set<string>
  builds: Build[]
  /** Called in the middle of the start of a build. */
  atStart: (step: 'before' | 'after') => Promise<void>
  told: { build: string; task: string }[]
  found(...all: FoundAlert[]): Promise<void>
  /** Time passes and what is due is done. */
  pass(minutes: number): Promise<void>
  answer(label: string): Promise<void>
  asks(): Ask[]
  concerns(): Concern[]
  actions(): string[]
  events(type: EventType): Event[]
  ruled(rule: string): Ruling[]
  /** The daemon is killed, and the next one begins. */
  restart(): Promise<void>
  end(): Promise<void>
}

export const stuck = (since: number, more: Partial<FoundAlert> = {}): FoundAlert => ({
  kind: 'stuck',
  subject: 'shop-1',
  severity: 'warning',
  words: 'shop-1 has made no progress.',
  advice: 'Look at it.',
  team: 'shop',
  build: 'shop-b1',
  session,
  since,
  ...more,
})

const migrations = [
  rulingMigrations,
  taskMigrations,
  ...(leasesFeature.migrations ? [leasesFeature.migrations] : []),
  askMigrations,
  alertMigrations,
  coordinatorMigrations,
]

export async function openCoordinatorWorld(): Promise<CoordinatorWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'iris-coordinator-'))
  mkdirSync(join(folder, 'shop'))
  mkdirSync(join(folder, 'shop', 'till'))
  // Two teams of one project.
  execFileSync('git', ['init', '-q', join(folder, 'shop')])
  const clock = manualClock(1_700_000_000_000)
  let opened = open()
  const world: CoordinatorWorld = {
    ...opened.parts,
    clock,
    turn: newId('trn'),
    cancelled: [],
    cancel: async () => undefined,
    restarted: [],
    down: new Set(),
    builds: [],
    atStart: async () => undefined,
    told: [],
    async found(...all) {
      world.alerts.found(all)
      await world.coordinator.settled()
    },
    async pass(minutes) {
      clock.advance(minutes * minute)
      await world.coordinator.settled()
    },
    async answer(label) {
      const [ask] = world.asks()
      if (!ask) throw new Error('nothing is asked')
      await world.inbox.answer(ask.ask, { who: user, input: { choose: label } })
      await world.coordinator.settled()
    },
    asks: () => world.inbox.list({ state: 'open', limit: 50 }).asks,
    concerns: () => world.coordinator.list({ state: 'all', limit: 50 }).concerns,
    actions: () => world.events('coordinator.decided').map(({ data }) => (data as Concern).action),
    events: (type) => eventsIn(world.log).filter((event) => event.type === type),
    ruled: (rule) =>
      world.rulings
        .list({ rule, limit: 100 })
        .rulings.map(({ ruling }) => world.rulings.get(ruling))
        .toReversed(),
    async restart() {
      await opened.stop()
      opened = open()
      Object.assign(world, opened.parts)
      world.coordinator.start()
      await world.coordinator.settled()
    },
    async end() {
      await opened.stop()
      rmSync(folder, { recursive: true })
    },
  }
  world.coordinator.start()
  await world.coordinator.settled()
  return world

  function open() {
    const logger = createLogger({ level: 'silent', file: join(folder, 'log'), toStderr: false })
    const base = openBase(folder, migrations, clock)
    const teams = new Map(
      ['shop', 'till'].map((name) => [
        name,
        { name, path: join(folder, name === 'till' ? 'shop/till' : name), remote: undefined },
      ]),
    )
    const policy = { leadMayAnswer: [], answerers: [], questioning: true }
    const deliver = async () => undefined
    const inbox = createInbox({ ...base, logger, policy: () => policy, kin: kinOf(), deliver })
    const environment = { PATH: process.env['PATH'] ?? '' }
    const tasks = createTasks({ ...base, environment, teams: () => teams })
    const rulings = createRulings(base)
    // Every worker is seen alive.
    const sessions = { isHearing: () => true, recovered: async () => undefined, pool: { get: () => ({}) } }
    const leases = leasesFeature.create({
      ...base,
      tasks,
      rulings,
      logger,
      inbox,
      sessions: sessions as never,
    })
    const alerts = createAlerts(base)
    const fakes = fakesOf(base.log)
    const deps: CoordinatorDeps = {
      ...base,
      ...fakes,
      logger,
      // Only the teams are read.
      config: () => ({ teams }) as unknown as ReturnType<CoordinatorDeps['config']>,
      inbox,
      tasks,
      leases,
      rulings,
      watch: { ...fakes.watch, alerts },
    }
    const roles = {
      stages: { list: () => [] },
      ideas: { list: () => ({ ideas: [] }) },
      specs: { list: () => ({ specs: [] }) },
      reviews: { standing: () => ({ due: 0, last: undefined }) },
      validations: { list: () => ({ validations: [] }) },
      ux: { list: () => ({ tests: [] }) },
    }
    const coordinator = createCoordinator({ ...deps, ...roles })
    for (const [type, reaction] of Object.entries(coordinatorFeature.reacts ?? {}))
      base.log.react([type as EventType], (event, append) =>
        (reaction as (service: Coordinator, event: Event, append: unknown) => void)(
          coordinator,
          event,
          append,
        ),
      )
    const parts = { log: base.log, alerts, inbox, rulings, tasks, leases, coordinator }
    return {
      parts,
      async stop() {
        await coordinator.close()
        inbox.close()
        leases.close()
        await closeBase(base)
        logger.close()
      },
    }
  }

  function fakesOf(
    log: EventLog,
  ): Pick<CoordinatorDeps, 'sessions' | 'work'> & { watch: Pick<CoordinatorDeps['watch'], 'watch'> } {
    return {
      sessions: {
        // What the coordinator reads of a turn.
        lastTurn: () => (world.turn === null ? undefined : ({ id: world.turn, endedAt: null } as never)),
        async cancel(_, turn) {
          await world.cancel()
          if (turn === undefined || turn !== world.turn) throw new IrisError('TURN_ENDED', 'It had ended.')
          world.turn = null
          world.cancelled.push(turn)
          return turn
        },
        recovered: async () => undefined,
      },
      work: {
        get: (name) => {
          const build = world.builds.find(({ key, build: id }) => key === name || id === name)
          if (!build) throw new Error(`there is no build ${name}`)
          return build
        },
        list: ({ team, state }) => ({
          builds: world.builds.filter(
            (one) => one.team === (team ?? one.team) && (state === 'all' || one.endedAt === null),
          ),
        }),
        async start({ team, tasks }, { by }) {
          await world.atStart('before')
          const build = {
            build: newId('bld'),
            key: `shop-b${world.builds.length + 1}`,
            team,
            project: 'shop',
            tasks: [],
            endedAt: null,
            partOf: null,
          } as unknown as Build
          log.write((append) => {
            world.builds.push(build)
            append({ type: 'build.started', data: { build: build.build, key: build.key, team, tasks, by } })
          })
          await world.atStart('after')
          return build
        },
        hears({ build, task }) {
          world.told.push({ build, task })
          return true
        },
      },
      watch: {
        watch: {
          look: () => world.alerts.found([...world.down].map(downAlert)),
          canRestart: (part) => part !== 'event log',
          async restart(part) {
            world.restarted.push(part)
          },
          alsoLooksAt: () => undefined,
          report: () => ({ everyMs: 1, lookedAt: null, tookMs: null, watched: 0, components: [] }),
          fault: () => undefined,
        },
      },
    }
  }
}

export const downAlert = (subject: string): FoundAlert => ({
  kind: 'component',
  subject,
  severity: 'critical',
  words: `${subject} is down: not heard`,
  advice: 'It is started again by itself.',
  team: null,
  build: null,
  session: null,
})
