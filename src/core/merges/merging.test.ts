import { mkdirSync, existsSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMergeWorld, refused, type MergeWorld } from './world.suite.ts'

let world: MergeWorld
beforeAll(async () => {
  world = await openMergeWorld()
})
afterAll(() => world.end())

const status = () => world.git('status', '--porcelain')
const objects = () => world.git('count-objects', '-v').split('\n')[0]

test('[MRG6] [MRG12] a merge moves the branch and its checkout, and is recorded with its old and new value', async () => {
  const key = await world.task({ 'a.txt': 'one\nTWO\nthree\n', 'src/new ü.txt': 'new\n' })
  const old = world.at('main')
  const before = objects()
  expect(await world.merges.plan({ task: key })).toMatchObject({
    how: 'merge',
    into: 'main',
    checkout: world.repo,
    commitCount: 1,
    commits: [{ subject: `work on ${key}`, author: 'Ann' }],
    counts: { files: 2, added: 2, removed: 1 },
    against: [],
    warnings: [`${key} is ready, not complete.`],
  })
  expect([objects(), world.at('main')]).toEqual([before, old])
  const made = await world.merge(key)
  expect(made).toMatchObject({ state: 'made', old, new: world.at('main'), into: 'main', undone: null })
  expect(world.git('log', '-1', '--format=%P %s')).toBe(
    `${old} ${world.at(`task/${key}`)} Merge task/${key} into main: Add something\n`,
  )
  expect([world.read('a.txt'), world.read('src/new ü.txt')]).toEqual(['one\nTWO\nthree\n', 'new\n'])
  expect(status()).toBe('')
  expect(world.events().slice(-2)).toMatchObject([
    { type: 'merge.begun', data: { old, kind: 'merge' } },
    { type: 'merge.made', data: { merge: made.merge, old, new: made.new, by: 'user' } },
  ])
  expect((await world.merges.list({ limit: 10 })).merges).toEqual([made])
  expect((await world.merges.plan({ task: key })).against).toMatchObject([
    { code: 'MERGE_IMPOSSIBLE', message: `main has everything of task/${key} already.` },
  ])
})

test('[MRG8] squash makes one commit with one parent, fast-forward none', async () => {
  const [one, two] = [await world.task({ 'one.txt': '1\n' }), await world.task({ 'two.txt': '2\n' })]
  await world.merge(one, { how: 'ff' })
  expect(world.at('main')).toBe(world.at(`task/${one}`))
  await expect(world.merge(two, { how: 'ff' })).rejects.toEqual(
    refused('MERGE_IMPOSSIBLE', /main has commits that task\/shop-\d has not/),
  )
  const old = world.at('main')
  await world.merge(two, { how: 'squash' })
  expect(world.git('log', '-1', '--format=%P %s')).toBe(`${old} Add something (${two})\n`)
  expect(status()).toBe('')
})

test('[MRG7] a branch or a target that moved since the look is refused, and nothing has changed', async () => {
  const key = await world.task({ 'moved.txt': '1\n' })
  const { commit, target } = await world.merges.plan({ task: key })
  world.git('commit', '-q', '--allow-empty', '-m', 'somebody else')
  const now = world.at('main')
  const merging = world.merges.merge({ task: key, commit, target }, 'user')
  await expect(merging).rejects.toEqual(refused('MERGE_MOVED', /main is at .*, no longer at/))
  const other = world.merges.merge({ task: key, commit: target, target: now }, 'user')
  await expect(other).rejects.toEqual(refused('MERGE_MOVED', /task\/shop-\d is at/))
  expect([world.at('main'), status()]).toEqual([now, ''])
})

test('[MRG9] conflicts are refused with their paths', async () => {
  const key = await world.task({ 'a.txt': 'one\nmine\nthree\n' }, 'main~1')
  world.commit({ 'a.txt': 'one\nyours\nthree\n' })
  await expect(world.merge(key)).rejects.toEqual(
    refused('MERGE_CONFLICTS', /task\/shop-\d conflicts with main in a\.txt/),
  )
  expect(status()).toBe('')
})

test('[MRG10] changes in the paths that a merge touches, and files in their way, refuse it; others stay as they are', async () => {
  const key = await world.task({ 'b c.txt': 'B\n', 'dir/new.txt': 'new\n', 'one.txt': null })
  const old = world.at('main')
  world.write('.git/info/exclude', 'dir\n')
  world.write('dir/new.txt', 'mine, and ignored\n')
  world.write('b c.txt', 'edited\n')
  world.write('one.txt', 'staged\n')
  world.git('add', 'one.txt')
  await expect(world.merge(key)).rejects.toEqual(
    refused('MERGE_CHECKOUT_BUSY', /not committed: b c\.txt, one\.txt\..*in the way.*dir\/new\.txt/s),
  )
  rmSync(join(world.repo, 'dir'), { recursive: true })
  writeFileSync(join(world.repo, 'dir'), 'a file where a folder comes')
  world.git('checkout', '-q', 'HEAD', '--', 'b c.txt', 'one.txt')
  await expect(world.merge(key)).rejects.toEqual(refused('MERGE_CHECKOUT_BUSY', /in the way.*: dir\./))
  unlinkSync(join(world.repo, 'dir'))
  expect(world.at('main')).toBe(old)
  world.write('a.txt', 'edited elsewhere\n')
  world.write('two.txt', 'staged elsewhere\n')
  world.git('add', 'two.txt')
  world.write('untracked.txt', 'mine\n')
  await world.merge(key)
  expect(status()).toBe(' M a.txt\nM  two.txt\n?? untracked.txt\n')
  expect([existsSync(join(world.repo, 'one.txt')), world.read('dir/new.txt')]).toEqual([false, 'new\n'])
  expect(await world.undo(key)).toMatchObject({ undone: { how: 'restored', state: 'made', new: old } })
  expect(status()).toBe(' M a.txt\nM  two.txt\n?? untracked.txt\n')
  expect([world.at('main'), existsSync(join(world.repo, 'dir'))]).toEqual([old, false])
  world.git('reset', '-q', '--hard')
  unlinkSync(join(world.repo, 'untracked.txt'))
})

test('[MRG13] a lock that was left behind is told and stays', async () => {
  const key = await world.task({ 'lock.txt': '1\n' })
  const old = world.at('main')
  const lock = join(world.repo, '.git', 'index.lock')
  writeFileSync(lock, '')
  await expect(world.merge(key)).rejects.toEqual(
    refused('MERGE_CHECKOUT_BUSY', /left its lock: .*index\.lock\. .*Nothing was changed/),
  )
  expect([existsSync(lock), world.at('main')]).toEqual([true, old])
  unlinkSync(lock)
  expect((await world.merge(key)).state).toBe('made')
})

test('[MRG11] a target in another worktree moves there, one that is nowhere moves alone, a busy one is refused', async () => {
  const key = await world.task({ 'where.txt': '1\n' })
  const tree = join(world.folder, 'other tree')
  world.git('branch', 'release')
  world.git('worktree', 'add', '-q', tree, 'release')
  expect(await world.merge(key, { into: 'release' })).toMatchObject({ checkout: tree })
  expect(readFileSync(join(tree, 'where.txt'), 'utf8')).toBe('1\n')
  expect([status(), world.git('-C', tree, 'status', '--porcelain')]).toEqual(['', ''])
  world.git('worktree', 'remove', tree)
  const next = await world.task({ 'next.txt': '1\n' })
  expect(await world.merge(next, { into: 'release' })).toMatchObject({ checkout: null })
  expect(world.git('show', 'release:next.txt')).toBe('1\n')
  world.git('checkout', '-q', '--detach')
  expect(await world.merge(next)).toMatchObject({ checkout: null, into: 'main' })
  expect(existsSync(join(world.repo, 'next.txt'))).toBe(false)
  world.git('checkout', '-q', 'main')
  const head = join(world.repo, '.git', 'MERGE_HEAD')
  writeFileSync(head, `${world.at('main')}\n`)
  await expect(world.merge(key)).rejects.toEqual(refused('MERGE_CHECKOUT_BUSY', /A merge is under way/))
  unlinkSync(head)
})

test('[MRG11] a target that is being rebased, or is checked out twice, is refused', async () => {
  const key = await world.task({ 'busy.txt': '1\n' })
  const tree = join(world.folder, 'second')
  world.git('worktree', 'add', '-q', '--detach', tree)
  const folder = join(world.repo, '.git', 'worktrees', 'second')
  mkdirSync(join(folder, 'rebase-merge'))
  writeFileSync(join(folder, 'rebase-merge', 'head-name'), 'refs/heads/main\n')
  await expect(world.merge(key)).rejects.toEqual(refused('MERGE_CHECKOUT_BUSY', /main is being rebased in/))
  rmSync(join(folder, 'rebase-merge'), { recursive: true })
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
  await expect(world.merge(key)).rejects.toEqual(
    refused('MERGE_CHECKOUT_BUSY', /main is checked out in .* and /),
  )
  world.git('worktree', 'remove', '--force', tree)
})

test('[MRG4] a branch that is gone is told, also of a target', async () => {
  const key = await world.task({ 'gone.txt': '1\n' })
  await expect(world.merge(key, { into: 'nowhere' })).rejects.toEqual(
    refused('MERGE_IMPOSSIBLE', /There is no branch nowhere/),
  )
  world.git('branch', '-q', '-D', `task/${key}`)
  await expect(world.merge(key)).rejects.toEqual(refused('MERGE_IMPOSSIBLE', /has no branch task\/shop-\d+/))
  await expect(world.merges.change({ task: key, after: 0, limit: 10 })).rejects.toEqual(
    refused('CHANGE_UNKNOWN', /never begun, or it is gone/),
  )
})

test('[MRG5] [MRG6] no program of the config is run, but for a filter that the files need, which is said', async () => {
  const ran = join(world.folder, 'ran')
  const program = `sh -c 'touch "${ran}"; cat'`
  world.commit({ '.gitattributes': '*.drv merge=evil diff=evil\n*.flt filter=evil\n', 'x.drv': '1\n2\n3\n' })
  const key = await world.task({ 'x.drv': '1\nmine\n3\n' })
  const other = await world.task({ 'y.flt': 'filtered\n' })
  world.commit({ 'x.drv': '1\nyours\n3\n' })
  world.git('config', 'merge.evil.driver', `touch '${ran}'`)
  world.git('config', 'diff.evil.textconv', program)
  world.git('config', 'diff.evil.command', program)
  world.git('config', 'core.fsmonitor', program)
  world.git('config', 'core.hooksPath', world.folder)
  for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout'])
    writeFileSync(join(world.folder, hook), `#!/bin/sh\ntouch '${ran}'\n`, { mode: 0o755 })
  await expect(world.merge(key)).rejects.toEqual(refused('MERGE_CONFLICTS', /x\.drv/))
  await world.merges.forecast({ team: 'shop' })
  await world.merges.changedFile({ task: key, path: 'x.drv', after: 0, lines: 10 })
  world.git('config', 'filter.evil.smudge', program)
  expect((await world.merges.plan({ task: other })).programs).toEqual([`evil: ${program}`])
  expect(existsSync(ran)).toBe(false)
  await world.merge(other)
  expect([existsSync(ran), world.read('y.flt')]).toEqual([true, 'filtered\n'])
})

test('[MRG14] a project on another machine, one without a repository, and an old git are refused in words', async () => {
  const plain = join(world.folder, 'plain')
  mkdirSync(plain)
  const bin = join(world.folder, 'bin')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh\ncase "$*" in *version*) echo git version 2.37.1;; *) exec ${gitPath()} "$@";; esac\n`,
    { mode: 0o755 },
  )
  const old = await openMergeWorld({
    folder: world.folder,
    environment: { PATH: `${bin}:${process.env['PATH']}` },
  })
  await expect(old.merges.forecast({ team: 'shop' })).rejects.toEqual(
    refused('GIT_UNFIT', /needs git 2\.38 or newer; here is git version 2\.37\.1/),
  )
  await old.end()
  symlinkSync(plain, join(world.folder, 'link'))
  world.sql.exec(
    "INSERT INTO project (slug, root) VALUES ('far', '\"you@host\" /srv/x'), ('bare', '" + plain + "')",
  )
  await world.tasks.create(
    { team: 'shop', title: 'x', text: '', priority: 2, files: [], waitsFor: [] },
    'user',
  )
  world.sql.exec("UPDATE task SET project = 'far', number = 1 WHERE title = 'x'")
  await expect(world.merges.plan({ task: 'far-1' })).rejects.toEqual(refused('GIT_UNFIT', /another machine/))
  world.sql.exec("UPDATE task SET project = 'bare' WHERE title = 'x'")
  await expect(world.merges.plan({ task: 'bare-1' })).rejects.toEqual(
    refused('GIT_UNFIT', /in no git repository/),
  )
})

const gitPath = (): string =>
  (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => join(folder, 'git'))
    .find((path) => existsSync(path)) ?? 'git'

test('[MRG6] the plan says what the newest check of the task found and nobody accepted, and that it did not pass', async () => {
  const key = await world.task({ 'f.test.js': "it.skip('adds', () => {})\n" })
  const { task } = world.tasks.get(key)
  const plan = () => world.merges.plan({ task: key })
  expect((await plan()).findings).toBeNull()
  const run = (command: string) =>
    world.checks.settled(
      world.checks.run({
        task,
        taskKey: key,
        team: 'shop',
        folder: world.repo,
        repository: null,
        level: null,
        manual: null,
        base: world.at('HEAD'),
        budgetMs: 20_000,
        env: {},
        isChangeExpected: true,
        by: 'user',
        steps: [{ command, from: 'task', expected: { exit: 0 } }],
      }).check,
    )
  const { check } = await run('true')
  expect(await plan()).toMatchObject({
    findings: [expect.stringMatching(/^Nothing differs from/)],
    warnings: [`${key} is ready, not complete.`],
  })
  world.checks.accept(check, { numbers: [1], note: null, by: 'user' })
  expect((await plan()).findings).toEqual([])
  await run('false')
  expect((await plan()).warnings).toContain(`The newest check of ${key} did not pass: it is failed.`)
})
