import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorktreeWorld, type WorktreeWorld } from './world.suite.ts'

let world: WorktreeWorld
let shop: string
let folder: string
let branch: string
beforeAll(async () => {
  world = openWorktreeWorld()
  shop = join(world.folder, 'shop')
  const other = join(world.folder, 'other.git')
  world.git(shop, 'clone', '--quiet', '--bare', shop, other)
  world.git(shop, 'remote', 'add', 'origin', other)
  ;({ folder, branch } = await world.worktrees.make((await world.add()).key, { by: 'user' }))
})
afterAll(() => world.end())

/** Git as an agent in the worktree runs it: what it says, or why it refused. */
function asAgent(...args: string[]): string {
  const env = { ...world.environment, ...world.worktrees.agentEnvironment({}) }
  try {
    return execFileSync('git', args, { cwd: folder, env, stdio: 'pipe' }).toString()
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : 'no word'
  }
}

function hook(name: string, script: string): void {
  const hooks = join(shop, '.git', 'hooks')
  mkdirSync(hooks, { recursive: true })
  writeFileSync(join(hooks, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

test('[WTR21] an agent commits and pushes its own branch, and no protected one, whatever it says', () => {
  const config = readFileSync(join(shop, '.git', 'config'))
  const tip = world.git(shop, 'rev-parse', 'main')
  world.write(folder, 'work.txt')
  asAgent('add', 'work.txt')
  expect(asAgent('commit', '--message', 'work')).toContain('work')
  expect(asAgent('push', 'origin', branch)).not.toContain('Iris:')
  expect(world.git(join(world.folder, 'other.git'), 'branch', '--list', branch)).toContain(branch)

  expect(asAgent('branch', '--force', 'main', 'HEAD')).toMatch(/used by|checked out|Iris: main is protected/)
  expect(asAgent('update-ref', 'refs/heads/main', 'HEAD')).toContain('Iris: main is protected.')
  expect(asAgent('push', '.', 'HEAD:main')).toContain('Iris: main is protected.')
  expect(asAgent('push', 'origin', 'HEAD:main')).toContain('Iris: main is protected.')
  expect(asAgent('branch', 'master', 'HEAD')).toContain('Iris: master is protected.')
  expect(asAgent('symbolic-ref', 'HEAD', 'refs/heads/main')).toBe('')
  expect(asAgent('commit', '--no-verify', '--allow-empty', '--message', 'x')).toContain(
    'Iris: main is protected.',
  )
  asAgent('symbolic-ref', 'HEAD', `refs/heads/${branch}`)
  expect(world.git(shop, 'rev-parse', 'main')).toBe(tip)
  expect(world.git(join(world.folder, 'other.git'), 'rev-parse', 'main')).toBe(tip)
  expect(readFileSync(join(shop, '.git', 'config'))).toEqual(config)
})

test('[WTR21] the hooks of the project run first, with their arguments and input, and may refuse', () => {
  const seen = join(world.folder, 'seen')
  hook('commit-msg', `cat "$1" >> ${seen}`)
  hook('pre-push', `echo "push $1" >> ${seen}; cat >> ${seen}`)
  world.git(
    folder,
    'config',
    '--file',
    join(world.folder, 'gitconfig'),
    'core.hooksPath',
    join(shop, '.git', 'hooks'),
  )
  asAgent('commit', '--allow-empty', '--message', 'told to the hook')
  asAgent('push', 'origin', branch)
  expect(readFileSync(seen, 'utf8')).toMatch(
    /^told to the hook\npush origin\nrefs\/heads\/task\/\S+ \S+ refs\/heads\/task\/\S+ \S+\n$/,
  )
  hook('pre-commit', 'echo no; exit 3')
  const before = world.git(folder, 'rev-parse', 'HEAD')
  asAgent('commit', '--allow-empty', '--message', 'refused')
  expect(world.git(folder, 'rev-parse', 'HEAD')).toBe(before)
})

test('[WTR20] Iris runs no hook of the project, and gives its filters no secret', async () => {
  const ran = join(world.folder, 'ran')
  for (const name of [
    'pre-commit',
    'commit-msg',
    'post-commit',
    'post-checkout',
    'reference-transaction',
    'post-index-change',
  ])
    hook(name, `touch ${ran}`)
  const filtered = join(world.folder, 'filtered')
  world.git(shop, 'config', 'filter.upper.clean', `sh -c 'env > ${filtered}; tr a-z A-Z'`)
  world.git(shop, 'config', 'filter.upper.smudge', 'tr A-Z a-z')
  world.write(shop, '.git/info/attributes', '*.up filter=upper\n')
  const {
    key,
    folder: tree,
    branch: own,
  } = await world.worktrees.make((await world.add()).key, { by: 'user' })
  world.write(tree, 'big.up', 'loud\n')
  expect((await world.worktrees.get(key)).uncommitted).toEqual(['big.up'])
  expect(existsSync(filtered)).toBe(false)
  await world.worktrees.checkpoint(key, { note: '', by: 'user' })
  await world.worktrees.rescue(key, { reason: 'x', by: 'user' })
  await world.worktrees.remove(key, 'user')
  expect(world.git(shop, 'show', `${own}:big.up`)).toBe('LOUD\n')
  expect(existsSync(ran)).toBe(false)
  expect(readFileSync(filtered, 'utf8')).not.toContain('IRIS_')
})
