import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iris } from '../support/iris.ts'

let home: string
let claude: string
const json = async (...args: string[]) => {
  const ran = await iris(home, [...args, '--json'])
  return JSON.parse(ran.stdout)
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'iris-lessons-'))
  const project = join(home, 'shop')
  mkdirSync(project)
  claude = join(project, 'CLAUDE.md')
  writeFileSync(claude, '# Shop\r\n\r\nUse tabs.')
  writeFileSync(join(home, 'config.yaml'), 'settings: { httpPort: 0 }\n')
  await iris(home, ['teams', 'add', 'shop', project])
})
afterAll(async () => {
  await iris(home, ['stop'])
  rmSync(home, { recursive: true })
})

test('[LSN2] [LSN11] [LSN21] [LSN25] a lesson is added, shared, promoted on a yes, and demoted', async () => {
  const add = () =>
    json(
      'lessons',
      'add',
      'shop',
      'Run migrations in one transaction',
      '--glob',
      'db/**',
      '--confidence',
      '0.95',
    )
  const { lesson } = await add()
  await add()
  expect(await add()).toMatchObject({ lesson, status: 'active', occurrences: 3, project: 'shop' })
  const early = await iris(home, ['lessons', 'promote', lesson, '--team', 'shop'])
  expect([early.code, early.stderr]).toEqual([6, expect.stringContaining('known in one project only')])
  expect(await json('lessons', 'share', lesson)).toMatchObject({ project: null, missing: [] })
  expect((await json('lessons', 'review')).lessons).toMatchObject([{ lesson }])
  const { ask, diff } = await json('lessons', 'promote', lesson, '--team', 'shop')
  expect(diff).toContain('+- Run migrations in one transaction (db/**)')
  await iris(home, ['inbox', 'answer', ask, 'Add it'])
  await expect.poll(() => readFileSync(claude, 'utf8')).toContain(`${lesson}: seen 3 times; by user -->\r\n`)
  await expect.poll(async () => (await json('lessons', 'show', lesson)).promotedTo).toEqual(['shop'])
  await iris(home, ['lessons', 'demote', lesson, '--team', 'shop'])
  expect(readFileSync(claude, 'utf8')).toBe('# Shop\r\n\r\nUse tabs.')
  expect((await iris(home, ['lessons', 'show', lesson])).stdout).toContain('could go there')
})

test('[LSN2] [LSN3] [LSN8] who works on a task records and finds in its project only, and nobody is given it before a yes', async () => {
  const task = await json('tasks', 'add', 'shop', 'Add a search box')
  const { secret } = await json('token', 'create', 'worker-1', '--role', 'worker', '--task', task.key)
  const { url } = await json('status')
  const call = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return {
      status: answer.status,
      body: (await answer.json()) as { told: string; lesson: { lesson: string } },
    }
  }
  const said = { text: 'Debounce\nevery input', topic: 'search', confidence: 1, confirm: true }
  const { body } = await call('/api/lessons', said)
  expect(body).toMatchObject({
    how: 'recorded',
    lesson: {
      text: 'Debounce every input',
      status: 'unconfirmed',
      confidence: 0.7,
      author: { kind: 'agent' },
      project: 'shop',
    },
  })
  expect((await call('/api/lessons', { ...said, team: 'shop' })).status).toBe(403)
  expect((await call(`/api/lessons/${body.lesson.lesson}/confirm`, {})).status).toBe(403)
  const find = async () => (await call('/api/lessons/find', { topics: ['search'] })).body.told
  expect(await find()).not.toContain('Debounce')
  expect(await json('lessons', 'confirm', body.lesson.lesson)).toMatchObject({ status: 'active' })
  expect(await find()).toContain('\n| Debounce every input')
})
