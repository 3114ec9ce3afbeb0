import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readGit } from './git.ts'

let folder: string
const env = { PATH: process.env['PATH'] ?? '' }
const { signal } = new AbortController()
const read = (within = '.') => readGit({ folder: join(folder, within), env, signal })
const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org']
const git = (...args: string[]) => execFileSync('git', [...who, ...args], { cwd: folder, stdio: 'pipe' })
const write = (name: string, text = 'x') => writeFileSync(join(folder, name), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-git-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('[RUN30] git says the commit and what differs from it, also what it does not know yet, from the folder', async () => {
  expect(await read()).toBeUndefined()
  git('init', '-q')
  mkdirSync(join(folder, 'sub'))
  write('sub/a b.txt')
  git('add', '-A')
  git('commit', '-qm', 'one')
  const clean = await read()
  expect(clean).toEqual({ head: expect.stringMatching(/^[0-9a-f]{40}$/), changes: [] })
  write('sub/a b.txt', 'y')
  write('sub/new\nline.txt')
  write('top.txt')
  const paths = (await read('sub'))?.changes.map(({ path }) => path)
  expect(paths).toEqual(['a b.txt', 'new\nline.txt'])
  expect((await read())?.changes).toHaveLength(3)
  git('commit', '-qam', 'two')
  expect((await read())?.head).not.toBe(clean?.head)
})

test('[RUN31] no program that the config of a project names is run', async () => {
  git('init', '-q')
  write('.gitattributes', '*.txt filter=evil\n*.md filter=evil.two\n')
  write('a.txt')
  write('b.md')
  git('add', '-A')
  git('commit', '-qm', 'one')
  const ran = join(folder, 'ran')
  const program = `sh -c 'touch ${ran}; cat'`
  git('config', 'core.fsmonitor', program)
  git('config', 'core.hooksPath', folder)
  for (const filter of ['filter.evil', 'filter.evil.two'])
    for (const key of ['clean', 'smudge', 'process']) git('config', `${filter}.${key}`, program)
  git('config', 'filter.evil.required', 'true')
  writeFileSync(join(folder, 'post-index-change'), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 })
  write('a.txt', 'longer than before')
  write('b.md', 'longer than before')
  const found = await read()
  expect(found?.changes.map(({ path }) => path)).toEqual(expect.arrayContaining(['a.txt', 'b.md']))
  expect(existsSync(ran)).toBe(false)
})

test('[RUN30] git that waits for a pipe of the project is given up, and ended', async () => {
  git('init', '-q')
  execFileSync('mkfifo', [join(folder, '.gitignore')])
  const limit = AbortSignal.timeout(500)
  expect(await readGit({ folder, env, signal: limit })).toBeUndefined()
  expect(limit.aborted).toBe(true)
})
