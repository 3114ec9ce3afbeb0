import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iris } from '../support/iris.ts'

let home: string
let file: string
const json = async (...args: string[]) => {
  const ran = await iris(home, [...args, '--json'])
  return JSON.parse(ran.stdout)
}
const plan = `# Tasks: search

## Phase 1: Setup

- [ ] T001 Create the table in src/table.ts

## Phase 2: Core

- [ ] T002 [P] Add the query in src/query.ts
- [ ] T003 [P] Add the page in src/page.ts
`

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'iris-tasks-'))
  const project = join(home, 'shop')
  mkdirSync(project)
  file = join(project, 'tasks.md')
  writeFileSync(file, plan, { mode: 0o640 })
  writeFileSync(join(home, 'config.yaml'), 'settings: { httpPort: 0 }\n')
  await iris(home, ['teams', 'add', 'shop', project])
})
afterAll(async () => {
  await iris(home, ['stop'])
  rmSync(home, { recursive: true })
})

test('[TSK13] [TSK8] [TSK15] a task file is imported, worked through by hand, and marked', async () => {
  expect(await json('tasks', 'import', file, '--team', 'shop')).toMatchObject({
    format: 'spec-kit',
    added: ['shop-1', 'shop-2', 'shop-3'],
  })
  expect(await json('tasks', 'order', 'shop')).toMatchObject({ waves: [['shop-1'], ['shop-2', 'shop-3']] })
  expect((await json('tasks', 'ls', '--status', 'ready')).tasks).toMatchObject([{ key: 'shop-1' }])
  expect(await json('tasks', 'done', 'shop-1')).toMatchObject({ status: 'complete' })
  expect(await json('tasks', 'priority', 'shop-3', '0')).toMatchObject({ status: 'ready', priority: 0 })
  expect((await json('tasks', 'order', 'shop')).order).toEqual(['shop-3', 'shop-2'])
  expect(await json('tasks', 'mark', file, '--team', 'shop')).toEqual({ changed: true, unmarked: [] })
  expect(readFileSync(file, 'utf8')).toBe(plan.replace('[ ] T001', '[x] T001'))
  expect(statSync(file).mode & 0o777).toBe(0o640)
})

test('[TSK7] [TSK11] a person is told what is wrong and how to get on', async () => {
  const added = await json(
    'tasks',
    'add',
    'shop',
    'Add',
    'tests',
    '--waits-for',
    'shop-2',
    '--check',
    'npm test',
  )
  expect(added).toMatchObject({ title: 'Add tests', status: 'pending', why: 'Waits for shop-2.' })
  const circle = await iris(home, ['tasks', 'link', 'shop-2', added.key])
  expect([circle.code, circle.stderr]).toEqual([6, expect.stringContaining('shop-2 → shop-4 → shop-2')])
  expect(await json('tasks', 'skip', 'shop-2', '--reason', 'Not now')).toMatchObject({ status: 'skipped' })
  expect(await json('tasks', 'show', added.key)).toMatchObject({ status: 'blocked' })
  expect(await json('tasks', 'waive', added.key, 'shop-2')).toMatchObject({ status: 'ready' })
  const shown = await iris(home, ['tasks'])
  expect(shown.stdout).toMatch(/shop-4 +ready +2 +Add tests/)
  expect((await iris(home, ['tasks', 'show', 'shop-99'])).code).toBe(4)
})

test('[DSH98] the graph is printed step by step, for people, programs and Graphviz', async () => {
  await json('tasks', 'add', 'shop', 'Say "hi" \\ and ]; evil [', '--waits-for', 'shop-1')
  const { stdout } = await iris(home, ['tasks', 'graph', 'shop'])
  expect(stdout).toMatch(/Step 1\n {2}✓ shop-1 /)
  expect(stdout).toMatch(/Step 2\n(?:.*\n)* {2}○ shop-3 .*← shop-1/)
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  const { steps, edges } = await json('tasks', 'graph')
  expect(steps[0]).toContainEqual({ key: 'shop-1', title: expect.any(String), status: 'complete' })
  expect(edges).toContainEqual({ from: 'shop-1', to: 'shop-3', type: 'blocks', isWaived: false })
  const dot = await iris(home, ['tasks', 'graph', '--dot'])
  expect(dot.stdout).toContain('"shop-1" -> "shop-3";')
  expect(dot.stdout).toContain(String.raw`Say \"hi\" \\ and ]; evil ["`)
})
