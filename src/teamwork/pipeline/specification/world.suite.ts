import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  IrisError,
  newId,
  type Ask,
  type AnswerInput,
  type Build,
  type Spec,
  type SpecDraft,
  type StageId,
  type WholeIdea,
} from '../../../contract/index.ts'
import { feature, inOrder } from '../../../core/features/index.ts'
import { lessonsFeature } from '../../../core/knowledge/index.ts'
import { rulingsFeature } from '../../../core/rulings/index.ts'
import { openFakeWorld, type FakeWorld } from '../../../core/sessions/fake-agents.suite.ts'
import type { EventLog } from '../../../core/store/index.ts'
import { tasksFeature, type Tasks } from '../../../core/tasks/index.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import { parseConfig, readEnvironment } from '../../../platform/config/index.ts'
import { runToEnd } from '../../../platform/process/index.ts'
import { createProjects } from '../../../platform/projects/index.ts'
import { buildPrompt } from '../stage/prompt.ts'
import type { StageAnswer, StageAsk, StageRow } from '../stage/stage.ts'
import type { SpecDeps } from './context.ts'
import { specsFeature } from './feature.ts'

/** What the model was asked, and what a test answers; it outlives the daemons of the test. */
interface Model {
  asked: { stage: StageId; prompt: string; ask: StageAsk; answer?: StageAnswer; why?: string }[]
}

/** Builds that were started; they outlive the daemons of the test. */
interface Builds {
  started: { build: Build; tasks: string[] }[]
  /** Called in the middle of a start: before or after its transaction. */
  at: (step: 'before' | 'after') => Promise<void>
}

const stagesOf = (model: Model) =>
  feature({
    name: 'stages',
    create: (): SpecDeps['stages'] => ({
      begin(ask, append) {
        const stage = newId('stg')
        const { text, tokens, cut } = buildPrompt(ask.parts, ask.budget)
        model.asked.push({ stage, prompt: text, ask })
        append({
          type: 'stage.began',
          data: { stage, role: ask.role, subject: ask.subject, tokens, cut },
        })
        return stage
      },
      get(stage) {
        const one = model.asked.find((asked) => asked.stage === stage)
        // What a spec reads of a stage.
        return one && ({ how: one.answer?.how ?? null, why: one.why ?? null, answer: one.answer } as StageRow)
      },
    }),
    operations: () => ({}),
  })

const ideasOf = (ideas: Map<string, WholeIdea>) =>
  feature({
    name: 'ideas',
    create: (): SpecDeps['ideas'] => ({
      get(name) {
        const found = ideas.get(name)
        if (!found) throw new IrisError('IDEA_UNKNOWN', `There is no idea ${name}.`)
        return found
      },
    }),
    operations: () => ({}),
  })

const workOf = (builds: Builds) =>
  feature({
    name: 'work',
    create({ log, tasks }: { log: EventLog; tasks: Tasks }): SpecDeps['work'] {
      const found = (name: string): Build => {
        const one = builds.started.find(({ build }) => build.key === name || build.build === name)
        if (!one) throw new Error(`there is no build ${name}`)
        return one.build
      }
      return {
        async start({ team, source }, { by }) {
          await builds.at('before')
          const keys = tasks.ofFile('shop', source ?? '')
          const key = `shop-b${builds.started.length + 1}`
          // What a spec reads of a build.
          const build = {
            build: newId('bld'),
            key,
            project: 'shop',
            state: 'working',
            endedAt: null,
          } as Build
          log.write((append) => {
            builds.started.push({ build, tasks: keys })
            append({ type: 'build.started', data: { build: build.build, key, team, tasks: keys, by } })
          })
          await builds.at('after')
          return build
        },
        get: found,
        list: () => ({
          builds: builds.started.map(({ build }) => build).filter((one) => one.endedAt === null),
        }),
        resume: (name) => Object.assign(found(name), { state: 'working' }),
        confirm: found,
      }
    },
    operations: () => ({}),
  })

type Parts = Pick<SpecWorld, 'model' | 'builds' | 'ideas' | 'config'>

function openFeatures(fake: FakeWorld, parts: Parts) {
  const { folder } = fake
  const environment = readEnvironment({ HOME: folder, IRIS_HOME: folder, PATH: process.env['PATH'] ?? '' })
  const config = () =>
    parseConfig(
      `pipeline: { autoSpec: ${parts.config.autoSpec} }\nteams: { shop: { path: ${folder}/shop } }`,
      environment,
    )
  const base = {
    ...fake,
    inbox: fake.asks,
    environment,
    config,
    projects: createProjects({ clock: systemClock, threads: 4 }),
    starter: { run: runToEnd },
  }
  const stops: (() => unknown)[] = []
  const { services, operations } = inOrder<typeof base>()
    .and(rulingsFeature)
    .and(tasksFeature)
    .and(lessonsFeature)
    .and(workOf(parts.builds))
    .and(stagesOf(parts.model))
    .and(ideasOf(parts.ideas))
    .and(specsFeature)
    .open(base, (stop) => stops.push(stop))
  return { services, operations, stops }
}

/** Specs over real tables, tasks, lessons and asks in a real repository, with a model and builds that a test plays. */
export interface SpecWorld {
  fake: FakeWorld
  model: Model
  builds: Builds
  /** Ideas by their short names. */
  ideas: Map<string, WholeIdea>
  /** What the config says. */
  config: { autoSpec: string }
  shop: string
  specs: ReturnType<typeof openFeatures>['services']['specs']
  services: ReturnType<typeof openFeatures>['services']
  write(files: Readonly<Record<string, string>>): void
  create(goal: string, more?: Partial<Parameters<SpecWorld['specs']['create']>[0]>): Promise<Spec>
  /** Waits until the model is asked for the nth time, and answers. */
  drafts(draft: unknown, nth?: number): Promise<void>
  endStage(answer: Partial<StageAnswer>, nth?: number): Promise<void>
  /** Waits until a spec is in a state. */
  comes(key: string, state: Spec['state']): Promise<Spec>
  asks(): Ask[]
  answer(ask: Ask, input: AnswerInput): Promise<Ask>
  until(isSo: () => boolean): Promise<void>
  restart(): Promise<void>
  end(): Promise<void>
}

export async function openSpecWorld(): Promise<SpecWorld> {
  const owners = [rulingsFeature, tasksFeature, lessonsFeature, specsFeature]
  const fake = await openFakeWorld(owners.flatMap(({ migrations }) => migrations ?? []))
  const shop = join(fake.folder, 'shop')
  const parts: Parts = {
    model: { asked: [] },
    ideas: new Map(),
    config: { autoSpec: 'false' },
    builds: { started: [], at: () => Promise.resolve() },
  }
  mkdirSync(shop)
  execFileSync('git', ['init', '-q', '-b', 'main', shop])
  let opened = openFeatures(fake, parts)
  fake.onRestart(() => {
    for (const stop of opened.stops) void Promise.resolve(stop()).catch(() => undefined)
    opened = openFeatures(fake, parts)
    world.services = opened.services
    world.specs = opened.services.specs
  })
  const world: SpecWorld = {
    fake,
    ...parts,
    shop,
    services: opened.services,
    specs: opened.services.specs,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(shop, name)), { recursive: true })
        writeFileSync(join(shop, name), text)
      }
    },
    create: (goal, more = {}) => world.specs.create({ team: 'shop', goal, scope: 'mvp', ...more }, 'user'),
    drafts: (draft, nth) => world.endStage({ structured: draft }, nth),
    async endStage(answer, nth = 1) {
      await world.until(() => parts.model.asked.length >= nth)
      const one = parts.model.asked[nth - 1]
      if (!one) throw new Error('the model was not asked')
      one.answer = { how: 'answered', why: null, text: '', structured: undefined, ...answer }
      const { stage, ask } = one
      const about = { stage, role: ask.role, subject: ask.subject }
      const { how, why } = one.answer
      fake.log.write((append) =>
        append({ type: 'stage.ended', data: { ...about, how, why, costUsd: 0, durationMs: 0 } }),
      )
    },
    async comes(key, state) {
      await world.until(() => world.specs.get(key).state === state)
      return world.specs.get(key)
    },
    asks: () => fake.asks.list({ state: 'open', limit: 50 }).asks,
    answer: (ask, input) => fake.asks.answer(ask.ask, { who: { kind: 'human', name: 'user' }, input }),
    async until(isSo) {
      const late = performance.now() + 20_000
      while (!isSo()) {
        if (performance.now() > late) throw new Error('it did not come to that')
        await new Promise((then) => setTimeout(then, 2))
      }
    },
    restart: () => fake.restart(),
    async end() {
      for (const stop of opened.stops) await stop()
      await fake.end()
    },
  }
  return world
}

/** A draft without a fault, with tasks in a diamond. */
export function draftOf(more: Partial<SpecDraft> = {}): SpecDraft {
  const task = (id: string, path: string, [waitsFor, requirements]: [string[], string[]]) => ({
    id,
    title: `Make ${path}`,
    text: 'As the requirements say.',
    phase: null,
    files: [{ path, action: 'CREATE' as const }],
    waitsFor,
    requirements,
    check: { command: `node --test ${path}`, expected: { exit: 0 } },
  })
  return {
    title: 'Habits',
    summary: 'People keep a list of habits and tick them off.',
    inScope: ['A list', 'Ticks'],
    outOfScope: ['Reminders'],
    requirements: [
      { id: 'FR-1', text: 'A habit has a name.' },
      { id: 'FR-2', text: 'A habit is ticked once a day.' },
      { id: 'NFR-1', text: 'It works without a network.' },
    ],
    dataModels: [{ name: 'Habit', fields: ['id', 'name'] }],
    architecture: ['One module for the list, one for the ticks.'],
    dependencies: [],
    risks: ['Days and time zones.'],
    missing: [{ what: 'How many habits', why: 'A list of thousands needs a search.' }],
    complexity: 'low',
    tasks: [
      task('T001', 'src/list.mjs', [[], ['FR-1']]),
      task('T002', 'src/ticks.mjs', [['T001'], ['FR-2']]),
      task('T003', 'src/names.mjs', [['T001'], ['FR-1']]),
      task('T004', 'src/main.mjs', [
        ['T002', 'T003'],
        ['FR-2', 'NFR-1'],
      ]),
    ],
    questions: [],
    ...more,
  }
}
