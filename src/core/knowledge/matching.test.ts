import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type Lesson, type TaskFile } from '../../contract/index.ts'
import { readGlob, readPath } from './glob.ts'
import { openLessonWorld, type LessonWorld } from './world.suite.ts'

let world: LessonWorld
beforeEach(() => (world = openLessonWorld()))
afterEach(() => world.end())

const file = (path: string, action: TaskFile['action'] = 'UPDATE'): TaskFile => ({ path, action })
const texts = (lessons: readonly Lesson[] | undefined) => lessons?.map(({ text }) => text)

function forTask(
  files: TaskFile[],
  { title = 'Do it', phase = null }: { title?: string; phase?: string | null } = {},
) {
  const task = newId('tsk')
  return texts(world.lessons.primeTasks([{ task, project: 'shop', title, phase, files }]).get(task))
}

test('[LSN15] glob, action and topic must all hold; what a lesson does not name holds for all', () => {
  world.add('sql alpha', { glob: '*.sql' })
  world.add('created bravo', { action: 'CREATE' })
  world.add('both charlie', { glob: '*.sql', action: 'CREATE' })
  world.add('phase delta', { topic: 'database' })
  world.add('word echo', { topic: 'search' })
  world.add('any foxtrot')
  expect(forTask([file('a.ts')])).toEqual(['any foxtrot'])
  expect(forTask([file('db/a.sql')])).toEqual(['sql alpha', 'any foxtrot'])
  expect(forTask([file('a.ts', 'CREATE'), file('a.sql')])).toEqual([
    'sql alpha',
    'created bravo',
    'any foxtrot',
  ])
  expect(forTask([file('a.sql', 'CREATE')])).toEqual([
    'both charlie',
    'sql alpha',
    'created bravo',
    'any foxtrot',
  ])
  expect(forTask([], { phase: 'Database' })).toEqual(['phase delta', 'any foxtrot'])
  expect(forTask([], { title: 'Add a Search box' })).toEqual(['word echo', 'any foxtrot'])
})

test('[LSN15] the more a glob says the earlier it comes, then the surer, then the older; five at most', () => {
  world.add('one alpha', { glob: '*.ts', confidence: 0.9 })
  world.clock.advance(1)
  world.add('two bravo', { glob: 'src/*.ts' })
  world.clock.advance(1)
  world.add('three charlie', { glob: 'src/shop/*.ts', confidence: 0.6 })
  world.clock.advance(1)
  world.add('four delta', { glob: '*.ts', confidence: 0.8 })
  world.clock.advance(1)
  world.add('five echo', { glob: '*.ts', confidence: 0.8 })
  expect(forTask([file('src/shop/a.ts')])).toEqual(['three charlie', 'one alpha', 'four delta', 'five echo'])
  world.add('six foxtrot')
  world.add('seven golf')
  expect(forTask([file('src/shop/a.ts')])).toHaveLength(5)
})

test('[LSN15] of two that say the same a task gets the first', () => {
  world.add('Run every migration in one transaction', { glob: 'db/**' })
  world.add('Run every migration in one transaction', { glob: '*.sql' })
  expect(forTask([file('db/a.sql')])).toEqual(['Run every migration in one transaction'])
})

const globs = ['*.ts', 'src/**', 'src/a/*', '**/b/*.ts', 'lib/?.js', undefined]
const paths = ['src/a/x.ts', 'src/b/y.ts', 'lib/a.js', 'lib/b/z.ts', 'top.ts']
const actions = ['CREATE', 'UPDATE', undefined] as const

test('[LSN15] [LSN17] many tasks at once get what each would get by looking at every lesson', () => {
  const lesson = fc.record({
    glob: fc.constantFrom(...globs),
    action: fc.constantFrom(...actions),
    topic: fc.constantFrom('api', 'ui', undefined),
    project: fc.constantFrom('shop', 'other'),
    confidence: fc.constantFrom(0.5, 0.6, 0.8, 1),
    isConfirmed: fc.boolean(),
  })
  const task = fc.record({
    project: fc.constantFrom('shop', 'other', 'none'),
    phase: fc.constantFrom('api', 'ui', null),
    files: fc.array(
      fc.record({
        path: fc.constantFrom(...paths),
        action: fc.constantFrom('CREATE' as const, 'UPDATE' as const),
      }),
      { maxLength: 3 },
    ),
  })
  let count = 0
  fc.assert(
    fc.property(
      fc.array(lesson, { maxLength: 12 }),
      fc.array(task, { minLength: 1, maxLength: 6 }),
      (wanted, tasks) => {
        const own = wanted.map((one) => world.add(`word${(count += 1)}`, one).lesson)
        const all = own.map((id) => world.lessons.get(id))
        const named = tasks.map((one) => ({ ...one, task: newId('tsk'), title: 'x' }))
        const primed = world.lessons.primeTasks(named)
        for (const one of named) expect(primed.get(one.task)).toEqual(bySearching(all, one).slice(0, 5))
        for (const { lesson: id, confirmed } of all)
          world.lessons.end({ lesson: id, by: 'user' }, { how: confirmed ? 'retired' : 'rejected' })
      },
    ),
    { numRuns: 60 },
  )
})

function bySearching(
  all: readonly Lesson[],
  { project, phase, files }: { project: string; phase: string | null; files: readonly TaskFile[] },
): Lesson[] {
  const letters = ({ glob }: Lesson) => (glob === null ? -1 : readGlob(glob).letters)
  return all
    .filter(
      (one) =>
        one.project === project &&
        one.confirmed !== null &&
        one.confidence >= 0.6 &&
        (one.topic === null || one.topic === phase) &&
        ((one.glob === null && one.action === null) ||
          files.some(
            ({ path, action }) =>
              (one.action === null || one.action === action) &&
              (one.glob === null || readGlob(one.glob).matches(readPath(path))),
          )),
    )
    .toSorted(
      (a, b) =>
        letters(b) - letters(a) ||
        Number(b.action !== null) - Number(a.action !== null) ||
        Number(b.topic !== null) - Number(a.topic !== null) ||
        b.confidence - a.confidence ||
        (a.lesson < b.lesson ? -1 : 1),
    )
}
