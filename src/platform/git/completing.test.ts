import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { touchedBetween } from './changes.ts'
import { completeMove, standingOf } from './completing.ts'
import type { Repository } from './drivers.ts'
import { IndexLocked } from './index-lock.ts'

let folder: string
let checkout: Repository
let move: Parameters<typeof standingOf>[1]
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
const write = (path: string, text: string): void => writeFileSync(join(folder, path), text)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'iris-completing-'))
  git('init', '-q', '-b', 'main')
  git('config', 'user.email', 'a@b')
  git('config', 'user.name', 'a')
  for (const path of ['a', 'b']) write(path, 'old\n')
  git('add', '.')
  git('commit', '-qm', 'old')
  const from = git('rev-parse', 'HEAD')
  for (const path of ['a', 'b']) write(path, 'new\n')
  git('commit', '-qam', 'new')
  const to = git('rev-parse', 'HEAD')
  git('reset', '-q', '--hard', from)
  checkout = { folder, settings: [], env: { PATH: process.env['PATH'] ?? '' } }
  move = { from, to, touched: await touchedBetween(checkout, from, to) }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('[MRG18] a checkout in which another git works is not judged, also when there is nothing to refresh', async () => {
  git('update-index', '--refresh')
  write('.git/index.lock', '')
  write('a', 'new\n')
  await expect(standingOf(checkout, move)).rejects.toThrow(IndexLocked)
  await expect(completeMove(checkout, move)).rejects.toThrow(IndexLocked)
  rmSync(join(folder, '.git', 'index.lock'))
  expect(await standingOf(checkout, move)).toBe('begun')
})

test('[MRG18] a completion that was cut short after the index knew some of the files is completed', async () => {
  write('a', 'new\n')
  git('update-index', 'a')
  expect(await standingOf(checkout, move)).toBe('begun')
  await completeMove(checkout, move)
  expect(await standingOf(checkout, move)).toBe('new')
  expect(git('diff', '--name-only', move.to)).toBe('')
})

test('[MRG19] a file that is neither as before nor as after is left to the person', async () => {
  write('a', 'mine\n')
  expect(await standingOf(checkout, move)).toBe('neither')
  git('update-index', 'a')
  expect(await standingOf(checkout, move)).toBe('neither')
})
