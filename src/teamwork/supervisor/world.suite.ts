import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  IrisError,
  newId,
  type Build,
  type BuildId,
  type Message,
  type Org,
  type Seat,
  type SessionId,
} from '../../contract/index.ts'
import { channelsFeature, type Author } from '../../core/channels/index.ts'
import { feature, inOrder } from '../../core/features/index.ts'
import { openFakeWorld, type FakeWorld } from '../../core/sessions/fake-agents.suite.ts'
import type { EventLog } from '../../core/store/index.ts'
import { tasksFeature, type Tasks } from '../../core/tasks/index.ts'
import { wikiFeature } from '../../core/wiki/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { parseConfig, readEnvironment } from '../../platform/config/index.ts'
import { createProjects } from '../../platform/projects/index.ts'
import { roomsFeature } from '../rooms/index.ts'
import type { IdleJudge, OrgDeps } from './context.ts'
import { orgFeature } from './index.ts'

/** Builds that a test ends; they outlive the daemons of the test, as worktrees do. */
interface Builds {
  started: {
    build: BuildId
    task: string
    role: string | undefined
    partOf: string | undefined
    session: SessionId | undefined
    isOpen: boolean
    isPaused: boolean
  }[]
  /** The builds whose work was brought in, and what comes of it. */
  broughtIn: string[]
  brings: Awaited<ReturnType<OrgDeps['work']['bringIn']>>
  /** What becomes of a task whose agent ended too often. */
  reassigns: Parameters<OrgDeps['work']['alsoReassigns']>[0]
  /** What the agent of a session waits for. */
  waitsFor: Parameters<OrgDeps['work']['alsoWaits']>[0]
  ended: (build: BuildId, outcome: 'complete' | 'failed' | 'stopped') => void
  /** Called in the middle of a start: before or after its transaction. */
  at: (step: 'before' | 'after') => void
}

const workIn = (builds: Builds) =>
  feature({
    name: 'work',
    create({ log, tasks }: { log: EventLog; tasks: Tasks }): OrgDeps['work'] {
      const found = (name: string): Build => {
        const number = builds.started.findIndex(({ build }) => build === name)
        const one = builds.started[number]
        if (!one) throw new IrisError('BUILD_UNKNOWN', `There is no build ${name}.`)
        // What the supervisor reads of a build.
        return { build: one.build, key: `shop-b${number + 1}`, endedAt: one.isOpen ? null : 1 } as Build
      }
      const paused = (name: string, isPaused: boolean): Build => {
        const one = builds.started.find(({ build }) => build === name)
        if (one) one.isPaused = isPaused
        return found(name)
      }
      return {
        async start({ tasks: [key = ''], team }, { by, role, partOf, session }) {
          await Promise.resolve()
          builds.at('before')
          const { task } = tasks.get(key)
          if (builds.started.some((one) => one.isOpen && one.task === task))
            throw new IrisError('BUILD_TASK_TAKEN', `${key} is being worked.`)
          const build = newId('bld')
          log.write((append) => {
            builds.started.push({ build, task, role, partOf, session, isOpen: true, isPaused: false })
            append({ type: 'build.started', data: { build, key: found(build).key, team, tasks: [key], by } })
          })
          builds.at('after')
          return found(build)
        },
        pause: (name) => paused(name, true),
        resume: (name) => paused(name, false),
        stop(name) {
          const one = found(name)
          // As a build does: its end comes a moment later.
          void Promise.resolve().then(() => builds.ended(one.build, 'stopped'))
          return one
        },
        async bringIn(name) {
          await Promise.resolve()
          builds.at('before')
          builds.broughtIn.push(name)
          return builds.brings
        },
        get: found,
        alsoWaits: (waitsFor) => void (builds.waitsFor = waitsFor),
        alsoHeld: () => undefined,
        alsoReassigns: (other) => void (builds.reassigns = other),
      }
    },
    operations: () => ({}),
  })

/** An organisation over real tables, rooms, tasks and pages, with agents and builds that a test plays. */
export interface OrgWorld {
  fake: FakeWorld
  builds: Builds
  /** The model of the idle check: what it was asked, and what it says. */
  judging: Played['judging']
  services: ReturnType<typeof openFeatures>['services']
  operations: ReturnType<typeof openFeatures>['operations']
  org(): Org
  em(): Seat
  say(body: string, where: string, by?: Author & { session?: SessionId }): Promise<Message>
  /** What the EM posts in the standup. */
  give(body: string): Promise<Message>
  /** What a manager posts in its room. */
  giveAs(manager: Seat, body: string): Promise<Message>
  /** Has the manager of a build take its seat. */
  seat(build: BuildId): Seat
  endBuild(build: BuildId, outcome?: 'complete' | 'failed' | 'stopped'): void
  /** Waits until something is so, while everything that is ready happens. */
  until(isSo: () => boolean, withinMs?: number): Promise<void>
  /** What the config says from now on. */
  configure(options: OrgOptions): void
  restart(): Promise<void>
  end(): Promise<void>
}

/** What a test sets of `org:`, as YAML. */
interface OrgOptions {
  budget?: string
  plans?: 'review' | 'approve'
  idleCheck?: string
  workers?: number
}

type Resting = Parameters<IdleJudge['judgeIdle']>[0]

/** What a test plays besides agents and builds. */
interface Played {
  options: () => OrgOptions
  judging: { asked: Resting[]; answer: () => ReturnType<IdleJudge['judgeIdle']> }
}

function openFeatures(fake: FakeWorld, builds: Builds, { options, judging }: Played) {
  const { folder } = fake
  const environment = readEnvironment({ HOME: folder, IRIS_HOME: folder, PATH: process.env['PATH'] ?? '' })
  const config = () =>
    parseConfig(
      `org: { managers: 2, workers: ${options().workers ?? 2}, budget: ${options().budget ?? '{}'}, plans: ${options().plans ?? 'review'}, idleCheck: ${options().idleCheck ?? 'off'}, projects: { shop: { managers: 3 } } }\nteams: { shop: { path: ${folder}/shop } }`,
      environment,
    )
  const base = {
    ...fake,
    inbox: fake.asks,
    environment,
    config,
    projects: createProjects({ clock: systemClock, threads: 4 }),
    iris: {
      ask: () => Promise.resolve({ answer: '' }),
      offBy: () => 'off',
      judgeIdle(resting: Resting) {
        judging.asked.push(resting)
        return judging.answer()
      },
    },
  }
  const stops: (() => unknown)[] = []
  const opened = inOrder<typeof base>()
    .and(channelsFeature)
    .and(tasksFeature)
    .and(wikiFeature)
    .and(workIn(builds))
    .and(roomsFeature)
    .and(orgFeature)
    .open(base, (stop) => stops.push(stop))
  return { services: opened.services, operations: opened.operations, stops }
}

export async function openOrgWorld(options: OrgOptions = {}): Promise<OrgWorld> {
  let own = options
  const owners = [channelsFeature, tasksFeature, wikiFeature, roomsFeature, orgFeature]
  const fake = await openFakeWorld(owners.flatMap(({ migrations }) => migrations ?? []))
  const builds: Builds = {
    started: [],
    broughtIn: [],
    brings: { is: 'taken' },
    ended: (build, outcome) => world.endBuild(build, outcome),
    at: () => undefined,
    reassigns: () => undefined,
    waitsFor: () => null,
  }
  mkdirSync(join(fake.folder, 'shop'))
  execFileSync('git', ['init', '-q', join(fake.folder, 'shop')])
  const judging: Played['judging'] = {
    asked: [],
    answer: () => Promise.resolve({ isIdle: true, costUsd: 0.001 }),
  }
  const played = { options: () => own, judging }
  let opened = openFeatures(fake, builds, played)
  // As after a kill: nobody waits for what was under way.
  fake.onRestart(() => {
    for (const stop of opened.stops) void Promise.resolve(stop()).catch(() => undefined)
    opened = openFeatures(fake, builds, played)
    world.services = opened.services
    world.operations = opened.operations
  })
  const world: OrgWorld = {
    fake,
    builds,
    judging,
    services: opened.services,
    operations: opened.operations,
    org: () => world.services.org.get('shop'),
    em() {
      const seat = world.org().seats.find(({ key }) => key === 'em')
      if (!seat) throw new Error('there is no engineering manager')
      return seat
    },
    say(body, where, by = { name: 'user', kind: 'person' }) {
      const room = world.services.channels.byName(where)
      if (!room) throw new Error(`there is no ${where}`)
      const { session, ...author } = by
      const from = session === undefined ? {} : { fromSession: session }
      return world.services.channels.post({ channel: room.channel, author, body, origin: 'mcp', ...from })
    },
    give: (body) =>
      world.say(body, '#standup-shop', { name: world.em().name, kind: 'agent', session: world.em().session }),
    giveAs: ({ key, name, session }, body) =>
      world.say(body, `#work-${key}`, { name, kind: 'agent', session }),
    seat(build) {
      const key = builds.started.find((one) => one.build === build)?.task ?? ''
      const task = world.services.tasks.get(key)
      const own = builds.started.find((one) => one.build === build)?.session
      const session = own ?? world.services.sessions.open(`work/${task.key}`, 'shop').id
      const about = { build, key: world.services.work.get(build).key, task: task.task, taskKey: task.key }
      const told = { ...about, attempt: 1, characters: 0, lessons: [], cut: [] }
      const registered = { task: task.task, key: task.key, worker: `work/${task.key}` }
      fake.log.write((append) => append({ type: 'lease.registered', data: registered }))
      fake.log.write((append) => append({ type: 'work.told', session, data: told }))
      const seat = world.org().seats.find((one) => one.session === session)
      if (!seat) throw new Error('nobody took the seat')
      return seat
    },
    endBuild(build, outcome = 'complete') {
      const one = builds.started.find((started) => started.build === build)
      if (!one) throw new Error('there is no such build')
      one.isOpen = false
      const key = world.services.work.get(build).key
      fake.log.write((append) =>
        append({
          type: 'build.ended',
          data: { build, key, outcome, reason: 'So it went.', branch: 'build/x' },
        }),
      )
    },
    async until(isSo, withinMs = 20_000) {
      const late = performance.now() + withinMs
      while (!isSo()) {
        if (performance.now() > late) throw new Error('it did not come to that')
        await new Promise((then) => setTimeout(then, 2))
      }
    },
    configure: (changed) => void (own = changed),
    restart: () => fake.restart(),
    async end() {
      for (const stop of opened.stops.toReversed()) await stop()
      await fake.end()
      rmSync(fake.folder, { recursive: true, force: true })
    },
  }
  return world
}
