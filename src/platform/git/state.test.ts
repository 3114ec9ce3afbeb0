import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readGit } from './state.ts'

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
  expect(clean).toEqual({
    committed: expect.stringMatching(/^[0-9a-f]{40}$/),
    head: expect.stringMatching(/^[0-9a-f]{40} refs\/heads\/\w+$/),
    changes: [],
  })
  write('sub/a b.txt', 'y')
  write('sub/new\nline.txt')
  write('top.txt')
  const paths = (await read('sub'))?.changes.map(({ path }) => path)
  expect(paths).toEqual(['a b.txt', 'new\nline.txt'])
  expect((await read())?.changes).toHaveLength(3)
  git('commit', '-qam', 'two')
  const second = await read()
  expect(second?.committed).not.toBe(clean?.committed)
  git('commit', '-qm', 'three', '--allow-empty')
  const third = await read()
  expect(third?.committed).toBe(second?.committed)
  expect(third?.head).not.toBe(second?.head)
  git('checkout', '-q', '--detach')
  expect((await read())?.head).toMatch(/^[0-9a-f]{40} HEAD$/)
})

/** A repository in the folder, with a submodule `s` that has a file. */
function withSubmodule(): void {
  const other = join(folder, 'other')
  git('init', '-q', other)
  writeFileSync(join(other, '.gitattributes'), '*.txt filter=evil\n')
  writeFileSync(join(other, 'a.txt'), 'x')
  git('-C', other, 'add', '-A')
  git('-C', other, 'commit', '-qm', 'one')
  git('init', '-q', 'top')
  git('-C', 'top', '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 's')
  git('-C', 'top', 'commit', '-qm', 'one')
}

test('[RUN30] what differs in a submodule differs, and so does what it has', async () => {
  withSubmodule()
  const clean = await read('top')
  write('top/s/a.txt', 'changed')
  const dirty = await read('top')
  expect(dirty?.changes.map(({ path }) => path)).toEqual(['s', 's/a.txt'])
  git('-C', 'top/s', 'commit', '-qam', 'two')
  const moved = await read('top')
  const hasOf = (state: typeof clean) => state?.changes.find(({ how }) => how.startsWith('has '))?.how
  expect(hasOf(dirty)).toBe(hasOf(clean))
  expect(hasOf(moved)).not.toBe(hasOf(clean))
})

test('[RUN31] nor one that the config of a submodule names', async () => {
  withSubmodule()
  const ran = join(folder, 'ran')
  const program = `sh -c 'touch ${ran}; cat'`
  git('-C', 'top/s', 'config', 'filter.evil.clean', program)
  git('-C', 'top/s', 'config', 'core.fsmonitor', program)
  // Of the same length, so that git has to look at what it holds.
  write('top/s/a.txt', 'y')
  utimesSync(join(folder, 'top/s/a.txt'), 1, 1)
  expect((await read('top'))?.changes.map(({ path }) => path)).toEqual(['s', 's/a.txt'])
  expect(existsSync(ran)).toBe(false)
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
