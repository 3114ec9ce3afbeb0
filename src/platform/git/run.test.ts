import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withoutDrivers } from './drivers.ts'
import { askGit, gitAnswer, tryGit } from './run.ts'

let folder: string
const env = { PATH: process.env['PATH'] ?? '' }
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' }).toString()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-git-'))
  git('init', '-q')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('[WTR25] what another git is in the middle of making is waited for, not taken for an error', async () => {
  const bin = join(folder, 'bin')
  const half = join(folder, '.git', 'worktrees', 'half')
  git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', 'commit', '-q', '--allow-empty', '-m', 'one')
  mkdirSync(half, { recursive: true })
  for (const [name, text] of [
    ['gitdir', join(folder, 'half', '.git')],
    ['HEAD', git('rev-parse', 'HEAD')],
    ['commondir', ''],
  ] as const)
    writeFileSync(join(half, name), text)
  expect(() => git('worktree', 'list')).toThrow('commondir')
  // The other one goes on once this one has looked.
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim()
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh\n'${real}' "$@"; code=$?; echo ../.. > '${join(half, 'commondir')}'; exit $code\n`,
    { mode: 0o755 },
  )
  const place = { folder, env: { PATH: `${bin}:${env.PATH}` } }
  expect((await tryGit(place, ['worktree', 'list'])).stdout).toContain('half')
})

test('variables of a hook or an agent lead git to no other repository, index, object or setting', async () => {
  const other = join(folder, 'other')
  git('init', '-q', other)
  const place = {
    folder,
    env: {
      ...env,
      GIT_DIR: join(other, '.git'),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: join(folder, 'no-index'),
      GIT_OBJECT_DIRECTORY: join(folder, 'no-objects'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'user.name',
      GIT_CONFIG_VALUE_0: 'Eve',
      GIT_EXTERNAL_DIFF: 'touch ran',
      GIT_TRACE: '1',
      GIT_AUTHOR_NAME: 'Ann',
      GIT_AUTHOR_EMAIL: 'ann@example.org',
    },
  }
  const paths = ['HEAD', 'index', 'objects'].flatMap((name) => ['--git-path', name])
  expect(await askGit(place, ['rev-parse', ...paths])).toBe('.git/HEAD\n.git/index\n.git/objects\n')
  expect(await tryGit(place, ['config', 'user.name'])).toMatchObject({ code: 1, stdout: '', stderr: '' })
  expect(await askGit(place, ['var', 'GIT_AUTHOR_IDENT'])).toContain('Ann <ann@example.org>')
  await askGit(place, ['diff', '--no-index', '--', '/dev/null', '.git/HEAD']).catch(() => undefined)
  expect(existsSync(join(folder, 'ran'))).toBe(false)
})

test('hooks do not run, and settings of a place come after those that always hold', async () => {
  mkdirSync(join(folder, '.git', 'hooks'), { recursive: true })
  writeFileSync(join(folder, '.git', 'hooks', 'reference-transaction'), '#!/bin/sh\ntouch ran\n', {
    mode: 0o755,
  })
  const tree = (await askGit({ folder, env }, ['mktree'], { input: '' })).trim()
  await askGit({ folder, env }, ['update-ref', 'refs/tags/t', tree])
  expect(existsSync(join(folder, 'ran'))).toBe(false)
  const loud = { folder, env, settings: ['gc.auto=7'] }
  expect(await askGit(loud, ['config', 'gc.auto'])).toBe('7\n')
})

test('a failure is one error with what git said, and an answer that there is none', async () => {
  const args = ['rev-parse', '--verify', 'nothing']
  await expect(askGit({ folder, env }, args)).rejects.toMatchObject({
    code: 'GIT_FAILED',
    message: 'git rev-parse ended with 128: fatal: Needed a single revision',
    stderr: 'fatal: Needed a single revision\n',
  })
  writeFileSync(join(folder, '.git', 'HEAD.lock'), '')
  await expect(askGit({ folder, env }, ['symbolic-ref', 'HEAD', 'refs/heads/x'])).rejects.toMatchObject({
    code: 'WORKTREE_BUSY',
  })
  await expect(askGit({ folder, env }, ['version'], { maxOutput: 4 })).rejects.toMatchObject({
    code: 'GIT_FAILED',
    message: 'git version said more than Iris reads.',
  })
  expect(await gitAnswer({ folder, env }, args)).toBeUndefined()
  expect(await gitAnswer({ folder: join(folder, 'none'), env }, ['version'])).toBeUndefined()
})

test('where the config cannot be read, its programs are not taken for none', async () => {
  git('config', 'filter.evil.clean', 'touch ran')
  expect((await withoutDrivers({ folder, env })).settings).toEqual([
    'filter.evil.clean=',
    'filter.evil.smudge=',
    'filter.evil.process=',
    'filter.evil.required=false',
  ])
  expect((await withoutDrivers({ folder, env }, new Set(['evil']))).settings).toEqual([])
  writeFileSync(join(folder, '.git', 'config'), '[broken')
  await expect(withoutDrivers({ folder, env })).rejects.toMatchObject({ code: 'GIT_FAILED' })
})
