import { existsSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMergeWorld, refused, type MergeWorld } from './world.suite.ts'

let world: MergeWorld
beforeAll(async () => {
  world = await openMergeWorld()
})
afterAll(() => world.end())

const status = () => world.git('status', '--porcelain')

test('[MRG15] [MRG17] an undo puts the target back, once; the branch can be merged again', async () => {
  const key = await world.task({ 'a.txt': 'one\n2\nthree\n' })
  await expect(world.undo(key)).rejects.toEqual(refused('MERGE_UNKNOWN', /has no merge of Iris/))
  const old = world.at('main')
  await world.merge(key, { how: 'squash' })
  world.write('a.txt', 'mine\n')
  await expect(world.undo(key)).rejects.toEqual(refused('MERGE_CHECKOUT_BUSY', /not committed: a\.txt/))
  world.git('checkout', '-q', '--', 'a.txt')
  expect(await world.undo(key)).toMatchObject({ undone: { how: 'restored', new: old, by: 'user' } })
  expect([world.at('main'), world.read('a.txt'), status()]).toEqual([old, 'one\ntwo\nthree\n', ''])
  expect(world.events().at(-1)).toMatchObject({ type: 'merge.undone', data: { how: 'restored', new: old } })
  await expect(world.undo(key)).rejects.toEqual(refused('MERGE_UNKNOWN', /has no merge of Iris/))
  expect((await world.merge(key)).state).toBe('made')
  await world.undo(key)
})

test('[MRG16] [MRG17] a merge that somebody built on or pushed is reverted on top, and conflicts of that are told', async () => {
  const key = await world.task({ 'new.txt': 'new\n', 'a.txt': 'one\ntwo\n3\n' })
  await world.merge(key)
  world.git('branch', 'other')
  await expect(world.undo(key)).rejects.toEqual(refused('UNDO_REFUSED', /The merge is also in other\./))
  world.git('branch', '-D', 'other')
  world.git('update-ref', 'refs/remotes/origin/main', 'main')
  await expect(world.undo(key)).rejects.toEqual(refused('UNDO_REFUSED', /also in origin\/main/))
  world.commit({ 'b c.txt': 'later\n' })
  await expect(world.undo(key)).rejects.toEqual(refused('UNDO_REFUSED', /main has moved on/))
  const before = world.at('main')
  const objects = world.git('count-objects')
  expect((await world.merges.planUndo({ task: key, how: 'reverted' })).against).toEqual([])
  expect(world.git('count-objects')).toBe(objects)
  await world.undo(key, 'reverted')
  expect(world.git('log', '-1', '--format=%P %s')).toBe(`${before} Revert ${key}: Add something\n`)
  expect([world.read('a.txt'), world.read('b c.txt'), status()]).toEqual(['one\ntwo\nthree\n', 'later\n', ''])
  expect(existsSync(join(world.repo, 'new.txt'))).toBe(false)
  expect((await world.merges.plan({ task: key })).against[0]?.message).toMatch(
    /It was merged and reverted; .*revert/,
  )
  const other = await world.task({ 'a.txt': 'one\nTWO\nthree\n' })
  await world.merge(other)
  world.commit({ 'a.txt': 'one\nTwo!\nthree\n' })
  await expect(world.undo(other, 'reverted')).rejects.toEqual(
    refused(
      'MERGE_CONFLICTS',
      /conflicts with what came after it in a\.txt\. Revert it by hand: git revert -m 1/,
    ),
  )
  expect(status()).toBe('')
})

test('[MRG11] a bare repository and one with submodules are merged into', async () => {
  const bare = join(world.folder, 'bare.git')
  const library = join(world.folder, 'library')
  const run = (...args: string[]) =>
    execFileSync('git', args, { cwd: world.folder, stdio: 'pipe', encoding: 'utf8' })
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@b']
  const inLibrary = (...args: string[]) => run('-C', library, ...who, ...args)
  run('init', '-q', library)
  inLibrary('commit', '-q', '--allow-empty', '-m', 'one')
  world.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib')
  world.git('commit', '-qm', 'submodule')
  const first = inLibrary('rev-parse', 'HEAD').trim()
  inLibrary('commit', '-q', '--allow-empty', '-m', 'two')
  const second = inLibrary('rev-parse', 'HEAD').trim()
  const key = await world.task({ 'sub.txt': 'x\n' })
  world.git('checkout', '-q', `task/${key}`)
  world.git('update-index', '--cacheinfo', `160000,${second},lib`)
  world.git('commit', '-qm', 'move lib')
  world.git('update-index', '--cacheinfo', `160000,${first},lib`)
  world.git('reset', '-q', '--hard')
  world.git('checkout', '-q', 'main')
  const plan = await world.merges.plan({ task: key })
  expect(plan.warnings.join()).toMatch(/Submodules move: lib\. Run `git submodule update`/)
  await world.merge(key)
  expect([world.git('ls-tree', 'main', 'lib').split(/\s/)[2], status()]).toEqual([second, ' M lib\n'])
  await world.undo(key)
  expect([world.git('ls-files', '-s', 'lib').split(' ')[1], status()]).toEqual([first, ''])
  run('clone', '-q', '--bare', world.repo, bare)
  run('-C', bare, 'config', 'user.name', 'Ann')
  run('-C', bare, 'config', 'user.email', 'ann@example.org')
  world.sql.exec(`UPDATE project SET root = '${bare}'`)
  expect(await world.merge(key)).toMatchObject({ checkout: null, state: 'made' })
  expect(run('-C', bare, 'show', 'main:sub.txt')).toBe('x\n')
  await world.undo(key)
  world.sql.exec(`UPDATE project SET root = '${join(world.repo, '.git')}'`)
})

test('[MRG19] what a start cannot finish is left as it is and told, and finished when it can be', async () => {
  const key = await world.task({ 'a.txt': 'stuck\n', 'b c.txt': 'stuck too\n' })
  await world.merge(key)
  // As after a kill in the middle: the intent is there, the branch is not moved, one file is written.
  world.git('update-ref', 'refs/heads/main', 'main~1')
  world.git('reset', '-q', '--hard')
  world.sql.exec("UPDATE merge SET state = 'begun' WHERE state = 'made' AND key = '" + key + "'")
  const old = world.at('main')
  world.write('a.txt', 'stuck\n')
  world.write('b c.txt', 'edited by me\n')
  await world.restart()
  const [merge] = (await world.merges.list({ task: key, limit: 1 })).merges
  expect(merge).toMatchObject({
    state: 'stuck',
    problem: expect.stringMatching(/somebody changed the same files.*iris merge/s),
  })
  expect([world.at('main'), world.read('b c.txt')]).toEqual([old, 'edited by me\n'])
  writeFileSync(join(world.repo, 'b c.txt'), world.git('show', 'main:b c.txt'))
  await world.restart()
  expect((await world.merges.list({ task: key, limit: 1 })).merges).toMatchObject([
    { state: 'made', problem: null },
  ])
  expect([world.read('b c.txt'), status()]).toEqual(['stuck too\n', ''])
})
