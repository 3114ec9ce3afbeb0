import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type Task, type TaskFile } from '../../../contract/index.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import { createProjects } from '../../../platform/projects/index.ts'
import { tellTask } from './telling.ts'

let shop: string
beforeEach(() => {
  shop = mkdtempSync(join(tmpdir(), 'iris-telling-'))
})
afterEach(() => rmSync(shop, { recursive: true }))

const projects = createProjects({ clock: systemClock, threads: 4 })
const artifact = {
  type: 'brief',
  text: 'People tick off habits.\n\nEach day.',
  isActive: true,
  summary: 'Habits',
}

function tell(
  files: TaskFile[],
  { idea = null, source = null }: { idea?: string | null; source?: Task['source'] } = {},
) {
  // What is asked of them here.
  const deps = {
    projects,
    config: () => ({ teams: new Map([['shop', { path: shop }]]) }),
    specs: {
      ofSource: (path: string) => (path === 'specs/001/tasks.md' ? newId('spec') : undefined),
      history: () => ({ spec: { idea } }),
    },
    ideas: { get: () => ({ title: 'Habits', artifacts: [artifact] }) },
  } as unknown as Parameters<typeof tellTask>[0]
  return tellTask(deps, { team: 'shop', task: { files, source } as unknown as Task })
}

const create = (path: string): TaskFile => ({ path, action: 'CREATE' })
const put = (name: string, head: string, body = 'its body'): void => {
  mkdirSync(join(shop, '.iris/templates'), { recursive: true })
  writeFileSync(join(shop, '.iris/templates', `${name}.md`), `---\n${head}\n---\n${body}\n`)
}

test('[LRN14] a task that came from an idea is told the beginning of its brief, on one line; any other nothing', async () => {
  const source = { path: 'specs/001/tasks.md' } as Task['source']
  expect((await tell([], { idea: 'idea_1', source })).idea).toBe('Habits: People tick off habits. Each day.')
  expect(await tell([], { source })).toEqual({ idea: '', template: null })
  expect((await tell([], { idea: 'idea_1' })).idea).toBe('')
})

test('[LRN15] the template that says most of a file is told; that of the project goes before that of Iris', async () => {
  const migration = create('db/migrations/003_habits.sql')
  expect((await tell([migration])).template).toMatchObject({ name: 'migration', from: 'iris' })
  expect((await tell([{ ...migration, action: 'UPDATE' }])).template).toBeNull()
  put('sql', 'files: db/migrations/*.sql')
  expect((await tell([migration])).template).toMatchObject({ name: 'sql', from: 'project', body: 'its body' })
  rmSync(join(shop, '.iris/templates/sql.md'))
  put('migration', 'files: "*.sql"', 'ours')
  expect((await tell([migration])).template).toMatchObject({
    name: 'migration',
    from: 'project',
    body: 'ours',
  })
  put('updates', 'files: src/*.ts\naction: UPDATE')
  expect((await tell([{ path: 'src/a.ts', action: 'UPDATE' }])).template?.name).toBe('updates')
  expect((await tell([create('src/a.ts')])).template).toBeNull()
})

test('[LRN15] what is no template, or too long for a prompt, is told to nobody', async () => {
  put('broken', 'files: [')
  put('odd', 'files: "../*.ts"')
  put('long', 'files: "*.ts"', '\n x'.repeat(3000))
  put('empty', 'files: "*.ts"', ' ')
  put('More', 'files: "*.ts"')
  expect((await tell([create('a.ts')])).template).toBeNull()
})
