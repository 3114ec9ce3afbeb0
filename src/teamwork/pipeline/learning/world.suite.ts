import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  IrisError,
  newId,
  type AnswerInput,
  type Ask,
  type Build,
  type Check,
  type Event,
  type Lesson,
  type Opinion,
  type Review,
  type ReviewTask,
} from '../../../contract/index.ts'
import { feature, inOrder } from '../../../core/features/index.ts'
import { lessonsFeature, type Lessons } from '../../../core/knowledge/index.ts'
import { rulingsFeature } from '../../../core/rulings/index.ts'
import { openFakeWorld, type FakeWorld } from '../../../core/sessions/fake-agents.suite.ts'
import { tasksFeature } from '../../../core/tasks/index.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import { parseConfig, readEnvironment } from '../../../platform/config/index.ts'
import { runToEnd } from '../../../platform/process/index.ts'
import { createProjects } from '../../../platform/projects/index.ts'
import { buildPrompt } from '../stage/prompt.ts'
import type { StageAnswer, StageAsk, StageRow } from '../stage/stage.ts'
import type { LearningDeps } from './context.ts'
import { learningFeature } from './feature.ts'
import type { Learning } from './learning.ts'
import type { OriginDeps } from './origin-deps.ts'

/** What the model was asked; it outlives the daemons of the test. */
interface Asked {
  stage: StageRow['stage']
  prompt: string
  ask: StageAsk
  answer?: StageAnswer
}

/** What is learned, over real tables, lessons, asks and files; reviews are as a test says, and so is the model. */
export interface LearningWorld {
  fake: FakeWorld
  learning: Learning
  lessons: Lessons
  shop: string
  asked: Asked[]
  /** Keys of config.yaml under `pipeline`. */
  config: { autoReview: boolean }
  /** Adds a review of tasks that went so. */
  review(tasks: readonly Partial<ReviewTask>[], more?: Partial<Review>): Review
  checks: Check[]
  /** Asks about a review, and the model answers with this. */
  opinion(review: Review, said: unknown): Promise<Opinion>
  answerStage(answer: Partial<StageAnswer>): void
  asks(): Ask[]
  answer(ask: Ask | undefined, input: AnswerInput): Promise<Ask>
  events(type: Event['type']): Event[]
  until(isSo: () => boolean): Promise<void>
  restart(): Promise<void>
  end(): Promise<void>
}

type Shared = Pick<LearningWorld, 'asked' | 'config' | 'checks'> & { reviews: Map<string, Review> }

export async function openLearningWorld(start = Date.UTC(2026, 0, 8, 12)): Promise<LearningWorld> {
  const owners = [rulingsFeature, tasksFeature, lessonsFeature, learningFeature]
  const fake = await openFakeWorld(owners.flatMap(({ migrations }) => migrations ?? []))
  fake.clock.setDate(start - fake.clock.now())
  const shop = join(fake.folder, 'shop')
  mkdirSync(shop)
  const shared: Shared = { asked: [], config: { autoReview: false }, checks: [], reviews: new Map() }
  let opened = openFeatures(fake, shared)
  fake.onRestart(() => {
    for (const stop of opened.stops) void Promise.resolve(stop()).catch(() => undefined)
    opened = openFeatures(fake, shared)
  })
  const world: LearningWorld = {
    fake,
    ...shared,
    get learning() {
      return opened.services.learning
    },
    get lessons() {
      return opened.services.lessons
    },
    shop,
    review(tasks, more = {}) {
      const made = reviewOf(tasks, { number: shared.reviews.size + 1, now: fake.clock.now(), more })
      shared.reviews.set(made.build, made)
      return made
    },
    async opinion({ build }, said) {
      await world.learning.ask({ build, again: false, wait: false }, 'user')
      world.answerStage({ structured: said })
      return (await world.learning.get(build))!
    },
    answerStage(answer) {
      const one = shared.asked.at(-1)
      if (!one) throw new Error('the model was not asked')
      one.answer = { how: 'answered', why: null, text: '', structured: undefined, ...answer }
      const { how, why } = one.answer
      const about = { stage: one.stage, role: one.ask.role, subject: one.ask.subject }
      fake.log.write((append) =>
        append({ type: 'stage.ended', data: { ...about, how, why, costUsd: 0.1, durationMs: 0 } }),
      )
    },
    asks: () => fake.asks.list({ state: 'open', limit: 50 }).asks,
    answer(ask, input) {
      if (!ask) throw new Error('nothing is asked')
      return fake.asks.answer(ask.ask, { who: { kind: 'human', name: 'user' }, input })
    },
    events: (type) => fake.log.read({ types: [type], limit: 1000 }).events,
    async until(isSo) {
      const late = performance.now() + 20_000
      while (!isSo()) {
        if (performance.now() > late) throw new Error('it did not come to that')
        await new Promise((then) => setTimeout(then, 2))
      }
    },
    restart: () => fake.restart(),
    async end() {
      for (const stop of opened.stops.toReversed()) await stop()
      await fake.end()
    },
  }
  return world
}

function openFeatures(fake: FakeWorld, shared: Shared) {
  const environment = readEnvironment({
    HOME: fake.folder,
    IRIS_HOME: fake.folder,
    PATH: process.env['PATH'] ?? '',
  })
  const config = () =>
    parseConfig(
      `pipeline: { autoReview: ${shared.config.autoReview} }\nteams: { shop: { path: ${fake.folder}/shop } }`,
      environment,
    )
  const base = {
    ...fake,
    inbox: fake.asks,
    environment,
    config,
    projects: createProjects({ clock: systemClock, threads: 4 }),
    starter: { run: runToEnd },
    checks: { list: ({ task }) => ({ checks: shared.checks.filter((one) => one.task === task) }) } as Pick<
      LearningDeps['checks'],
      'list'
    >,
    // Only what is asked of them is there.
    work: {
      get: (name: string) => ({ build: name, tasks: [] }) as unknown as Build,
      alsoTells: () => undefined,
    },
    specs: {} as OriginDeps['specs'],
    ideas: {} as OriginDeps['ideas'],
    reviews: {
      get(build: string) {
        const found = shared.reviews.get(build)
        return found
          ? Promise.resolve(found)
          : Promise.reject(new IrisError('REVIEW_UNKNOWN', 'There is none.'))
      },
      verdictsOn: () => [],
    },
  }
  const stops: (() => unknown)[] = []
  const { services } = inOrder<typeof base>()
    .and(rulingsFeature)
    .and(tasksFeature)
    .and(lessonsFeature)
    .and(stagesOf(shared.asked))
    .and(learningFeature)
    .open(base, (stop) => stops.push(stop))
  return { services, stops }
}

const stagesOf = (asked: Asked[]) =>
  feature({
    name: 'stages',
    create: (): LearningDeps['stages'] => ({
      begin(ask, append) {
        const stage = newId('stg')
        const { text, tokens, cut } = buildPrompt(ask.parts, ask.budget)
        asked.push({ stage, prompt: text, ask })
        append({ type: 'stage.began', data: { stage, role: ask.role, subject: ask.subject, tokens, cut } })
        return stage
      },
      get(stage) {
        const one = asked.find((other) => other.stage === stage)
        const { how = null, why = null } = one?.answer ?? {}
        // What is read of a stage here.
        return (
          one && ({ how, why, answer: one.answer, costUsd: 0.1, tokens: 1, cut: [] } as unknown as StageRow)
        )
      },
      stateOf: (stage) => (stage?.how === 'answered' ? 'COMPLETE' : stage?.how ? 'ERROR' : 'ACTIVE'),
      ended: () => Promise.resolve(),
    }),
    operations: () => ({}),
  })

const plain: Omit<ReviewTask, 'task' | 'key'> = {
  title: 'Make it',
  outcome: 'complete',
  why: null,
  isFirstPass: true,
  attempts: 1,
  checks: 1,
  failures: [],
  planned: [],
  changed: [],
  more: 0,
  commit: null,
  lessons: [],
  durationMs: 1000,
  costUsd: 0.1,
  tokens: 10,
}

function reviewOf(
  tasks: readonly Partial<ReviewTask>[],
  { number, now, more }: { number: number; now: number; more: Partial<Review> },
): Review {
  const work = tasks.map((task, place) => ({
    ...plain,
    task: newId('tsk'),
    key: `shop-${place + 1}`,
    ...task,
  }))
  return {
    build: newId('bld', now),
    key: `shop-b${number}`,
    project: 'shop',
    team: 'shop',
    outcome: 'complete',
    tasks: work.length,
    started: work.length,
    complete: work.length,
    firstPass: work.filter(({ isFirstPass }) => isFirstPass).length,
    costUsd: 1,
    tokens: 100,
    divergences: more.differs?.length ?? 0,
    unjudged: 0,
    startedAt: now - 60_000,
    endedAt: now,
    madeAt: now,
    reason: 'All tasks are complete.',
    unknown: null,
    ruling: newId('rlg'),
    work,
    differs: [],
    given: [],
    learned: [],
    similar: [],
    merges: [],
    ...more,
  }
}

export const failedOnce = (more: Partial<ReviewTask> = {}): Partial<ReviewTask> => ({
  isFirstPass: false,
  attempts: 2,
  failures: ['SYNTAX'],
  ...more,
})

export const lessonIn = (world: LearningWorld, text: string): Lesson | undefined =>
  world.lessons.list({ limit: 100 }).lessons.find((lesson) => lesson.text === text)
