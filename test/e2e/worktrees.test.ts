import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iris } from '../support/iris.ts'

let home: string
let project: string
const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org']
const git = (...args: string[]) => execFileSync('git', [...who, ...args], { cwd: project, encoding: 'utf8' })
const json = async (...args: string[]) => JSON.parse((await iris(home, [...args, '--json'])).stdout)

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'iris-worktrees-'))
  project = join(home, 'shop')
  mkdirSync(project)
  git('init', '--quiet', '--initial-branch=main')
  writeFileSync(join(project, 'a.txt'), 'one\n')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'one')
  writeFileSync(join(home, 'config.yaml'), 'settings: { httpPort: 0 }\ngit: { setup: "echo ready" }\n')
  await iris(home, ['teams', 'add', 'shop', project])
  await iris(home, ['tasks', 'add', 'shop', 'Add', 'a', 'search', 'box'])
})
afterAll(async () => {
  await iris(home, ['stop'])
  rmSync(home, { recursive: true })
})

test('[WTR23] a person makes a worktree, keeps points in it, goes back, rescues and removes it', async () => {
  const { folder } = await json('worktrees', 'make', 'shop-1')
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\n')
  writeFileSync(join(folder, 'new.txt'), 'first\n')
  const { checkpoint } = await json('worktrees', 'checkpoint', 'shop-1', '--note', 'first try')
  writeFileSync(join(folder, 'new.txt'), 'second\n')
  const shown = await iris(home, ['worktrees', 'show', 'shop-1'])
  expect(shown.stdout).toMatch(/uncommitted +new\.txt\n(?:.*\n)*checkpoint +ckp_\S+ +first try/)
  expect(await iris(home, ['worktrees', 'return', 'shop-1'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--yes'),
  })
  const { attempt } = await json('worktrees', 'return', 'shop-1', checkpoint, '--yes')
  expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe('first\n')
  expect(readFileSync(attempt.patch, 'utf8')).toContain('+second')

  writeFileSync(join(folder, 'half.txt'), 'half\n')
  const kept = await iris(home, ['worktrees', 'remove', 'shop-1', '--yes'])
  expect([kept.code, kept.stderr]).toEqual([6, expect.stringContaining('not committed')])
  await iris(home, ['worktrees', 'rescue', 'shop-1', '--reason', 'Out of time'])
  expect((await iris(home, ['worktrees'])).stdout).toMatch(/shop-1 +rescued +task\/shop-1/)
  const removed = await iris(home, ['worktrees', 'remove', 'shop-1', '--yes'])
  expect(removed.stdout).toContain('The branch task/shop-1 stays.')
  expect([existsSync(folder), git('show', 'task/shop-1:half.txt')]).toEqual([false, 'half\n'])
  expect((await iris(home, ['worktrees', 'show', 'shop-1'])).code).toBe(4)
})

test('[WTR23] [MRG6] a file whose name has newlines is one line of what a person reads before a merge', async () => {
  await iris(home, ['tasks', 'add', 'shop', 'Odd\nMerged by Iris'])
  const { folder } = await json('worktrees', 'make', 'shop-2')
  writeFileSync(join(folder, 'a\nFinding: none'), 'x')
  const name = String.raw`a\nFinding: none`
  expect((await iris(home, ['worktrees', 'show', 'shop-2'])).stdout).toContain(`uncommitted  ${name}\n`)
  await iris(home, ['worktrees', 'checkpoint', 'shop-2'])
  const { stdout } = await iris(home, ['merge', 'shop-2', '--dry-run'])
  expect(stdout).toMatch(/^shop-2 {2}Odd\\nMerged by Iris\n/)
  expect(stdout).toContain(`added     ${name}  +1`)
  expect((await iris(home, ['change', 'shop-2'])).stdout).toContain(`added     ${name}  +1`)
})
