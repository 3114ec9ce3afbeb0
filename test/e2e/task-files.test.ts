import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samples } from '../../src/core/tasks/formats/formats.suite.ts'
import { makeHome } from '../support/daemon.ts'
import { iris } from '../support/iris.ts'

let home = ''
beforeAll(() => {
  home = makeHome()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function fileOf(text: string, name = 'file'): string {
  const path = join(home, name)
  writeFileSync(path, text)
  return path
}

test('[TSF17] iris tasks import --dry-run --json tells what a file gives, without a daemon', async () => {
  const ran = await iris(home, ['tasks', 'import', fileOf(samples.kiroDeclared), '--dry-run', '--json'])
  expect(ran.code).toBe(0)
  const told = JSON.parse(ran.stdout) as Record<string, unknown>
  expect(Object.keys(told)).toEqual(['format', 'tasks', 'diagnostics', 'runnable', 'file_conflicts'])
  expect(told).toMatchObject({ format: 'kiro', runnable: ['2.2', '7.1'], diagnostics: [] })
  expect(told['tasks']).toContainEqual(
    expect.objectContaining({
      id: '6.1',
      title: '一覧',
      status: 'pending',
      depends_on: ['7.1', '7.2'],
      parent: '6',
    }),
  )
  expect(existsSync(join(home, 'daemon.json'))).toBe(false)
})

test('[TSF17] people see the tasks, what can begin, and what is wrong on which line', async () => {
  const { code, stdout } = await iris(home, ['tasks', 'import', fileOf(samples.specKit), '--dry-run'])
  expect(code).toBe(0)
  expect(stdout).toContain('spec-kit, 9 tasks, 3 can begin now')
  expect(stdout).toMatch(/T003 +can begin +Contract test .* T001, T002/)
  expect(stdout).toContain('✗ line 24: T005 is there already, on line 21. DUPLICATE_ID')
  expect(stdout).toContain('T003 and T004 both write tests/contract/cart.test.ts')
})

test('[TSF17] a file in no known format exits with 2 and says so', async () => {
  const ran = await iris(home, ['tasks', 'import', fileOf('# Notes\n'), '--dry-run', '--json'])
  expect(ran.code).toBe(2)
  expect(JSON.parse(ran.stdout)).toMatchObject({
    format: null,
    tasks: [],
    diagnostics: [{ code: 'UNKNOWN_FORMAT' }],
  })
})

test('[TSF18] links, pipes and folders are refused and not waited for', async () => {
  symlinkSync(fileOf(samples.ralph, 'real'), join(home, 'link'))
  execFileSync('mkfifo', [join(home, 'pipe')])
  for (const path of ['link', 'pipe', '.', 'nowhere']) {
    const ran = await iris(home, ['tasks', 'import', join(home, path), '--dry-run', '--json'])
    expect([path, ran.code, JSON.parse(ran.stdout)]).toMatchObject([
      path,
      expect.any(Number),
      { error: { code: 'PROJECT_FILE_REFUSED' } },
    ])
    expect(ran.code).not.toBe(0)
  }
})

test('[TSF19] without --dry-run and a team it says what is missing, and does nothing', async () => {
  const ran = await iris(home, ['tasks', 'import', fileOf(samples.ralph), '--json'])
  expect(ran.code).toBe(2)
  expect(JSON.parse(ran.stdout)).toMatchObject({
    error: { code: 'USAGE', message: expect.stringContaining('--dry-run') },
  })
})
