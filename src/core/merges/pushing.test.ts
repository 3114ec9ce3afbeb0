import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMergeWorld, type MergeWorld } from './world.suite.ts'

let world: MergeWorld
let bin: string
const remote = () => join(world.folder, 'remote.git')
const at = (ref: string) =>
  execFileSync('git', ['-C', remote(), 'rev-parse', ref], { encoding: 'utf8' }).trim()
const called = () => readFileSync(join(bin, 'called'), 'utf8')
const refused = (words: RegExp) =>
  expect.objectContaining({ code: 'PUSH_REFUSED', message: expect.stringMatching(words) })

/** A program that writes down how it was called, and answers as `gh` and `glab` do. */
const standIn = `#!/bin/sh
for word in "$@"; do printf '[%s]' "$word" >> "$(dirname "$0")/called"; done
case "$2" in
  list) cat "$(dirname "$0")/open" 2>/dev/null || echo '[]' ;;
  create) echo >> "$(dirname "$0")/called"; cat >> "$(dirname "$0")/called"
    echo 'https://example.org/shop/pull/7' | tee "$(dirname "$0")/open" ;;
esac
echo >> "$(dirname "$0")/called"
`

beforeAll(async () => {
  bin = mkdtempSync(join(tmpdir(), 'iris-bin-'))
  for (const name of ['gh', 'glab']) writeFileSync(join(bin, name), standIn, { mode: 0o755 })
  world = await openMergeWorld({ environment: { PATH: `${bin}:${process.env['PATH']}` } })
  execFileSync('git', ['clone', '-q', '--bare', world.repo, remote()])
})
afterAll(async () => {
  await world.end()
  rmSync(bin, { recursive: true })
})

test('[MRG23] [MRG24] a completed task is pushed when the config says so, never by force, and failures are in git’s words', async () => {
  const [key, silent] = [await world.task({ 'p.txt': '1\n' }), await world.task({ 's.txt': '1\n' })]
  await expect(world.merges.push(key, 'user')).rejects.toEqual(refused(/no remote that branches go to/))
  world.git('remote', 'add', 'origin', remote())
  world.tasks.become({ name: silent, by: 'user' }, { to: 'complete' })
  world.settings.push = 'done'
  world.tasks.become({ name: key, by: 'user' }, { to: 'complete' })
  await expect.poll(() => world.events().at(-1)?.type).toBe('push.made')
  expect(at(`task/${key}`)).toBe(world.at(`task/${key}`))
  expect(() => at(`task/${silent}`)).toThrow()
  expect(world.events().at(-1)?.data).toMatchObject({
    key,
    remote: 'origin',
    commit: world.at(`task/${key}`),
  })
  const proved = await world.task({ 'q.txt': '1\n' })
  const { attempt } = world.tasks.beginAttempt({ name: proved, by: 'agent' }, { base: null })
  const end = { number: attempt, how: 'passed', to: 'complete', check: 'chk_1' } as const
  world.tasks.endAttempt({ name: proved, by: 'agent' }, end)
  await expect.poll(() => world.events().at(-1)?.type).toBe('push.made')
  expect(at(`task/${proved}`)).toBe(world.at(`task/${proved}`))
  world.git('branch', '-f', `task/${key}`, 'main')
  const there = at(`task/${key}`)
  world.git('checkout', '-q', `task/${key}`)
  world.commit({ 'other.txt': 'x\n' })
  world.git('checkout', '-q', 'main')
  await expect(world.merges.push(key, 'user')).rejects.toEqual(refused(/rejected.*non-fast-forward/s))
  expect([at(`task/${key}`), world.events().at(-1)?.type]).toEqual([there, 'push.failed'])
})

test('[MRG24] a push that a kill interrupted is made at the next start; a task without a branch is not pushed', async () => {
  const key = await world.task({ 'again.txt': '1\n' })
  world.sql.exec(
    `INSERT INTO push (task, key, state, branch, startedBy, at) VALUES ('${world.tasks.get(key).task}', '${key}', 'wanted', 'task/${key}', 'user', 1)`,
  )
  await world.restart()
  await expect.poll(() => world.events().at(-1)?.type).toBe('push.made')
  expect(at(`task/${key}`)).toBe(world.at(`task/${key}`))
  const { key: bare } = await world.tasks.create(
    { team: 'shop', title: 'By hand', text: '', priority: 2, files: [], waitsFor: [] },
    'user',
  )
  const before = world.events().length
  world.tasks.become({ name: bare, by: 'user' }, { to: 'complete' })
  await expect.poll(() => world.sql.prepare('SELECT * FROM push WHERE state = ?').all('wanted')).toEqual([])
  expect(
    world
      .events()
      .slice(before)
      .map(({ type }) => type),
  ).toEqual(['task.changed'])
})

test('[MRG25] a program of the repository’s own config is not run for a push, nor a hook', async () => {
  const key = await world.task({ 'safe.txt': '1\n' })
  const ran = join(world.folder, 'ran')
  mkdirSync(join(world.repo, '.git', 'hooks'), { recursive: true })
  writeFileSync(join(world.repo, '.git', 'hooks', 'pre-push'), `#!/bin/sh\ntouch '${ran}'\n`, { mode: 0o755 })
  world.git('config', 'core.sshCommand', `touch '${ran}'`)
  await expect(world.merges.push(key, 'user')).rejects.toEqual(
    refused(/\(core\.sshcommand\), which Iris does not run/),
  )
  world.git('config', '--unset', 'core.sshCommand')
  expect(await world.merges.push(key, 'user')).toMatchObject({ state: 'made', pullRequest: null })
  expect(existsSync(ran)).toBe(false)
})

test('[MRG26] a task has one pull request, with its check and its forecast; the text is no option', async () => {
  world.settings.pullRequest = true
  const key = await world.task({ 'a.txt': 'mine\n' })
  const other = await world.task({ 'a.txt': 'yours\n' })
  world.sql.exec(
    `UPDATE task SET title = '--web $(touch x) @all', checking = '${JSON.stringify({ command: 'npm test `x`', expected: { exit: 0 } })}' WHERE id = '${world.tasks.get(key).task}'`,
  )
  await world.restart()
  expect(await world.merges.push(key, 'user')).toMatchObject({
    pullRequest: 'https://example.org/shop/pull/7',
  })
  expect(called()).toContain(`[pr][list][--head=task/${key}][--state=open]`)
  expect(called()).toContain(`[--base=main][--title=${key}: --web $(touch x) @all][--body-file=-]`)
  expect(called()).toContain("`npm test 'x'`")
  expect(called()).toContain(`Conflicts with ${other} in a.txt.`)
  const lines = called().length
  expect(await world.merges.push(key, 'user')).toMatchObject({
    pullRequest: 'https://example.org/shop/pull/7',
  })
  expect(called().slice(lines)).not.toContain('create')
  rmSync(join(bin, 'open'))
  world.git('remote', 'set-url', 'origin', `file://${remote()}?gitlab`)
  world.git('config', `url.${remote()}.insteadOf`, `file://${remote()}?gitlab`)
  world.git('remote', 'set-url', '--push', 'origin', 'gitlab-is-not-there')
  await expect(world.merges.push(other, 'user')).rejects.toEqual(refused(/gitlab-is-not-there/))
})
