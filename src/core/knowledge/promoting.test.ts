import { chmodSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLessonWorld, type LessonWorld } from './world.suite.ts'

let world: LessonWorld
beforeEach(() => {
  world = openLessonWorld()
  world.writeClaude('# Shop\n')
})
afterEach(() => world.end())

const text = 'Run every migration in one transaction'
const at = (team = 'shop') => ({ team, folder: world.folder(team) })
const notYet = (why: string) =>
  expect.objectContaining({ code: 'LESSON_NOT_PROMOTABLE', message: expect.stringContaining(why) })

test('[LSN20] a lesson goes into CLAUDE.md when it is confirmed, sure, seen often and known in two projects', async () => {
  const act = (lesson: `lsn_${string}`) => ({ lesson, by: 'user' })
  const { lesson } = world.found(text)
  await expect(world.propose(lesson)).rejects.toEqual(notYet('it is unconfirmed'))
  world.lessons.confirm(act(lesson), 'person')
  await expect(world.propose(lesson)).rejects.toEqual(notYet('it is worth 0.7 of 0.9; it was seen once of 3'))
  world.lessons.note(act(lesson), 'prevented')
  world.lessons.note(act(lesson), 'seen_again')
  expect(world.lessons.get(lesson).missing).toEqual(['it was seen 2 times of 3'])
  world.lessons.note(act(lesson), 'seen_again')
  await expect(world.propose(lesson)).rejects.toEqual(notYet('one project only'))
  world.found(`${text} always`, { project: 'other' })
  expect(world.lessons.get(lesson).missing).toEqual([])
  expect((await world.propose(lesson)).diff).toContain(text)
})

test('[LSN21] a person is asked with the diff, and nothing is written before the yes', async () => {
  const lesson = world.ready(text)
  const { ask, diff } = await world.propose(lesson)
  expect(diff).toMatch(/^--- CLAUDE\.md\n\+\+\+ CLAUDE\.md\n@@ .*\n # Shop\n\+\n\+<!-- iris lessons/)
  expect(world.inbox.view(ask)).toMatchObject({
    kind: 'decision',
    type: 'confirming',
    source: 'lesson',
    team: 'shop',
    context: diff,
    tags: ['promotion'],
    default: null,
    expiresAt: null,
    whoMayAnswer: { lead: null, answerers: [] },
  })
  expect(world.claude()).toBe('# Shop\n')
  expect(await world.propose(lesson)).toEqual({ ask, diff })
  expect(world.events('ask.opened')).toHaveLength(1)
  await expect(
    world.inbox.answer(ask, { who: { kind: 'agent', name: 'shop' }, input: { choose: 'Add it' } }),
  ).rejects.toMatchObject({ code: 'ASK_NOT_YOURS' })
})

test('[LSN22] on yes the line is written and told; on no it is not', async () => {
  const lesson = world.ready(text)
  chmodSync(join(world.folder('shop'), 'CLAUDE.md'), 0o640)
  await world.answer((await world.propose(lesson)).ask, 'Leave it out')
  expect(world.claude()).toBe('# Shop\n')
  await world.answer((await world.propose(lesson)).ask, 'Add it')
  expect(world.claude()).toContain(`- ${text} <!-- ${lesson}: seen 3 times; by user -->`)
  expect(statSync(join(world.folder('shop'), 'CLAUDE.md')).mode & 0o777).toBe(0o640)
  expect(world.lessons.get(lesson).promotedTo).toEqual(['shop'])
  expect(world.events('lesson.promoted')).toMatchObject([
    { data: { lesson, team: 'shop', file: 'CLAUDE.md' } },
  ])
  await expect(world.propose(lesson)).rejects.toEqual(notYet('has it already'))
})

test('[LSN22] a file that changed meanwhile is asked about anew, with the new diff', async () => {
  const lesson = world.ready(text)
  const first = await world.propose(lesson)
  world.writeClaude('# Shop\n\nMine.\n')
  await world.answer(first.ask, 'Add it')
  expect(world.claude()).toBe('# Shop\n\nMine.\n')
  const { asks } = world.inbox.list({ state: 'open', limit: 10 })
  expect(asks).toMatchObject([{ context: expect.stringContaining(' Mine.'), team: 'shop' }])
  await world.answer(asks[0]!.ask, 'Add it')
  expect(world.claude()).toMatch(/^# Shop\n\nMine\.\n\n<!-- iris lessons/)
})

test('[LSN22] a file that changes at the last moment is not written over', async () => {
  const lesson = world.ready(text)
  const { ask } = await world.propose(lesson)
  world.interfere = (what) => what === 'replace' && world.writeClaude('# Late\n')
  await world.answer(ask, 'Add it')
  expect(world.claude()).toBe('# Late\n')
  expect(world.inbox.list({ state: 'open', limit: 10 }).open).toBe(1)
})

test.each(['exact', 'replace', 'after'] as const)(
  '[LSN22] a yes that is cut short at %s is carried out at the next start, once',
  async (point) => {
    const lesson = world.ready(text)
    const { ask } = await world.propose(lesson)
    const killed = new Error('killed')
    let isThrown = false
    if (point === 'after') {
      // The file is written, and nothing in the database says so.
      world.interfere = (what) => {
        if (what !== 'replace') return
        const line = `- ${text} <!-- ${lesson}: seen 3 times; by user -->`
        writeFileSync(join(world.folder('shop'), 'CLAUDE.md'), `# Shop\n\n${blockOf(line)}\n`)
        isThrown = true
        throw killed
      }
    } else
      world.interfere = (what) => {
        if (what !== point) return
        isThrown = true
        throw killed
      }
    await world.answer(ask, 'Add it')
    expect(isThrown).toBe(true)
    expect(world.events('lesson.promoted')).toEqual([])
    world.interfere = () => undefined
    await world.restart()
    await world.lessons.promoting.carryOut()
    await world.lessons.promoting.carryOut()
    expect(world.claude()?.split(lesson)).toHaveLength(2)
    expect(world.events('lesson.promoted')).toHaveLength(1)
    expect(readdirSync(world.folder('shop'))).toEqual(['CLAUDE.md'])
  },
)

function blockOf(line: string): string {
  const begin =
    '<!-- iris lessons: learned here and approved by you. `iris lessons demote` takes a line out. -->'
  return [begin, line, '<!-- iris lessons end -->'].join('\n')
}

test('[LSN22] two that are approved at once both get in', async () => {
  const [one, two] = [world.ready(text), world.ready('Pin all packages to exact versions')]
  const asks = [await world.propose(one), await world.propose(two)]
  for (const { ask } of asks)
    await world.inbox.answer(ask, { who: { kind: 'human', name: 'user' }, input: { choose: 'Add it' } })
  await world.lessons.promoting.carryOut()
  // The second was approved by a diff without the first.
  const [left] = world.inbox.list({ state: 'open', limit: 10 }).asks
  await world.answer(left!.ask, 'Add it')
  expect([one, two].map((id) => world.claude()?.includes(id))).toEqual([true, true])
})

test('[LSN24] a file that is not there is made; a link, text that is not UTF-8, and what is no file are refused', async () => {
  const lesson = world.ready(text)
  await world.answer((await world.propose(lesson, 'new')).ask, 'Add it')
  expect(world.claude('new')).toBe(`${blockOf(`- ${text} <!-- ${lesson}: seen 3 times; by user -->`)}\n`)
  const refused = expect.objectContaining({ code: 'PROJECT_FILE_REFUSED' })
  symlinkSync(join(world.folder('shop'), 'CLAUDE.md'), join(world.folder('linked'), 'CLAUDE.md'))
  await expect(world.propose(lesson, 'linked')).rejects.toEqual(refused)
  writeFileSync(join(world.folder('binary'), 'CLAUDE.md'), Buffer.from([0x61, 0xff, 0x0a]))
  await expect(world.propose(lesson, 'binary')).rejects.toEqual(refused)
  world.folder('folder/CLAUDE.md')
  await expect(world.propose(lesson, 'folder')).rejects.toEqual(refused)
})

test('[LSN25] the line is taken out again, also by hand, and an open ask with it', async () => {
  const lesson = world.ready(text)
  const act = { lesson, by: 'user' }
  await expect(world.lessons.promoting.demote(act, at())).rejects.toMatchObject({ code: 'LESSON_REFUSED' })
  const { ask } = await world.propose(lesson)
  await world.lessons.promoting.demote(act, at())
  expect(world.inbox.view(ask).state).toBe('withdrawn')
  await world.answer((await world.propose(lesson)).ask, 'Add it')
  await world.lessons.promoting.demote(act, at())
  expect([world.claude(), world.lessons.get(lesson).promotedTo]).toEqual(['# Shop\n', []])
  await world.answer((await world.propose(lesson)).ask, 'Add it')
  world.writeClaude('# Mine\n')
  await world.lessons.promoting.demote(act, at())
  expect([world.claude(), world.lessons.get(lesson).promotedTo]).toEqual(['# Mine\n', []])
  expect(world.events('lesson.demoted')).toHaveLength(3)
})

test('[LSN25] a file that changes at the moment it is to be taken out is not written over', async () => {
  const lesson = world.ready(text)
  await world.answer((await world.propose(lesson)).ask, 'Add it')
  world.interfere = (what) => what === 'replace' && world.writeClaude('# Late\n')
  await expect(world.lessons.promoting.demote({ lesson, by: 'user' }, at())).rejects.toMatchObject({
    code: 'PROJECT_FILE_CHANGED',
  })
  expect(world.claude()).toBe('# Late\n')
})

test('[LSN23] the line of a lesson that was superseded goes when its successor comes', async () => {
  const old = world.ready(text)
  await world.answer((await world.propose(old)).ask, 'Add it')
  const { lesson } = world.add(text, { confidence: 1 })
  await world.answer((await world.propose(lesson)).ask, 'Add it')
  expect([old, lesson].map((id) => world.claude()?.includes(id))).toEqual([false, true])
})
