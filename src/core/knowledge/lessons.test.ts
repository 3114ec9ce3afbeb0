import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import { day, openLessonWorld, user, type LessonWorld } from './world.suite.ts'

let world: LessonWorld
beforeEach(() => (world = openLessonWorld()))
afterEach(() => world.end())

const act = (lesson: { lesson: `lsn_${string}` }) => ({ lesson: lesson.lesson, by: 'user' })
const statusOf = (lesson: { lesson: `lsn_${string}` }) => world.lessons.get(lesson.lesson).status
const given = (project = 'shop') =>
  world.lessons.find({ project, files: [], topics: new Set() }).map(({ text }) => text)
const refused = expect.objectContaining({ code: 'LESSON_REFUSED' })
const text = 'Run every migration inside one transaction'

test('[LSN1] [LSN2] a lesson is known by its author, and what nobody vouches for is unconfirmed', () => {
  const learned = world.found(text, {
    glob: 'db/*.sql',
    action: 'UPDATE',
    topic: 'database',
    evidence: 'It failed.',
  })
  expect(learned).toMatchObject({
    kind: 'gotcha',
    project: 'shop',
    text,
    glob: 'db/*.sql',
    action: 'UPDATE',
    topic: 'database',
    evidence: 'It failed.',
    status: 'unconfirmed',
    confidence: 0.7,
    author: { name: 'shop', kind: 'agent' },
    confirmed: null,
  })
  expect(world.add('Another matter')).toMatchObject({
    status: 'active',
    confirmed: { by: 'user', as: 'person' },
  })
  expect(world.events('lesson.recorded').map(({ data }) => data)).toMatchObject([
    { by: 'shop', isConfirmed: false },
    { by: 'user', isConfirmed: true },
  ])
})

test('[LSN3] an agent is given only what is confirmed, in use and worth enough', () => {
  const learned = world.found(text)
  expect(given()).toEqual([])
  world.lessons.confirm(act(learned), 'check')
  expect(given()).toEqual([text])
  expect(given('other')).toEqual([])
  world.lessons.note(act(learned), 'failed_again')
  expect([world.lessons.get(learned.lesson).confidence, given()]).toEqual([0.55, []])
  world.lessons.confirm(act(learned), 'person')
  expect(given()).toEqual([text])
  world.lessons.end(act(learned), { how: 'retired' })
  expect(given()).toEqual([])
})

test('[LSN4] what says the same is counted; a surer one takes the place of the old and goes on counting', () => {
  const first = world.add(text)
  expect(
    world.lessons.record({ project: 'shop', kind: 'gotcha', text: `${text}!`, isConfirmed: true, by: user }),
  ).toMatchObject({
    how: 'counted',
    lesson: { lesson: first.lesson, occurrences: 2, confidence: 0.85, text },
  })
  const surer = world.add(`${text} always`, { confidence: 0.9 })
  expect(surer).toMatchObject({ occurrences: 3, confidence: 0.9, text: `${text} always` })
  expect(world.lessons.get(first.lesson)).toMatchObject({ status: 'superseded', supersededBy: surer.lesson })
  expect(given()).toEqual([`${text} always`])
  expect(world.events().map(({ type }) => type)).toEqual([
    'lesson.recorded',
    'lesson.noted',
    'lesson.recorded',
    'lesson.superseded',
  ])
})

test('[LSN4] only the same kind, glob, action and project say the same', () => {
  const made = [
    world.add(text),
    world.add(text, { kind: 'pattern' }),
    world.add(text, { glob: '*.sql' }),
    world.add(text, { action: 'CREATE' }),
    world.add(text, { project: 'other' }),
    world.add('Run no migration on Fridays'),
  ]
  expect(new Set(made.map(({ lesson }) => lesson)).size).toBe(6)
  world.lessons.share(act(made[0]!), true)
  expect(world.add(text, { project: 'third' }).lesson).toBe(made[0]!.lesson)
})

test('[LSN5] what is unconfirmed never takes the place of what is confirmed, and the other way round always', () => {
  const confirmed = world.add(text)
  world.clock.advance(100 * day)
  expect(world.lessons.get(confirmed.lesson).confidence).toBe(0.55)
  expect(world.found(text)).toMatchObject({ lesson: confirmed.lesson, confidence: 0.85, status: 'active' })
  const doubtful = world.found('Never push on Fridays', { project: 'other' })
  for (let n = 0; n < 2; n += 1) world.lessons.note(act(doubtful), 'prevented')
  const said = world.add('Never push on Fridays', { project: 'other' })
  expect(said).toMatchObject({ status: 'active', confidence: 0.95, prevented: 2 })
  expect(statusOf(doubtful)).toBe('superseded')
})

test('[LSN6] what was superseded names the living one in one hop', () => {
  const chain = [0.7, 0.86, 0.9, 0.97].map((confidence) => world.add(text, { confidence }))
  const [, , , last] = chain
  for (const old of chain.slice(0, 3)) expect(world.lessons.get(old.lesson).supersededBy).toBe(last!.lesson)
  expect(last).toMatchObject({ occurrences: 4, supersededBy: null })
})

test('[LSN7] a session counts once, a person each time', () => {
  const by = { name: 'shop', kind: 'agent', session: newId('ses') } as const
  for (let n = 0; n < 6; n += 1) world.found(text, { by })
  expect(world.lessons.list({ limit: 10 }).lessons).toMatchObject([{ occurrences: 1 }])
  world.found(text, { by: { ...by, session: newId('ses') } })
  world.found(text, { by: { name: 'w', kind: 'agent', task: newId('tsk') } })
  expect(world.lessons.list({ limit: 10 }).lessons).toMatchObject([{ occurrences: 3 }])
  expect(world.events('lesson.noted')).toHaveLength(2)
})

test('[LSN8] a project has so many unconfirmed lessons and no more, and an agent does not say how sure it is', () => {
  for (let n = 0; n < 200; n += 1) world.found(`word${n}`)
  expect(() => world.found('one more')).toThrow(expect.objectContaining({ code: 'LESSON_LIMIT' }))
  expect(world.found('one more', { project: 'other', confidence: 1 })).toMatchObject({ confidence: 0.7 })
  expect(world.add('of a person')).toMatchObject({ status: 'active' })
  expect(world.found('word7')).toMatchObject({ occurrences: 2 })
})

test('[LSN9] what happens changes the worth with its event; idle days take from it when it is read', () => {
  const learned = world.add(text)
  expect(world.lessons.note(act(learned), 'prevented')).toMatchObject({ confidence: 0.95, prevented: 1 })
  expect(world.lessons.note(act(learned), 'failed_again')).toMatchObject({ confidence: 0.8, failedAgain: 1 })
  const events = world.events().length
  world.clock.advance(29 * day)
  expect(world.lessons.get(learned.lesson).confidence).toBe(0.8)
  world.clock.advance(31 * day)
  expect(world.lessons.get(learned.lesson).confidence).toBe(0.7)
  world.clock.setDate(-400 * day)
  expect(world.lessons.get(learned.lesson).confidence).toBe(0.8)
  expect(world.events()).toHaveLength(events)
  expect(world.events('lesson.noted').map(({ data }) => data)).toMatchObject([
    { what: 'prevented', confidence: 0.95 },
    { what: 'failed_again', confidence: 0.8 },
  ])
})

test('[LSN10] [LSN11] what fails again and again is for review, until somebody vouches for it anew', () => {
  const learned = world.add(text)
  for (let n = 0; n < 4; n += 1) world.lessons.note(act(learned), 'failed_again')
  expect(world.lessons.get(learned.lesson)).toMatchObject({ confidence: 0.1, status: 'review' })
  expect(world.lessons.list({ status: 'review', limit: 10 })).toMatchObject({
    lessons: [{ lesson: learned.lesson }],
    counts: { review: 1 },
  })
  expect(world.lessons.confirm(act(learned), 'person')).toMatchObject({ confidence: 0.7, status: 'active' })
})

test('[LSN12] what is out of use can be taken back, unless something similar lives by then', () => {
  const learned = world.found(text)
  expect(() => world.lessons.end(act(learned), { how: 'retired' })).toThrow(refused)
  world.lessons.end(act(learned), { how: 'rejected', reason: 'No.' })
  expect(world.lessons.get(learned.lesson)).toMatchObject({
    status: 'rejected',
    ended: { by: 'user', reason: 'No.' },
  })
  for (const forbidden of ['confirm', 'note', 'share'] as const)
    expect(() =>
      forbidden === 'confirm'
        ? world.lessons.confirm(act(learned), 'person')
        : forbidden === 'note'
          ? world.lessons.note(act(learned), 'prevented')
          : world.lessons.share(act(learned), true),
    ).toThrow(refused)
  const again = world.add(text)
  expect(again.lesson).not.toBe(learned.lesson)
  expect(() => world.lessons.restore(act(learned))).toThrow(refused)
  world.lessons.end(act(again), { how: 'retired' })
  expect(world.lessons.restore(act(learned))).toMatchObject({ status: 'unconfirmed', ended: null })
  expect(() => world.lessons.restore(act(learned))).toThrow(refused)
})

test('[LSN12] what was superseded can be taken back once its successor is retired', () => {
  const old = world.add(text)
  const next = world.add(text, { confidence: 0.9 })
  expect(() => world.lessons.restore(act(old))).toThrow(refused)
  world.lessons.end(act(next), { how: 'retired' })
  expect(world.lessons.restore(act(old))).toMatchObject({ status: 'active', supersededBy: null })
})

test('[LSN13] a person shares a lesson with all projects, and takes that back', () => {
  const learned = world.add(text)
  expect(() => world.lessons.share(act(world.found('Not confirmed')), true)).toThrow(refused)
  expect(world.lessons.share(act(learned), true)).toMatchObject({ project: null })
  expect(given('other')).toEqual([text])
  expect(world.lessons.share(act(learned), false)).toMatchObject({ project: 'shop' })
  expect(given('other')).toEqual([])
})

test('lessons outlive the daemon, and a list comes in slices, newest first', async () => {
  for (let n = 0; n < 5; n += 1) {
    world.clock.advance(1)
    world.add(`lesson number${n}`)
  }
  await world.restart()
  const first = world.lessons.list({ limit: 2 })
  expect(first.lessons.map((one) => one.text)).toEqual(['lesson number4', 'lesson number3'])
  const { lessons, next } = world.lessons.list({ limit: 3, after: first.next! })
  expect([lessons.length, next, first.counts]).toEqual([3, null, { active: 5 }])
  expect(() => world.lessons.get(newId('lsn'))).toThrow(expect.objectContaining({ code: 'LESSON_UNKNOWN' }))
})
