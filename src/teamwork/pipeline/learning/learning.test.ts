import { existsSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type Check } from '../../../contract/index.ts'
import { failedOnce, lessonIn, openLearningWorld, type LearningWorld } from './world.suite.ts'

let world: LearningWorld
beforeEach(async () => {
  world = await openLearningWorld()
})
afterEach(() => world.end())

const gotcha = 'Name the column before the type.'

test('[LRN1] [LRN2] a model is asked once about a review: facts with marks, within a budget, and what its checks printed', async () => {
  const task = newId('tsk')
  world.checks.push(failedCheck(task, 'near "TEXT": syntax error'))
  const review = world.review([failedOnce({ task, title: 'Make "the" table' }), {}], {
    differs: [
      {
        type: 'addition',
        subject: 'notes.md',
        label: 'UNKNOWN',
        shownBy: 'changed by shop-1',
        verdict: null,
      },
    ],
  })
  const first = await world.learning.ask({ build: review.build, again: false, wait: false }, 'user')
  expect(first).toMatchObject({ state: 'ACTIVE', by: 'user', lessons: [] })
  await world.learning.ask({ build: review.build, again: true, wait: false }, 'user')
  expect(world.asked).toHaveLength(1)
  const [asked] = world.asked
  expect(asked?.ask).toMatchObject({
    role: 'review',
    project: world.shop,
    subject: review.build,
    budget: 12_000,
  })
  expect(asked?.prompt).toContain('F1:\n| shop-b1 is complete')
  expect(asked?.prompt).toContain(
    'F2:\n| shop-1 failed as SYNTAX in "make check"\nIt printed:\n| near "TEXT"',
  )
  expect(asked?.prompt).toContain('F3:\n| addition at "notes.md"')
  expect(asked?.prompt).not.toContain('Make "the" table')
  world.answerStage({ structured: { summary: 'Fine.' } })
  expect(await world.learning.get(review.build)).toMatchObject({ state: 'COMPLETE', summary: 'Fine.' })
  await world.learning.ask({ build: review.build, again: false, wait: false }, 'user')
  expect(world.asked).toHaveLength(1)
  await world.learning.ask({ build: review.build, again: true, wait: false }, 'user')
  expect(world.asked).toHaveLength(2)
})

test('[LRN3] what names no fact of the review is left out, and what is of a wrong shape spoils nothing', async () => {
  const review = world.review([failedOnce()])
  const opinion = await world.opinion(review, {
    summary: 'One mistake.',
    gotchas: [
      { text: gotcha, glob: 'db/*.sql', evidence: ['F2'] },
      { text: 'Made up.', evidence: ['F99'] },
      { text: 'Half made up.', evidence: ['F1', 'F77'] },
      { text: 'From nowhere.', evidence: [] },
      7,
    ],
    verdicts: [{ subject: 'a.ts', verdict: 'good', evidence: ['[f1]'] }],
    suggestions: 'no list',
  })
  expect(opinion.lessons).toEqual([
    expect.objectContaining({ kind: 'gotcha', text: gotcha, evidence: [expect.stringContaining('shop-1')] }),
  ])
  expect(opinion).toMatchObject({ dropped: 3, suggestions: [], verdicts: [{ verdict: 'good' }] })
  expect(world.lessons.list({ limit: 9 }).lessons).toHaveLength(1)
  expect(lessonIn(world, gotcha)).toMatchObject({
    status: 'unconfirmed',
    glob: 'db/*.sql',
    author: { name: 'review/shop-b1', kind: 'agent' },
    evidence: expect.stringMatching(/^shop-b1: shop-1/),
  })
  expect(world.events('opinion.given')[0]?.data).toMatchObject({ lessons: 1, dropped: 3 })
})

test('[LRN3] a model that says nothing by the schema is heard all the same, and one that gives no answer is asked again on a word', async () => {
  const review = world.review([{}])
  await world.learning.ask({ build: review.build, again: false, wait: false }, 'user')
  world.answerStage({ how: 'failed', why: 'No network.' })
  expect(await world.learning.get(review.build)).toMatchObject({ state: 'ERROR', why: 'No network.' })
  expect(world.events('opinion.missed')).toHaveLength(1)
  await world.learning.ask({ build: review.build, again: false, wait: false }, 'user')
  expect(world.asked).toHaveLength(2)
  world.answerStage({ text: 'All went well.' })
  expect(await world.learning.get(review.build)).toMatchObject({ summary: 'All went well.', lessons: [] })
})

test('[LRN4] a gotcha is asked about once; a yes confirms it, for all projects shares it, words are the lesson', async () => {
  const texts = [gotcha, 'Round money to cents.', 'Close what you open.', 'A fourth one waits in the list.']
  const said = { gotchas: texts.map((text) => ({ text, evidence: ['F1'] })) }
  await world.opinion(world.review([failedOnce()]), said)
  const asks = world.asks()
  expect(asks).toHaveLength(3)
  expect(asks[0]).toMatchObject({ type: 'confirming', source: 'lesson', default: null, team: 'shop' })
  const about = (words: string | undefined) => asks.find(({ text }) => text.includes(words ?? ''))
  await world.answer(about(gotcha), { choose: 'Yes, keep it' })
  await world.answer(about(texts[1]), { choose: 'Yes, for all projects' })
  await world.answer(about(texts[2]), { text: 'Close every file in a finally.' })
  expect(lessonIn(world, gotcha)).toMatchObject({ status: 'active', confirmed: { by: 'user', as: 'person' } })
  expect(lessonIn(world, texts[1]!)).toMatchObject({ status: 'active', project: null })
  expect(lessonIn(world, texts[2]!)?.status).toBe('rejected')
  expect(lessonIn(world, 'Close every file in a finally.')?.status).toBe('active')
  expect(lessonIn(world, texts[3]!)?.status).toBe('unconfirmed')
  await world.opinion(world.review([failedOnce()]), { gotchas: [{ text: texts[3], evidence: ['F1'] }] })
  expect(world.asks()).toHaveLength(1)
  await world.answer(world.asks()[0], { choose: 'No, leave it out' })
  expect(lessonIn(world, texts[3]!)?.status).toBe('rejected')
})

test('[LRN4] nothing is confirmed by silence, and what somebody did meanwhile stands', async () => {
  await world.opinion(world.review([failedOnce()]), { gotchas: [{ text: gotcha, evidence: ['F1'] }] })
  world.fake.clock.advance(30 * 3_600_000)
  const lesson = lessonIn(world, gotcha)!
  expect(lesson.status).toBe('unconfirmed')
  world.lessons.end({ lesson: lesson.lesson, by: 'ann' }, { how: 'rejected' })
  const [open] = world.asks()
  if (open) await world.answer(open, { choose: 'Yes, keep it' })
  expect(lessonIn(world, gotcha)?.status).toBe('rejected')
})

test('[LRN5] a pattern is asked about once it was seen in two builds, and a build counts once', async () => {
  const pattern = 'Write the test of a parser from the examples of its format.'
  const said = { patterns: [{ text: pattern, evidence: ['F1'] }] }
  const first = world.review([{}])
  await world.opinion(first, said)
  await world.learning.ask({ build: first.build, again: true, wait: false }, 'user')
  world.answerStage({ structured: said })
  expect(lessonIn(world, pattern)).toMatchObject({ occurrences: 1, confidence: 0.7 })
  expect(world.asks()).toEqual([])
  await world.opinion(world.review([{}]), said)
  expect(lessonIn(world, pattern)).toMatchObject({ occurrences: 2, confidence: 0.85 })
  expect(world.asks().map(({ text }) => text)).toEqual([expect.stringContaining('seen 2 times')])
})

test('[LRN6] a lesson that has become sure enough is proposed for CLAUDE.md with the diff, once', async () => {
  writeFileSync(join(world.shop, 'CLAUDE.md'), '# Shop\n')
  const by = { name: 'user', kind: 'human' } as const
  const { lesson } = world.lessons.record({
    project: 'shop',
    kind: 'gotcha',
    text: gotcha,
    confidence: 0.95,
    isConfirmed: true,
    by,
  })
  const act = { lesson: lesson.lesson, by: 'user' }
  world.lessons.note(act, 'seen_again')
  world.lessons.note(act, 'seen_again')
  world.lessons.share(act, true)
  await world.until(() => world.asks().length === 1)
  const [ask] = world.asks()
  expect(ask).toMatchObject({
    text: expect.stringContaining('held 3 times'),
    context: expect.stringContaining('+- Name'),
  })
  expect(readFileSync(join(world.shop, 'CLAUDE.md'), 'utf8')).toBe('# Shop\n')
  await world.answer(ask, { choose: 'Leave it out' })
  world.lessons.note(act, 'prevented')
  await world.restart()
  await world.fake.log
    .follow({ name: 'seen', types: ['lesson.noted'], handle: () => undefined })
    .caughtUp(5000)
  expect(world.asks()).toEqual([])
})

test('[LRN7] a template is proposed with its diff, written on a yes over restarts, and undone', async () => {
  const template = {
    name: 'migration',
    files: 'db/migrations/*.sql',
    action: 'CREATE',
    body: '-- Why',
    evidence: ['F2'],
  }
  const review = world.review([failedOnce()])
  await world.opinion(review, { templates: [template, { ...template, name: '../out' }] })
  await world.until(() => world.asks().length === 1)
  const file = join(world.shop, '.iris/templates/migration.md')
  expect(existsSync(file)).toBe(false)
  const [ask] = world.asks()
  expect(ask?.context).toContain('+-- Why')
  await world.restart()
  await world.answer(world.asks()[0], { choose: 'Write it' })
  await world.until(() => world.events('template.written').length === 1)
  expect(readFileSync(file, 'utf8')).toContain('files: "db/migrations/*.sql"')
  const [made] = (await world.learning.get(review.build))?.templates ?? []
  expect(made).toMatchObject({ state: 'written', file: '.iris/templates/migration.md' })
  writeFileSync(file, 'mine')
  await expect(world.learning.undoTemplate({ template: made!.template }, 'user')).rejects.toMatchObject({
    code: 'TEMPLATE_REFUSED',
  })
  writeFileSync(file, `---\nfiles: "db/migrations/*.sql"\naction: CREATE\n---\n-- Why\n`)
  await world.learning.undoTemplate({ template: made!.template }, 'user')
  expect(existsSync(file)).toBe(false)
  expect(world.events('template.undone')).toHaveLength(1)
})

test('[LRN7] a file that changed after the diff is asked about anew', async () => {
  const template = { name: 'test', files: '*.test.ts', body: 'new', evidence: ['F1'] }
  await world.opinion(world.review([failedOnce()]), { templates: [template] })
  await world.until(() => world.asks().length === 1)
  mkdirSync(join(world.shop, '.iris/templates'), { recursive: true })
  writeFileSync(join(world.shop, '.iris/templates/test.md'), 'mine')
  await world.answer(world.asks()[0], { choose: 'Write it' })
  await world.until(() => world.asks().length === 1)
  expect(world.asks()[0]?.context).toContain('-mine')
  expect(readFileSync(join(world.shop, '.iris/templates/test.md'), 'utf8')).toBe('mine')
})

test('[LRN8] with `pipeline.autoReview` a review in which something failed or differs is asked about by itself, and no other', async () => {
  const made = (review: ReturnType<LearningWorld['review']>): void =>
    world.fake.log.write((append) => {
      const { build, key, team, ruling, outcome } = review
      const counts = { tasks: 1, firstPass: 1, divergences: 0 }
      append({ type: 'review.made', data: { build, key, team, ruling, outcome, ...counts } })
    })
  made(world.review([failedOnce()]))
  await world.fake.log
    .follow({ name: 'seen', types: ['review.made'], handle: () => undefined })
    .caughtUp(5000)
  world.config.autoReview = true
  made(world.review([{}]))
  const failed = world.review([failedOnce()])
  made(failed)
  await world.until(() => world.asked.length > 0)
  expect(world.asked.map(({ ask }) => ask.subject)).toEqual([failed.build])
  expect(await world.learning.get(failed.build)).toMatchObject({ by: 'iris' })
})

function failedCheck(task: string, printed: string): Check {
  const step = { command: 'make check', state: 'failed', head: printed, tail: '' }
  const at = world.fake.clock.now()
  // What is read of a check here.
  return {
    task,
    state: 'failed',
    failure: 'SYNTAX',
    steps: [step],
    createdAt: at,
    endedAt: at,
  } as unknown as Check
}
