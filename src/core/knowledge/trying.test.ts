import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLessonWorld, type LessonWorld } from './world.suite.ts'

let world: LessonWorld
beforeEach(() => (world = openLessonWorld()))
afterEach(() => world.end())

const act = (lesson: { lesson: `lsn_${string}` }) => ({ lesson: lesson.lesson, by: 'user' })
const task = (path: string) => ({
  project: 'shop',
  title: 'Do it',
  phase: null,
  files: [{ path, action: 'CREATE' as const }],
})

test('[WRK32] a lesson that came from a failure prevented it when the next try passed, and failed again only when that very failure came', () => {
  const learned = world.found('Read the test first', { glob: '*.mjs', failure: 'VALIDATION_FAILED' })
  world.lessons.confirm(act(learned), 'person')
  const given = [learned.lesson]
  world.lessons.tried({ given, came: { to: 'failed', failure: 'SYNTAX_ERROR' } })
  expect(world.lessons.get(learned.lesson)).toMatchObject({ prevented: 0, failedAgain: 0, confidence: 0.7 })
  world.lessons.tried({ given, came: { to: 'passed', failedBefore: [] } })
  expect(world.lessons.get(learned.lesson)).toMatchObject({ prevented: 1, confidence: 0.95 })
  world.lessons.tried({ given, came: { to: 'failed', failure: 'VALIDATION_FAILED' } })
  expect(world.lessons.get(learned.lesson)).toMatchObject({ failedAgain: 1, confidence: 0.8 })
})

test('[WRK32] what a person added counts where such tasks had failed before, and what was ended meanwhile is left alone', () => {
  const added = world.add('Close what you open', { glob: 'src/**' })
  const passed = (path: string) =>
    world.lessons.tried({
      given: [added.lesson, 'lsn_unknown'],
      came: { to: 'passed', failedBefore: [task(path)] },
    })
  passed('docs/one.md')
  expect(world.lessons.get(added.lesson).prevented).toBe(0)
  passed('src/one.ts')
  expect(world.lessons.get(added.lesson).prevented).toBe(1)
  world.lessons.end(act(added), { how: 'retired' })
  passed('src/one.ts')
  expect(world.lessons.get(added.lesson).prevented).toBe(1)
})
