import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Lesson, LessonId, LessonNote } from '../../contract/index.ts'
import { day, openLessonWorld, user, type LessonWorld } from './world.suite.ts'

let world: LessonWorld
beforeEach(() => (world = openLessonWorld()))
afterEach(() => world.end())

/** Three matters, each in words that are near each other and far from the others. */
const matters = [
  'run every migration in one transaction',
  'never import the event store twice',
  'pin all packages to exact versions',
]
const endings = ['', ' always', ' please']

type Command =
  | { do: 'record'; matter: number; ending: number; project: string; confidence: number; isVouched: boolean }
  | { do: 'note'; which: number; what: LessonNote }
  | { do: 'confirm' | 'end' | 'restore' | 'share'; which: number }
  | { do: 'wait'; days: number }

const which = fc.nat(11)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('record' as const),
      matter: fc.nat(2),
      ending: fc.nat(2),
      project: fc.constantFrom('shop', 'other'),
      confidence: fc.constantFrom(0.5, 0.7, 0.86, 0.96),
      isVouched: fc.boolean(),
    }),
  },
  fc.record({
    do: fc.constant('note' as const),
    which,
    what: fc.constantFrom<LessonNote>('seen_again', 'prevented', 'failed_again'),
  }),
  fc.record({
    do: fc.constantFrom('confirm' as const, 'end' as const, 'restore' as const, 'share' as const),
    which,
  }),
  fc.record({ do: fc.constant('wait' as const), days: fc.nat(50) }),
)

/** A lesson as the model has it: a list in memory, worked through step by step, without dates. */
interface Known {
  id: LessonId
  matter: number
  project: string
  isShared: boolean
  isVouched: boolean
  isEnded: boolean
  superseded: LessonId | null
  confidence: number
  seen: number
  idle: number
}

const round = (value: number) => Math.round(value * 1e6) / 1e6
const livingOf = (all: readonly Known[]) =>
  all.filter(({ isEnded, superseded }) => !isEnded && superseded === null)
const worth = ({ confidence, idle }: Known) =>
  Math.min(confidence, Math.max(0.1, round(confidence - 0.05 * Math.floor(idle / 30))))
const nearest = (all: readonly Known[], one: Pick<Known, 'matter' | 'project' | 'isShared'>) =>
  livingOf(all).find(
    (known) =>
      known.matter === one.matter && (known.isShared || (!one.isShared && known.project === one.project)),
  )

function touch(known: Known, confidence: number): void {
  Object.assign(known, { confidence: round(confidence), idle: 0 })
}

test(
  '[LSN4] [LSN5] [LSN6] [LSN9] whatever happens in whatever order, lessons are what a simple list says',
  { timeout: 60_000 },
  () => {
    let run = 0
    fc.assert(
      fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
        run += 1
        const all: Known[] = []
        for (const one of commands) follow(all, one, run)
        for (const known of all) compare(known, world.lessons.get(known.id))
        const ids = new Set(livingOf(all).map(({ id }) => id))
        for (const { superseded } of all)
          if (superseded) expect(all.some(({ id }) => id === superseded)).toBe(true)
        const listed = world.lessons.list({ limit: 1000 }).lessons.filter(({ lesson }) => ids.has(lesson))
        expect(listed).toHaveLength(ids.size)
      }),
      { numRuns: 60 },
    )
  },
)

/** Each run has words of its own, so that runs share a database and nothing else. */
function textOf(run: number, matter: number, ending = ''): string {
  return `${matters[matter]?.replaceAll(/\w+/g, (word) => `${word}${run}`)}${ending}`
}

// One branch for each command is what makes the model plain.
// oxlint-disable-next-line complexity
function follow(all: Known[], one: Command, run: number): void {
  if (one.do === 'wait') {
    world.clock.advance(one.days * day)
    for (const known of all) known.idle += one.days
    return
  }
  if (one.do === 'record') return record(all, one, run)
  const known = all[one.which]
  if (!known) return
  const act = { lesson: known.id, by: 'user' }
  const isLiving = livingOf(all).includes(known)
  const refusedUnless = (allowed: boolean, work: () => unknown): boolean => {
    if (allowed) work()
    else expect(work).toThrow(expect.objectContaining({ code: 'LESSON_REFUSED' }))
    return allowed
  }
  if (one.do === 'note') {
    if (!refusedUnless(isLiving, () => world.lessons.note(act, one.what))) return
    const now = worth(known)
    if (one.what === 'seen_again') known.seen += 1
    touch(
      known,
      {
        seen_again: Math.max(now, 0.85),
        prevented: Math.max(now, 0.95),
        failed_again: Math.min(now, Math.max(0.1, now - 0.15)),
      }[one.what],
    )
  } else if (one.do === 'confirm') {
    if (!refusedUnless(isLiving, () => world.lessons.confirm(act, 'person'))) return
    touch(known, Math.max(worth(known), 0.7))
    known.isVouched = true
  } else if (one.do === 'end') {
    const how = known.isVouched ? 'retired' : 'rejected'
    if (refusedUnless(isLiving, () => world.lessons.end(act, { how }))) known.isEnded = true
  } else if (one.do === 'restore') {
    const rival = nearest(all, known)
    if (!refusedUnless(!isLiving && !rival, () => world.lessons.restore(act))) return
    Object.assign(known, { isEnded: false, superseded: null })
  } else {
    const rivals = livingOf(all).filter(
      (other) => other !== known && other.matter === known.matter && other.isShared,
    )
    const isChange = !known.isShared
    if (
      !refusedUnless(isLiving && known.isVouched && !(isChange && rivals.length > 0), () =>
        world.lessons.share(act, true),
      )
    )
      return
    known.isShared = true
  }
}

function record(all: Known[], one: Extract<Command, { do: 'record' }>, run: number): void {
  const { matter, project, isVouched, confidence: said } = one
  const old = near(all, one)
  const confidence = isVouched ? said : 0.7
  const by = isVouched ? user : ({ name: 'shop', kind: 'agent' } as const)
  const { how, lesson } = world.lessons.record({
    project,
    kind: 'gotcha',
    text: textOf(run, matter, endings[one.ending]),
    confidence: said,
    isConfirmed: isVouched,
    by,
  })
  const fresh: Known = {
    id: lesson.lesson,
    matter,
    project,
    isShared: false,
    isVouched,
    isEnded: false,
    superseded: null,
    confidence,
    seen: 1,
    idle: 0,
  }
  if (old.length === 0) {
    expect(how).toBe('recorded')
    all.push(fresh)
    return
  }
  const chosen = old.find(
    ({ id }) => id === lesson.lesson || world.lessons.get(id).supersededBy === lesson.lesson,
  )
  if (!chosen) throw new Error('none of those that are near was met')
  const now = worth(chosen)
  const supersedes = chosen.isVouched === isVouched ? confidence > now : isVouched
  expect(how).toBe(supersedes ? 'superseded' : 'counted')
  if (!supersedes) {
    chosen.seen += 1
    return touch(chosen, Math.max(now, 0.85))
  }
  for (const known of all) if (known.superseded === chosen.id) known.superseded = fresh.id
  chosen.superseded = fresh.id
  all.push({
    ...fresh,
    seen: chosen.seen + 1,
    isShared: chosen.isShared,
    confidence: Math.max(confidence, now, 0.85),
  })
}

/** More than one may be near, one of the project and one that is shared; which is met depends on its words. */
function near(all: readonly Known[], { matter, project }: Pick<Known, 'matter' | 'project'>): Known[] {
  return livingOf(all).filter(
    (known) => known.matter === matter && (known.isShared || known.project === project),
  )
}

function compare(known: Known, lesson: Lesson): void {
  expect({
    confidence: lesson.confidence,
    occurrences: lesson.occurrences,
    supersededBy: lesson.supersededBy,
    isShared: lesson.project === null,
    isConfirmed: lesson.confirmed !== null,
    isEnded: lesson.ended !== null,
  }).toEqual({
    confidence: worth(known),
    occurrences: known.seen,
    supersededBy: known.superseded,
    isShared: known.isShared,
    isConfirmed: known.isVouched,
    isEnded: known.isEnded,
  })
}
