import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../store/index.ts'
import { taskMigrations } from './migrations.ts'
import { openTaskWorld, type TaskWorld } from './world.suite.ts'

let world: TaskWorld
beforeEach(() => {
  world = openTaskWorld()
})
afterEach(() => world.end())

const by = 'iris'
const begin = (name: string) => world.tasks.beginAttempt({ name, by }, { base: 'abc123' })
const changed = expect.objectContaining({ code: 'TASK_CHANGED' })
const check = { command: 'npm test', expected: { exit: 0 } }

test('[TSK17] a task gets in progress only by an attempt, of which one runs at a time', async () => {
  await world.add('One')
  await world.add('Two', ['shop-1'])
  expect(() => begin('shop-2')).toThrow(changed)
  expect(begin('shop-1')).toMatchObject({ attempt: 1, task: { status: 'in_progress' } })
  expect(() => begin('shop-1')).toThrow(changed)
  await world.restart()
  expect(() => begin('shop-1')).toThrow(changed)
  expect(world.events().at(-1)).toMatchObject({
    type: 'task.started',
    data: { key: 'shop-1', by, attempt: 1, base: 'abc123' },
  })
})

test('[TSK18] [TSK19] attempts are kept with how they went; each ends once, by its number', async () => {
  await world.add('One')
  begin('shop-1')
  const end = { name: 'shop-1', by }
  const failed = { number: 1, how: 'failed', to: 'pending', failure: 'SYNTAX_ERROR', costUsd: 0.5 } as const
  expect(world.tasks.endAttempt(end, failed).status).toBe('ready')
  expect(() => world.tasks.endAttempt(end, failed)).toThrow(changed)
  begin('shop-1')
  expect(() => world.tasks.endAttempt(end, failed)).toThrow(changed)
  world.tasks.endAttempt(end, { number: 2, how: 'passed', to: 'complete', check: 'chk_1' })
  expect(world.tasks.attempts('shop-1')).toMatchObject([
    { number: 1, by, how: 'failed', failure: 'SYNTAX_ERROR', costUsd: 0.5, base: 'abc123', check: null },
    { number: 2, how: 'passed', failure: null, check: 'chk_1', endedAt: expect.any(Number) },
  ])
  expect(world.tasks.get('shop-1').status).toBe('complete')
})

test('[TSK19] nothing is complete without the result of a check', async () => {
  await world.add('One')
  begin('shop-1')
  const end = { name: 'shop-1', by }
  const wrong = [
    { number: 1, how: 'passed', to: 'complete' },
    { number: 1, how: 'passed', to: 'pending', check: 'chk_1' },
    { number: 1, how: 'failed', to: 'complete', check: 'chk_1' },
  ] as const
  for (const one of wrong) expect(() => world.tasks.endAttempt(end, one)).toThrow('a check says so')
  expect(world.tasks.get('shop-1').status).toBe('in_progress')
})

test('[TSK19] who makes a task something else stops the attempt that runs, in the same transaction', async () => {
  await world.add('One')
  begin('shop-1')
  world.tasks.become({ name: 'shop-1', by: 'ann' }, { to: 'deferred' })
  expect(world.tasks.attempts('shop-1')).toMatchObject([{ number: 1, how: 'stopped' }])
  expect(world.events().at(-1)).toMatchObject({ type: 'task.ended', data: { by: 'ann', status: 'deferred' } })
  const late = { number: 1, how: 'passed', to: 'complete', check: 'chk_1' } as const
  expect(() => world.tasks.endAttempt({ name: 'shop-1', by }, late)).toThrow(changed)
})

test('[TSK20] a worker says what proves its task only where nothing does; a person may change it', async () => {
  await world.add('One')
  const files = [{ path: 'a.ts', action: 'CREATE' as const }]
  const declare = (command: string, isWorker: boolean) =>
    world.tasks.declare(
      { name: 'shop-1', by },
      { files, check: { command, expected: { exit: 0 } }, isWorker },
    )
  expect(declare('npm test', true)).toMatchObject({ files, check })
  expect(declare('npm test', true)).toMatchObject({ check })
  expect(() => declare('true', true)).toThrow(expect.objectContaining({ code: 'TASK_CHECK_SET' }))
  expect(world.tasks.declare({ name: 'shop-1', by }, { files: [], isWorker: true })).toMatchObject({
    files: [],
    check,
  })
  expect(declare('npm run all', false).check).toMatchObject({ command: 'npm run all' })
  world.tasks.become({ name: 'shop-1', by }, { to: 'complete' })
  expect(() => declare('npm test', false)).toThrow(expect.objectContaining({ code: 'TASK_STATUS_REFUSED' }))
})

test('[TSK20] a task keeps which agent said what proves it, until a person says so', async () => {
  const files = [{ path: 'a.ts', action: 'CREATE' as const }]
  const own = { command: 'true', expected: { exit: 0 } }
  const declare = (said: typeof own | undefined, isWorker: boolean) =>
    world.tasks.declare({ name: 'shop-1', by: isWorker ? 'w' : 'ann' }, { files, check: said, isWorker })
      .checkBy
  await world.add('One')
  expect([declare(undefined, true), declare(own, true), declare(own, true)]).toEqual([null, 'w', 'w'])
  expect([declare(undefined, false), declare(own, false), declare(own, true)]).toEqual(['w', null, null])
  const made = (isByAgent: boolean, said?: typeof own) => world.add('Two', [], { check: said, isByAgent })
  expect((await made(true, own)).checkBy).toEqual(expect.any(String))
  expect([(await made(true)).checkBy, (await made(false, own)).checkBy]).toEqual([null, null])
})

test('[TSK21] a task that its file calls begun is pending here, and its mark is left', async () => {
  const text = '# Plan\n\n- [-] 1. Begun elsewhere\n- [ ] 2. Next\n'
  const file = { team: 'shop', path: '.kiro/specs/x/tasks.md', text }
  await world.tasks.import(file, 'user')
  expect(world.tasks.get('shop-1')).toMatchObject({ status: 'ready' })
  expect((await world.tasks.mark(file)).text).toBe(text)
  begin('shop-1')
  world.tasks.endAttempt({ name: 'shop-1', by }, { number: 1, how: 'passed', to: 'complete', check: 'c' })
  expect((await world.tasks.mark(file)).text).toBe(text.replace('[-]', '[x]'))
})

test('[TSK18] tasks of a home from before there were attempts are there, with a backup of it', async () => {
  const path = join(world.folder, 'older.db')
  const before = openStore(path, [{ ...taskMigrations, steps: taskMigrations.steps.slice(0, 1) }])
  before
    .prepare(
      `INSERT INTO task (id, project, number, title, text, status, priority, isOptional, files, createdAt, changedAt)
       VALUES ('tsk_1', 'shop', 1, 'One', '', 'in_progress', 2, 0, '[]', 1, 1)`,
    )
    .run()
  before.close()
  const after = openStore(path, [taskMigrations])
  expect(after.prepare('SELECT title, status FROM task').all()).toEqual([
    { title: 'One', status: 'in_progress' },
  ])
  expect(after.prepare('SELECT count(*) AS n FROM task_attempt').get()).toEqual({ n: 0 })
  after.close()
  expect(readdirSync(join(world.folder, 'backups'))).toHaveLength(1)
})
