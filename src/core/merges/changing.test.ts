import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMergeWorld, type MergeWorld } from './world.suite.ts'

let world: MergeWorld
let key: string
const strange = '--output=x\t"q"\n$(touch y) <b>.txt'
const lines = (from: number, to: number, mark = ''): string =>
  Array.from({ length: to - from }, (_, at) => `line ${from + at}${mark}\n`).join('')

beforeAll(async () => {
  world = await openMergeWorld()
  world.commit({ 'long.txt': lines(0, 100), 'old name.txt': lines(0, 30), 'run.sh': 'x\n' })
  key = await world.task({
    'long.txt': `${lines(0, 5)}five\n${lines(6, 90)}ninety\n${lines(91, 100)}`.trimEnd(),
    'old name.txt': null,
    'new ü.txt': `${lines(0, 30)}more\n`,
    [strange]: '<script>\u0000',
    'huge.txt': `${'x'.repeat(5000)}\n${lines(0, 1500)}`,
  })
  world.git('checkout', '-q', `task/${key}`)
  chmodSync(join(world.repo, 'run.sh'), 0o755)
  world.git('commit', '-qam', 'mode')
  world.git('checkout', '-q', 'main')
  world.commit({ 'a.txt': 'main went on\n' })
})
afterAll(() => world.end())

const change = (after = 0, limit = 100) => world.merges.change({ task: key, after, limit })
const file = (path: string, after = 0, most = 500) =>
  world.merges.changedFile({ task: key, path, after, lines: most })

test('[MRG20] [MRG22] a change lists files against where the branch left, page by page, whatever they are called', async () => {
  const all = await change()
  expect(all.base).toBe(world.at('main~1'))
  expect(all.files).toMatchObject([
    { path: strange, status: 'added', added: null, removed: null },
    { path: 'huge.txt', status: 'added', added: 1501, removed: 0 },
    { path: 'long.txt', status: 'changed', added: 3, removed: 3 },
    { path: 'new ü.txt', from: 'old name.txt', status: 'renamed', added: 1, removed: 0 },
    { path: 'run.sh', status: 'changed', added: 0, mode: '100644 → 100755' },
  ])
  expect(all).toMatchObject({ counts: { files: 5, added: 1505, removed: 3 }, next: null, isCut: false })
  const page = await change(2, 2)
  expect([page.files.map(({ path }) => path), page.next]).toEqual([['long.txt', 'new ü.txt'], 4])
})

test('[MRG21] [MRG22] the hunks of a file have the numbers of their lines; what is long is cut or comes in pieces', async () => {
  const { hunks, next } = await file('long.txt')
  expect(hunks.map(({ oldStart, newStart, lines: { length } }) => [oldStart, newStart, length])).toEqual([
    [3, 3, 8],
    [88, 88, 8],
    [97, 97, 5],
  ])
  expect(hunks[0]?.lines[3]).toMatchObject({ kind: 'removed', text: 'line 5', old: 6, new: null })
  expect(hunks[2]?.lines.at(-1)).toMatchObject({ kind: 'added', new: 100, hasNoNewline: true })
  expect(next).toBeNull()
  const first = await file('huge.txt')
  expect(first.hunks.map(({ lines: { length }, goesOn }) => [length, goesOn])).toEqual([[500, false]])
  expect(first.hunks[0]?.lines[0]).toMatchObject({ isCut: true, text: 'x'.repeat(2000) })
  const rest = await file('huge.txt', first.next ?? 0, 2000)
  expect(rest.hunks.map(({ newStart, lines: { length }, goesOn }) => [newStart, length, goesOn])).toEqual([
    [501, 500, true],
    [1001, 500, true],
    [1501, 1, true],
  ])
  expect([rest.next, (await file(strange)).hunks]).toEqual([null, []])
  await expect(file('a.txt')).rejects.toMatchObject({ code: 'CHANGE_UNKNOWN' })
})

test('[MRG20] of a merged task the change is what the merge brought', async () => {
  const before = await change()
  await world.merge(key, { how: 'squash' })
  expect(await change()).toEqual(before)
  world.git('branch', '-q', '-D', `task/${key}`)
  expect((await change()).files).toEqual(before.files)
  writeFileSync(join(world.repo, 'a.txt'), 'x')
})
