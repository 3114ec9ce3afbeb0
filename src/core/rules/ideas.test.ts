import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitContext, type ContextItem } from './context-budget.ts'
import { findDivergences } from './divergence.ts'
import {
  discoverLesson,
  isPromotable,
  lessonStatus,
  recordSimilar,
  stepLesson,
  type LessonStanding,
  type LessonStep,
} from './lesson.ts'
import { dueQuestions, type BuildMoment } from './question-triggers.ts'
import { judgeTransition, type IdeaSignals } from './transition.ts'

const nothing: IdeaSignals = { artifacts: [], validations: [], risks: 0, confidence: 0 }
const artifacts = (confidence: number, ...types: string[]): Pick<IdeaSignals, 'artifacts'> => ({
  artifacts: types.map((type) => ({ type, confidence, isActive: true })),
})

test('[RUL50] each phase names what is missing, and goes on by one when nothing is', () => {
  expect(judgeTransition('EXPLORING', { ...nothing, ...artifacts(0.7, 'problem') })).toEqual({
    shouldTransition: false,
    missing: ['target-user', 'solution-concept'],
  })
  const shaped = artifacts(
    0.9,
    'target-user',
    'problem',
    'solution-concept',
    'mvp-features',
    'differentiator',
    'brief',
  )
  expect(judgeTransition('EXPLORING', { ...nothing, ...shaped })).toEqual({
    shouldTransition: true,
    nextPhase: 'NARROWING',
  })
  expect(judgeTransition('NARROWING', nothing)).toMatchObject({
    missing: ['mvp-features', 'differentiator', 'confidence'],
  })
  expect(judgeTransition('VALIDATING', nothing)).toMatchObject({ missing: ['validation', 'risk'] })
  expect(judgeTransition('REFINING', { ...nothing, confidence: 0.75 })).toMatchObject({
    missing: ['confidence'],
  })
  expect(judgeTransition('REFINING', { ...nothing, ...artifacts(0, 'brief') })).toMatchObject({
    nextPhase: 'COMPLETE',
  })
  expect(judgeTransition('COMPLETE', { ...nothing, ...shaped })).toEqual({
    shouldTransition: false,
    missing: [],
  })
})

test('[RUL50] a mean of exactly 0.6 is not above it, and retracted artifacts do not count', () => {
  const of = (...confidences: number[]): unknown =>
    judgeTransition('NARROWING', {
      ...nothing,
      artifacts: confidences.map((confidence, place) => ({
        type: place === 0 ? 'mvp-features' : 'differentiator',
        confidence,
        isActive: true,
      })),
    })
  expect(of(0.55, 0.65)).toMatchObject({ missing: ['confidence'] })
  expect(of(0.55, 0.66)).toMatchObject({ nextPhase: 'VALIDATING' })
  const retracted = { type: 'problem', confidence: 1, isActive: false }
  expect(judgeTransition('EXPLORING', { ...nothing, artifacts: [retracted] })).toMatchObject({
    missing: ['target-user', 'problem', 'solution-concept'],
  })
})

test('[RUL50] only assumptions that held count, each of them once', () => {
  const judged = (...validations: [string, boolean][]): unknown =>
    judgeTransition('VALIDATING', {
      ...nothing,
      risks: 1,
      validations: validations.map(([assumption, held]) => ({ assumption, held })),
    })
  expect(judged(['a', true], ['b', true], ['A ', true])).toMatchObject({ missing: ['validation'] })
  expect(judged(['a', true], ['b', true], ['c', false])).toMatchObject({ missing: ['validation'] })
  expect(judged(['a', true], ['b', true], ['c', true])).toMatchObject({ nextPhase: 'REFINING' })
})

const items = fc.array(
  fc.record({
    name: fc.string(),
    required: fc.boolean(),
    entries: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 }),
    min: fc.nat(80),
    max: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(200)),
  }),
  { maxLength: 8 },
)
const total = (entries: readonly number[]): number => entries.reduce((sum, one) => sum + one, 0)

test('[RUL51] context never exceeds its budget and never loses what is required', () => {
  fc.assert(
    fc.property(items, fc.nat(400), (all, budget) => {
      const named = all.map((item, place) => ({ ...item, name: `${place}` }))
      const ruling = fitContext(named, budget)
      const required = named.filter((item) => item.required && item.entries.length > 0)
      if (!ruling.ok) {
        expect(total(required.flatMap(({ entries }) => entries))).toBeGreaterThan(budget)
        return
      }
      expect(ruling.tokens).toBeLessThanOrEqual(budget)
      expect(ruling.tokens).toBeGreaterThanOrEqual(total(ruling.kept.map(({ tokens }) => tokens)))
      for (const { name, entries } of required)
        expect(ruling.kept.find((kept) => kept.name === name)?.entries).toBe(entries.length)
      for (const { name, entries } of named) {
        const kept = ruling.kept.find((one) => one.name === name)?.entries ?? 0
        expect(kept + (ruling.cut.find((one) => one.name === name)?.entries ?? 0)).toBe(entries.length)
      }
    }),
  )
})

test('[RUL51] the lesser never pushes out the greater, and a cut is told', () => {
  const item = (name: string, entries: number[], more: Partial<ContextItem> = {}): ContextItem => ({
    name,
    required: false,
    entries,
    min: 0,
    max: Number.POSITIVE_INFINITY,
    ...more,
  })
  const task = item('task', [50], { required: true })
  expect(fitContext([task, item('lessons', [60], { min: 60 }), item('readme', [10])], 100)).toMatchObject({
    kept: [{ name: 'task' }],
    cut: [{ name: 'lessons', entries: 1, tokens: 60 }, { name: 'readme' }],
  })
  expect(fitContext([task, item('lessons', [10, 10, 10]), item('readme', [10])], 90)).toMatchObject({
    tokens: 90,
    kept: [{ name: 'task' }, { name: 'lessons', entries: 3 }, { name: 'readme', entries: 1 }],
    cut: [],
  })
  expect(fitContext([task, item('memory', [10, 10, 10])], 75)).toMatchObject({
    tokens: 72,
    kept: [{ name: 'task' }, { name: 'memory', entries: 1 }],
  })
  expect(fitContext([task], 49)).toEqual({ ok: false, code: 'REQUIRED_DOES_NOT_FIT', needed: 50, budget: 49 })
})

test('[RUL52] what differs is found, and is good or bad only by a verdict with evidence', () => {
  const work = {
    plannedFiles: ['a.ts', 'b.ts'],
    touchedFiles: ['b.ts', 'c.ts'],
    changedApproach: ['b.ts'],
    requirements: [
      { id: 'R1', coveredBy: ['T-001'] },
      { id: 'R2', coveredBy: [] },
    ],
    verdicts: [],
  }
  expect(findDivergences(work)).toEqual([
    { type: 'omission', subject: 'a.ts', label: 'UNKNOWN' },
    { type: 'addition', subject: 'c.ts', label: 'UNKNOWN' },
    { type: 'modification', subject: 'b.ts', label: 'UNKNOWN' },
    { type: 'missing', subject: 'R2', label: 'UNKNOWN' },
  ])
  const verdict = (subject: string, said: 'good' | 'bad' | 'intentional', evidence = 'seen') => ({
    subject,
    verdict: said,
    evidence,
  })
  const verdicts = [
    verdict('a.ts', 'intentional'),
    verdict('c.ts', 'bad'),
    verdict('b.ts', 'good'),
    verdict('R2', 'bad', ' '),
  ]
  expect(findDivergences({ ...work, verdicts }).map(({ label }) => label)).toEqual([
    'NEUTRAL:intentional_skip',
    'BAD:scope_creep',
    'GOOD:optimization',
    'UNKNOWN',
  ])
})

const after = (...steps: LessonStep[]): LessonStanding =>
  steps.reduce((lesson, step) => stepLesson(lesson, step), discoverLesson())
const again: LessonStep = { op: 'seen_again' }

test('[RUL53] a lesson gains and loses by what happens to it', () => {
  expect(discoverLesson()).toMatchObject({ confidence: 0.7, occurrences: 1 })
  expect(after(again)).toMatchObject({ confidence: 0.85, occurrences: 2 })
  expect(after({ op: 'prevented' }, again)).toMatchObject({ confidence: 0.95, occurrences: 2 })
  expect(after({ op: 'failed_again' }).confidence).toBe(0.55)
  expect(after({ op: 'idle_days', days: 29 }).confidence).toBe(0.7)
  expect(after({ op: 'idle_days', days: 20 }, { op: 'idle_days', days: 40 }).confidence).toBe(0.6)
  const worthless = after(...Array.from({ length: 6 }, (): LessonStep => ({ op: 'failed_again' })))
  expect([worthless.confidence, lessonStatus(worthless)]).toEqual([0.1, 'review'])
})

const steps = fc.array(
  fc.oneof(
    fc.constantFrom<LessonStep>(again, { op: 'prevented' }, { op: 'failed_again' }),
    fc.nat(400).map((days): LessonStep => ({ op: 'idle_days', days })),
  ),
)

test('[RUL53] the worth of a lesson stays in its bounds, and praise never lowers it', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 1, noNaN: true }), steps, (begun, all) => {
      let lesson = discoverLesson(begun)
      for (const step of all) {
        const next = stepLesson(lesson, step)
        expect(next.confidence).toBeGreaterThanOrEqual(0.1)
        expect(next.confidence).toBeLessThanOrEqual(1)
        if (step.op === 'seen_again' || step.op === 'prevented')
          expect(next.confidence).toBeGreaterThanOrEqual(lesson.confidence)
        else expect(next.confidence).toBeLessThanOrEqual(lesson.confidence)
        lesson = next
      }
      expect(lesson.occurrences).toBe(1 + all.filter(({ op }) => op === 'seen_again').length)
    }),
  )
})

test('[RUL54] a surer lesson supersedes, any other counts, and enough of both can be promoted', () => {
  expect(recordSimilar(discoverLesson(), 0.9)).toMatchObject({
    supersedes: true,
    standing: { confidence: 0.9, occurrences: 2 },
  })
  expect(recordSimilar(discoverLesson(), 0.7)).toMatchObject({
    supersedes: false,
    standing: { occurrences: 2 },
  })
  expect(isPromotable(after(again, again))).toBe(false)
  expect(isPromotable(after(again, { op: 'prevented' }))).toBe(false)
  expect(isPromotable(after(again, again, { op: 'prevented' }))).toBe(true)
})

test('[RUL55] each question of a build is due once', () => {
  const build: BuildMoment = {
    agent: 'builder',
    completed: 5,
    total: 10,
    running: [
      { task: 'T-006', phase: 'api', minutes: 31 },
      { task: 'T-007', phase: 'ui', minutes: 500 },
    ],
    finished: [8, 10, 30].map((minutes) => ({ phase: 'api', minutes })),
    givenUp: ['T-002'],
    asked: [],
  }
  const due = dueQuestions(build)
  expect(due.map(({ event, task, default: fallback }) => [event, task, fallback])).toEqual([
    ['milestone_reached', undefined, undefined],
    ['task_complexity_exceeded', 'T-006', undefined],
    ['task_failed_repeatedly', 'T-002', 'skip'],
  ])
  expect(dueQuestions({ ...build, asked: due.map(({ key }) => key) })).toEqual([])
  expect(dueQuestions({ ...build, completed: 4, running: [], givenUp: [] })).toEqual([])
})
