import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunId } from '../../contract/index.ts'
import { init, openFakeRuns, result, type FakeRuns } from './fake-runs.suite.ts'

let fake: FakeRuns
beforeEach(async () => {
  fake = await openFakeRuns()
})
afterEach(() => fake.end())

const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org']
const git = (...args: string[]) => execFileSync('git', [...who, ...args], { cwd: fake.folder, stdio: 'pipe' })
const write = (name: string, text = 'x') => writeFileSync(join(fake.folder, name), text)
const evidence = { commands: ['true'] }

async function endOf(id: RunId): Promise<{ state: string; reason: string | null }> {
  fake.leader().print(init)
  await fake.runs.complete(fake.get(id).leader.session, 'All done')
  fake.leader().print(result('Good bye.'))
  await fake.settle()
  const { state, reason } = fake.get(id)
  return { state, reason }
}

const nothing = {
  state: 'completed_unverified',
  reason: 'The evidence holds, but: Nothing changed in the folder of alpha since the start.',
}

describe.each(['in a repository', 'in a folder without git'])('%s', (where) => {
  beforeEach(() => {
    write('kept.txt')
    write('ignored.log')
    if (where !== 'in a repository') return
    git('init', '-q')
    write('.gitignore', '*.log\n')
    git('add', '-A')
    git('commit', '-qm', 'one')
    write('dirty.txt')
  })

  test('[RUN29] a run that changed nothing is not proven, whatever the evidence says', async () => {
    const id = await fake.start({ evidence })
    expect(await endOf(id)).toEqual(nothing)
    expect(fake.events('run.checked')).toMatchObject([{ data: { ok: false, checks: [{ ok: true }] } }])
  })

  test.each<[string, () => void]>([
    ['a new file', () => write('new.txt')],
    ['a changed file', () => write('kept.txt', 'longer')],
    ['a removed file', () => rmSync(join(fake.folder, 'kept.txt'))],
    ['a file in a new folder', () => (mkdirSync(join(fake.folder, 'sub')), write('sub/x.txt'))],
    ['a file in the place of a link', () => symlinkSync('kept.txt', join(fake.folder, 'link.txt'))],
  ])('[RUN29] %s is a change', async (_, change) => {
    const id = await fake.start({ evidence })
    change()
    expect(await endOf(id)).toEqual({ state: 'completed', reason: null })
  })

  test('[RUN29] a file that the evidence names counts, also one that git overlooks', async () => {
    const id = await fake.start({ evidence: { files: ['ignored.log'] } })
    write('ignored.log', 'built')
    expect(await endOf(id)).toMatchObject({ state: 'completed' })
  })

  test('[RUN29] what the commands of the evidence write is no change', async () => {
    const id = await fake.start({ evidence: { commands: ['touch by-evidence.txt'] } })
    expect(await endOf(id)).toEqual(nothing)
  })

  test('[RUN29] a run without evidence says so too', async () => {
    const id = await fake.start()
    expect(await endOf(id)).toMatchObject({
      state: 'completed_unverified',
      reason: expect.stringMatching(/^No evidence was declared.* Nothing changed in the folder of alpha/),
    })
  })
})

test('[RUN29] a commit is a change, and so is another change of a file that differed before', async () => {
  git('init', '-q')
  write('a.txt')
  const first = await fake.start({ evidence })
  git('add', '-A')
  git('commit', '-qm', 'one')
  expect(await endOf(first)).toMatchObject({ state: 'completed' })
  write('a.txt', 'dirty')
  const second = await fake.start({ evidence })
  write('a.txt', 'more dirty')
  utimesSync(join(fake.folder, 'a.txt'), 1, 1)
  expect(await endOf(second)).toMatchObject({ state: 'completed' })
})

test('[RUN29] a commit that changes nothing is no change', async () => {
  git('init', '-q')
  write('a.txt')
  git('add', '-A')
  git('commit', '-qm', 'one')
  const first = await fake.start({ evidence })
  git('commit', '-q', '--amend', '-m', 'another word')
  git('commit', '-qm', 'as if', '--allow-empty')
  expect(await endOf(first)).toEqual(nothing)
})

test('[RUN29] a folder that git overlooks what in changed is as it was', async () => {
  git('init', '-q')
  write('.gitignore', '*.log\n')
  const id = await fake.start({ evidence })
  write('cache.log')
  expect(await endOf(id)).toEqual(nothing)
})

test('[RUN29] where too much is to be compared nothing is proven', async () => {
  for (let n = 0; n < 20_001; n += 1) write(`${n}`)
  const id = await fake.start({ evidence })
  write('new.txt')
  expect(await endOf(id)).toEqual({
    state: 'completed_unverified',
    reason:
      'The evidence holds, but: Whether anything changed in the folder of alpha since the start cannot be told.',
  })
})

test('[RUN29] a run of an older Iris, which did not look, ends as it would have', async () => {
  const id = await fake.start({ evidence })
  fake.world.sql.prepare('UPDATE run SET marks = NULL WHERE id = ?').run(id)
  expect(await endOf(id)).toMatchObject({ state: 'completed' })
})
