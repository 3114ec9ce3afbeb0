import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  newId,
  type Ask,
  type Build,
  type Event,
  type EventType,
  type UxTest,
} from '../../../contract/index.ts'
import { feature, inOrder } from '../../../core/features/index.ts'
import { rulingsFeature } from '../../../core/rulings/index.ts'
import { openFakeWorld, type FakeWorld } from '../../../core/sessions/fake-agents.suite.ts'
import { tasksFeature } from '../../../core/tasks/index.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import { parseConfig, readEnvironment } from '../../../platform/config/index.ts'
import type { GroupCommand } from '../../../platform/process/index.ts'
import { createProjects } from '../../../platform/projects/index.ts'
import type { UxDeps } from './context.ts'
import { uxFeature } from './feature.ts'
import type { UxFound, UxPlan } from './plan.ts'

/** What the process with the browser does, as a test says. */
interface Played {
  found: UxFound
  isHanging: boolean
  plan: string
}

const workOf = (shop: string, ended: Build[]) =>
  feature({
    name: 'work',
    create: (): UxDeps['work'] => ({
      get(name) {
        const found = ended.find(({ build, key }) => build === name || key === name)
        if (!found) throw new Error(`there is no build ${name}`)
        return found
      },
      inCheckout: (_build, use) => use({ folder: shop, setUp: [] }),
      clearCheckout: () => Promise.resolve(),
    }),
    operations: () => ({}),
  })

/** Stands in for the process: it writes what the test says that a browser found. */
async function play(played: Played, { args, signal, onOutput }: GroupCommand) {
  played.plan = args.at(-1) ?? ''
  writeFileSync(join(dirname(played.plan), 'found.json'), JSON.stringify(played.found))
  await onOutput('stdout', Buffer.from('One more journey.\n'))
  if (played.isHanging)
    await new Promise<void>((gone) => signal?.addEventListener('abort', () => gone(), { once: true }))
  return { code: played.isHanging ? null : 0, signal: null, timedOut: false, left: [] }
}

function openFeatures(fake: FakeWorld, parts: { played: Played; ended: Build[]; texts: { config: string } }) {
  const { folder } = fake
  const environment = readEnvironment({ HOME: folder, IRIS_HOME: folder, PATH: process.env['PATH'] ?? '' })
  const config = () =>
    parseConfig(
      `${parts.texts.config}\nteams: { shop: { path: ${folder}/shop }, cafe: { path: ${folder}/cafe } }`,
      environment,
    )
  const base = {
    ...fake,
    inbox: fake.asks,
    environment,
    config,
    projects: createProjects({ clock: systemClock, threads: 4 }),
    starter: { runInGroup: (command: GroupCommand) => play(parts.played, command) },
  }
  const stops: (() => Promise<void> | void)[] = []
  const { services } = inOrder<typeof base>()
    .and(rulingsFeature)
    .and(tasksFeature)
    .and(workOf(join(folder, 'shop'), parts.ended))
    .and(uxFeature)
    .open(base, (stop) => stops.push(stop))
  return { services, stops }
}

/** UX tests over real tables, tasks and asks, with a browser that a test plays. */
export interface UxWorld {
  texts: { config: string }
  services: ReturnType<typeof openFeatures>['services']
  write(files: Readonly<Record<string, string>>): void
  /** Says what the browser finds from now on. */
  finds(found: UxFound): void
  /** After the first journey it goes on until it is ended. */
  hangs(): void
  /** Where the pictures of a test are. */
  folderOf(ux: string): string
  /** The plan that the process was given last. */
  plan(): UxPlan
  run(wanted?: Parameters<UxWorld['services']['ux']['start']>[0]): Promise<UxTest>
  endBuild(): Promise<void>
  events(types: EventType[]): Event[]
  asks(): Ask[]
  answer(ask: Ask | undefined, label: string): Promise<void>
  restart(): Promise<void>
  end(): Promise<void>
}

export async function openUxWorld(): Promise<UxWorld> {
  const owners = [rulingsFeature, tasksFeature, uxFeature]
  const fake = await openFakeWorld(owners.flatMap(({ migrations }) => migrations ?? []))
  const shop = join(fake.folder, 'shop')
  mkdirSync(shop)
  mkdirSync(join(fake.folder, 'cafe'))
  const done = { journey: 'Buy', persona: 'First-time user', isDone: true, words: null }
  const figures = { expectedMs: 1000, actualMs: 500, friction: [], pictures: [] }
  const played: Played = {
    found: { journeys: [{ ...done, ...figures }], barriers: [] },
    isHanging: false,
    plan: '',
  }
  const parts = { played, ended: new Array<Build>(), texts: { config: '' } }
  let opened = openFeatures(fake, parts)
  fake.onRestart(() => void (opened = openFeatures(fake, parts)))
  const ux = () => opened.services.ux
  return {
    texts: parts.texts,
    get services() {
      return opened.services
    },
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(shop, name)), { recursive: true })
        writeFileSync(join(shop, name), text)
      }
    },
    finds: (found) => void (played.found = found),
    hangs: () => void (played.isHanging = true),
    folderOf: (id) => join(fake.folder, 'ux', id),
    plan: () => JSON.parse(readFileSync(played.plan, 'utf8')),
    async run(wanted = { team: 'shop' }) {
      // Ids of one moment are in no order.
      fake.clock.advance(1)
      const { ux: id } = ux().start(wanted, 'user')
      await ux().settled()
      return ux().get(id)
    },
    async endBuild() {
      const key = `shop-b${parts.ended.length + 1}`
      // What a UX test reads of a build.
      const made = { build: newId('bld'), key, team: 'shop', partOf: null, endedAt: 1 } as Build
      parts.ended.push(made)
      const data = { build: made.build, key, branch: null, outcome: 'complete', reason: 'It ended.' } as const
      fake.log.write((append) => append({ type: 'build.ended', data }))
      await ux().settled()
    },
    events: (types) => fake.log.read({ types, limit: 1000 }).events,
    asks: () => fake.asks.list({ state: 'all', limit: 50 }).asks.filter(({ source }) => source === 'ux'),
    async answer(ask, label) {
      const who = { kind: 'human', name: 'user' } as const
      await fake.asks.answer(ask?.ask ?? newId('ask'), { who, input: { choose: label } })
      await ux().settled()
    },
    async restart() {
      for (const stop of opened.stops.toReversed()) await stop()
      await fake.restart()
      await ux().settled()
    },
    async end() {
      for (const stop of opened.stops.toReversed()) await stop()
      await fake.end()
    },
  }
}
