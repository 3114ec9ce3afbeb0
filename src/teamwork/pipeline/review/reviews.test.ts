import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type Lesson, type TaskFile } from '../../../contract/index.ts'
import { openReviewWorld, type ReviewWorld } from './world.suite.ts'

let world: ReviewWorld
beforeEach(() => {
  world = openReviewWorld()
})
afterEach(() => world.end())

const plan = (path: string, action: TaskFile['action'] = 'CREATE'): TaskFile => ({ path, action })

test('[RVW1] [RVW2] a build that ends has one review, made by the next daemon when its own was killed before', async () => {
  const { key } = await world.build([{ plans: [plan('a.ts')], writes: { 'a.ts': 'a' } }], { isLeft: true })
  expect(world.events('review.made')).toEqual([])
  await expect(world.reviews.get(key)).rejects.toMatchObject({ code: 'REVIEW_UNKNOWN' })
  await world.restart()
  await world.restart()
  expect(world.events('review.made').map(({ data }) => data)).toMatchObject([
    { key: 'shop-b1', team: 'shop', outcome: 'complete', tasks: 1, firstPass: 1, divergences: 0 },
  ])
  expect(world.events('ruling.made')).toHaveLength(1)
  expect(await world.reviews.get(key)).toMatchObject({
    tasks: 1,
    started: 1,
    complete: 1,
    costUsd: 0.5,
    tokens: 100,
    unknown: null,
    work: [{ key: 'shop-1', title: 'Do shop-1', outcome: 'complete', changed: ['a.ts'], costUsd: 0.5 }],
    differs: [],
  })
})

test('[RVW3] a task changed what its commit has beyond its start, without what it took over from others', async () => {
  const { key } = await world.build([
    { plans: [plan('a.ts')], writes: { 'a.ts': 'a', 'both.txt': 'a\n' } },
    { plans: [plan('b.ts')], writes: { 'b.ts': 'b', 'both.txt': 'a\nb\n' }, takesOver: true },
  ])
  const { work } = await world.reviews.get(key)
  expect(work.map(({ changed }) => changed)).toEqual([
    ['a.ts', 'both.txt'],
    ['b.ts', 'both.txt'],
  ])
})

test('[RVW3] when git cannot tell what was changed, the review says why and is made all the same', async () => {
  const { key } = await world.build([{ writes: { 'a.ts': 'a' } }], { isLeft: true })
  world.git('config', 'core.repositoryformatversion', '99')
  await world.restart()
  const review = await world.reviews.get(key)
  expect(review.unknown).toMatch(/^Git cannot tell what changed: .*99/)
  expect(review.work).toMatchObject([{ key: 'shop-1', changed: [] }])
  expect(world.warned).toEqual([])
})

test('[RVW4] of very many files a number is kept, and how many more there are', async () => {
  const writes = Object.fromEntries(Array.from({ length: 2100 }, (_, n) => [`many/${n}.txt`, 'x']))
  const { key } = await world.build([{ writes }])
  const review = await world.reviews.get(key)
  expect(review.work[0]).toMatchObject({ more: 1900, changed: expect.objectContaining({ length: 200 }) })
  expect(review).toMatchObject({ divergences: 2000, unknown: expect.stringContaining('2100 files changed') })
})

test('[RVW5] what differs from the plan is an application of the rule, and says which task or reason shows it', async () => {
  const { key, tasks } = await world.build(
    [
      {
        plans: [plan('a.ts'), plan('left.ts'), plan('read.ts', 'READ')],
        writes: { 'a.ts': 'a', 'more.ts': 'm' },
      },
      { plans: [plan('c.ts')], outcome: 'failed', why: 'Given up.' },
    ],
    { outcome: 'partial' },
  )
  const review = await world.reviews.get(key)
  expect(review.differs).toEqual([
    {
      type: 'omission',
      subject: 'c.ts',
      label: 'UNKNOWN',
      shownBy: 'planned by shop-2, which is failed',
      verdict: null,
    },
    {
      type: 'omission',
      subject: 'left.ts',
      label: 'UNKNOWN',
      shownBy: 'planned by shop-1, which is complete',
      verdict: null,
    },
    {
      type: 'addition',
      subject: 'more.ts',
      label: 'UNKNOWN',
      shownBy: `changed by shop-1 in ${tasks[0]?.commit?.slice(0, 12)}`,
      verdict: null,
    },
    {
      type: 'missing',
      subject: 'shop-2',
      label: 'UNKNOWN',
      shownBy: 'shop-2 is failed: Given up.',
      verdict: null,
    },
  ])
  expect(world.events('ruling.made').map(({ data }) => data)).toEqual([
    { ruling: review.ruling, rule: 'divergence', about: 'shop-b1' },
  ])
})

test('[RVW6] a person judges what differs with evidence, and the rule says what that makes of it', async () => {
  const { key } = await world.build([{ plans: [plan('left.ts')], writes: { 'more.ts': 'm' } }])
  const { ruling } = await world.reviews.get(key)
  const said = { build: key, subject: 'more.ts', verdict: 'good', evidence: 'It is tested.' } as const
  await world.reviews.judge({ ...said, verdict: 'bad', evidence: 'Nobody wanted it.' }, 'ann')
  const judged = await world.reviews.judge(said, 'ann')
  expect(judged).toMatchObject({ divergences: 2, unjudged: 1 })
  expect(judged.differs).toMatchObject([
    { subject: 'left.ts', label: 'UNKNOWN' },
    {
      subject: 'more.ts',
      label: 'GOOD:enhancement',
      verdict: { by: 'ann', verdict: 'good', evidence: 'It is tested.' },
    },
  ])
  expect(judged.ruling).not.toBe(ruling)
  expect(world.events('review.judged').at(-1)?.data).toMatchObject({
    ruling: judged.ruling,
    subject: 'more.ts',
    verdict: 'good',
    by: 'ann',
  })
  await expect(world.reviews.judge({ ...said, subject: 'other.ts' }, 'ann')).rejects.toMatchObject({
    code: 'REVIEW_SUBJECT_UNKNOWN',
  })
})

test('[RVW7] a task passed at once when no check of it failed by a fault of the work', async () => {
  const { key } = await world.build(
    [
      { writes: { 'a.ts': 'a' } },
      { writes: { 'b.ts': 'b' }, failed: ['NETWORK', 'TIMEOUT'] },
      { writes: { 'c.ts': 'c' }, failed: ['SYNTAX_ERROR'] },
      { outcome: 'failed' },
    ],
    { outcome: 'partial' },
  )
  const { work, firstPass } = await world.reviews.get(key)
  expect(work.map(({ isFirstPass }) => isFirstPass)).toEqual([true, true, false, false])
  expect(firstPass).toBe(2)
})

test('[RVW8] the lessons that agents were given come with how their tasks went, and those that agents recorded', async () => {
  const given = lessonOf('Close what you open.', 'ann')
  world.lessons.push(given, lessonOf('Mind the gap.', 'task/shop-2'), lessonOf('Of another.', 'task/shop-9'))
  const lessons = [given.lesson, newId('lsn')]
  const { key } = await world.build([
    { writes: { 'a.ts': 'a' }, lessons },
    { writes: { 'b.ts': 'b' }, lessons, failed: ['SYNTAX_ERROR'] },
    { writes: { 'c.ts': 'c' } },
  ])
  expect(await world.reviews.get(key)).toMatchObject({
    given: [{ text: 'Close what you open.', confidence: 0.7, passed: ['shop-1'], failed: ['shop-2'] }],
    learned: [{ text: 'Mind the gap.', from: 'shop-2' }],
  })
})

test('[RVW9] reviews before it come that had the same kinds of files and failures, the likest first', async () => {
  const sql = { plans: [plan('db/one.sql')], writes: { 'db/one.sql': '1' }, failed: ['SYNTAX_ERROR'] }
  await world.build([{ ...sql, failed: [], writes: { 'db/one.sql': '1', 'docs/x.md': 'x' } }])
  await world.build([sql])
  await world.build([{ writes: { 'web/page.css': 'x' } }])
  const { key } = await world.build([
    { plans: [plan('db/two.sql')], writes: { 'db/two.sql': '2' }, failed: ['SYNTAX_ERROR'] },
  ])
  const { similar } = await world.reviews.get(key)
  expect(similar).toMatchObject([
    { key: 'shop-b2', likeness: 1, shared: expect.arrayContaining(['db/*.sql', 'SYNTAX_ERROR']) },
    { key: 'shop-b1', likeness: 0.33, shared: ['db/*.sql'] },
  ])
  expect((await world.reviews.get('shop-b1')).similar).toEqual([])
})

test('[RVW10] metrics are figures per span, with nothing rather than 0 where there is no data', async () => {
  const begun = world.clock.now()
  await world.build([
    { writes: { 'a.ts': 'a' } },
    { writes: { 'b.ts': 'b' }, failed: ['SYNTAX_ERROR', 'SYNTAX_ERROR'] },
  ])
  world.clock.advance(2 * 86_400_000)
  await world.build([
    { writes: { 'c.ts': 'c' }, lessons: [newId('lsn')] },
    { outcome: 'failed', failed: ['UNKNOWN'] },
  ])
  const wanted = { team: 'shop', span: 'day', since: begun, spans: 4 } as const
  const { project, spans, failures } = await world.reviews.metrics(wanted)
  expect(project).toBe('shop')
  expect(spans).toMatchObject([
    {
      at: begun,
      builds: 1,
      buildMs: 60_000,
      tasks: 2,
      firstPass: 1,
      rate: 0.5,
      complete: 2,
      costUsd: 1,
      tokens: 200,
    },
    { builds: 0, buildMs: null, tasks: 0, rate: null, taskMs: null, withLessons: { tasks: 0, rate: null } },
    { tasks: 2, complete: 1, withLessons: { tasks: 1, rate: 1 }, withoutLessons: { tasks: 1, rate: 0 } },
    { tasks: 0 },
  ])
  expect(failures).toEqual([
    { class: 'SYNTAX_ERROR', count: 2 },
    { class: 'UNKNOWN', count: 1 },
  ])
  const { reviews, next } = await world.reviews.list({ limit: 1 })
  expect(reviews).toMatchObject([{ key: 'shop-b2', tasks: 2, firstPass: 1, divergences: 2, unjudged: 2 }])
  expect((await world.reviews.list({ limit: 5, before: next ?? undefined })).reviews).toMatchObject([
    { key: 'shop-b1' },
  ])
})

test('[RVW11] the effect of lessons compares tasks of one kind, and says how many there were', async () => {
  const wanted = { team: 'shop', span: 'week', since: world.clock.now(), spans: 2 } as const
  expect((await world.reviews.metrics(wanted)).effect.difference).toBeNull()
  const lessons = [newId('lsn')]
  const sql = { plans: [plan('db/one.sql')] }
  await world.build([
    { ...sql, failed: ['SYNTAX_ERROR'] },
    { ...sql },
    { ...sql, lessons },
    { ...sql, lessons },
    // Of kinds that are there only with a lesson, or only without.
    { plans: [plan('web/page.css')], lessons, failed: ['SYNTAX_ERROR'] },
    { plans: [plan('docs/x.md')] },
    { lessons },
  ])
  expect((await world.reviews.metrics(wanted)).effect).toEqual({
    with: { tasks: 2, firstPass: 2, rate: 1 },
    without: { tasks: 2, firstPass: 1, rate: 0.5 },
    difference: 0.5,
  })
})

function lessonOf(text: string, name: string): Lesson {
  const about = {
    lesson: newId('lsn'),
    text,
    status: 'active',
    confidence: 0.7,
    createdAt: world.clock.now(),
  }
  return { ...about, author: { name, kind: 'agent' } } as unknown as Lesson
}
