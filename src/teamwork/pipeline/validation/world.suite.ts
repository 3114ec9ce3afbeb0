import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newId, type Ask, type Build, type Event, type Validation } from '../../../contract/index.ts'
import { checksFeature } from '../../../core/checks/index.ts'
import { feature, inOrder } from '../../../core/features/index.ts'
import { rulingsFeature } from '../../../core/rulings/index.ts'
import { openFakeWorld, type FakeWorld } from '../../../core/sessions/fake-agents.suite.ts'
import { tasksFeature } from '../../../core/tasks/index.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import { parseConfig, readEnvironment } from '../../../platform/config/index.ts'
import { runInGroup, runToEnd } from '../../../platform/process/index.ts'
import { createProjects } from '../../../platform/projects/index.ts'
import type { ValidationDeps } from './context.ts'
import { validationsFeature } from './feature.ts'

/** Builds that a test says have ended; their branch is the folder of the team. */
interface Builds {
  ended: Build[]
  /** Commands that set a checkout up. */
  setUp: string[]
  cleared: string[]
}

const workOf = (shop: string, builds: Builds) =>
  feature({
    name: 'work',
    create: (): ValidationDeps['work'] => ({
      get(name) {
        const found = builds.ended.find(({ build, key }) => build === name || key === name)
        if (!found) throw new Error(`there is no build ${name}`)
        return found
      },
      inCheckout: (_build, use) => use({ folder: shop, setUp: builds.setUp }),
      clearCheckout: (build) => Promise.resolve(void builds.cleared.push(build)),
      changedFiles: () => Promise.resolve(['package.json']),
    }),
    operations: () => ({}),
  })

const worktrees = feature({
  name: 'worktrees',
  create: (): ValidationDeps['worktrees'] => ({ workplace: () => Promise.resolve(undefined) }),
  operations: () => ({}),
})

function openFeatures(fake: FakeWorld, { builds, texts }: Pick<ValidationWorld, 'builds' | 'texts'>) {
  const { folder } = fake
  const environment = readEnvironment({ HOME: folder, IRIS_HOME: folder, PATH: process.env['PATH'] ?? '' })
  const config = () => parseConfig(`${texts.config}\nteams: { shop: { path: ${folder}/shop } }`, environment)
  const base = {
    ...fake,
    inbox: fake.asks,
    environment,
    config,
    projects: createProjects({ clock: systemClock, threads: 4 }),
    starter: { run: runToEnd, runInGroup, close: () => Promise.resolve() },
  }
  const stops: (() => Promise<void> | void)[] = []
  const { services } = inOrder<typeof base>()
    .and(rulingsFeature)
    .and(tasksFeature)
    .and(worktrees)
    .and(checksFeature)
    .and(workOf(join(folder, 'shop'), builds))
    .and(validationsFeature)
    .open(base, (stop) => stops.push(stop))
  return { services, stops }
}

/** Validations over real tables, checks, tasks and asks; the commands are real, the builds are as a test says. */
export interface ValidationWorld {
  fake: FakeWorld
  shop: string
  builds: Builds
  texts: { config: string }
  services: ReturnType<typeof openFeatures>['services']
  write(files: Readonly<Record<string, string>>): void
  /** Validates to the end. */
  validate(more?: Parameters<ValidationWorld['services']['validations']['start']>[0]): Promise<Validation>
  /** Says that a build ended, and waits for what follows by itself. */
  endBuild(outcome?: Build['state'], partOf?: string): Promise<Build>
  /** The newest validation. */
  newest(): Validation
  asks(event?: string): Ask[]
  answer(ask: Ask | undefined, label: string): Promise<void>
  events(type: string): Event[]
  restart(): Promise<void>
  end(): Promise<void>
}

export async function openValidationWorld(config: string): Promise<ValidationWorld> {
  const owners = [rulingsFeature, tasksFeature, checksFeature, validationsFeature]
  const fake = await openFakeWorld(owners.flatMap(({ migrations }) => migrations ?? []))
  const shop = join(fake.folder, 'shop')
  mkdirSync(shop)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: shop, stdio: 'pipe' })
  git('init', '-q', '-b', 'main')
  git('-c', 'user.name=Ann', '-c', 'user.email=a@example.org', 'commit', '-q', '--allow-empty', '-m', 'one')
  const parts = { builds: { ended: [], setUp: [], cleared: [] }, texts: { config } }
  let opened = openFeatures(fake, parts)
  fake.onRestart(() => void (opened = openFeatures(fake, parts)))
  const validations = () => opened.services.validations
  const world: ValidationWorld = {
    fake,
    shop,
    ...parts,
    get services() {
      return opened.services
    },
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(shop, name)), { recursive: true })
        writeFileSync(join(shop, name), text)
      }
    },
    async validate(more = { team: 'shop', level: 'standard' }) {
      const { validation } = validations().start(more, 'user')
      await validations().settled()
      return validations().get(validation)
    },
    async endBuild(state = 'complete', partOf) {
      const number = world.builds.ended.length + 1
      // What a validation reads of a build.
      const made = {
        build: newId('bld'),
        key: `shop-b${number}`,
        team: 'shop',
        state,
        partOf: partOf ?? null,
        endedAt: 1,
      } as Build
      world.builds.ended.push(made)
      const { build, key } = made
      fake.log.write((append) => {
        const data = { build, key, branch: null, outcome: state as 'complete', reason: 'It ended.' }
        append({ type: 'build.ended', data })
      })
      await validations().settled()
      return made
    },
    newest() {
      const [newest] = validations().list({ limit: 1 }).validations
      if (!newest) throw new Error('there is none')
      return newest
    },
    asks: (event) =>
      fake.asks
        .list({ state: 'all', limit: 50 })
        .asks.filter(({ source }) => source === 'validation')
        .filter(({ ask }) => event === undefined || isOf(ask, event)),
    async answer(ask, label) {
      const who = { kind: 'human', name: 'user' } as const
      await fake.asks.answer(ask?.ask ?? newId('ask'), { who, input: { choose: label } })
      await validations().settled()
    },
    events: (type) => fake.log.read({ limit: 1000 }).events.filter((event) => event.type === type),
    async restart() {
      for (const stop of opened.stops.toReversed()) await stop()
      await fake.restart()
      await validations().settled()
    },
    async end() {
      for (const stop of opened.stops.toReversed()) await stop()
      await fake.end()
    },
  }
  return world

  function isOf(ask: string, event: string): boolean {
    return world
      .events('validation.asked')
      .some(({ data }) => 'event' in data && data.event === event && 'ask' in data && data.ask === ask)
  }
}
