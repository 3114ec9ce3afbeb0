import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { manualClock } from '../../platform/clock/index.ts'
import { openWikiWorld, user, type WikiWorld } from './world.suite.ts'

let world: WikiWorld
let remote: string
let other: string
beforeEach(() => {
  world = openWikiWorld()
  remote = join(world.folder, 'remote.git')
  other = join(world.folder, 'other')
  world.gitIn(world.folder, 'init', '--quiet', '--bare', remote)
  Object.assign(world.settings, { remote })
})
afterEach(() => world.end())

const project = 'shop'
const write = async (page: string, text: string) => {
  const found = await world.calls.readPage({ project, page, rows: false }, user).catch(() => undefined)
  return world.calls.writePage({ project, page, text, revision: found?.revision ?? undefined }, user)
}
const sync = () => world.calls.syncWiki({ project }, user)
/** What somebody else pushes. */
function pushOther(files: Record<string, string | Buffer>): void {
  world.gitIn(world.folder, 'clone', '--quiet', remote, other)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(other, file), text)
  world.gitIn(other, 'add', '--all')
  world.gitIn(other, 'commit', '--quiet', '--message', 'by another')
  world.gitIn(other, 'push', '--quiet', 'origin', 'HEAD')
}

test('[WIK23] a wiki is pushed to an empty remote, and pulls what others pushed, bytes and all', async () => {
  await write('A', 'a\n')
  expect(await sync()).toEqual({ pulled: 0, pushed: 1, conflicts: [] })
  pushOther({ 'B.md': 'from afar\n', 'x.bin': Buffer.from([0, 1, 255]) })
  expect(await sync()).toEqual({ pulled: 1, pushed: 0, conflicts: [] })
  expect(await world.calls.readPage({ project, page: 'B', rows: false }, user)).toMatchObject({
    text: 'from afar\n',
    author: { name: 'Ann', kind: 'outside' },
  })
  const { base64 } = await world.calls.readAttachment({ project, path: 'x.bin' }, user)
  expect([...Buffer.from(base64, 'base64')]).toEqual([0, 1, 255])
  expect(world.git('status', '--porcelain')).toBe('')
  expect(world.events('wiki.synced')).toHaveLength(2)
})

test('[WIK23] different pages that both sides changed are merged; the same place is asked about, and nothing is forced', async () => {
  await write('A', 'one\ntwo\nthree\nfour\nfive\n')
  await write('B', 'b\n')
  await sync()
  pushOther({ 'A.md': 'ONE\ntwo\nthree\nfour\nfive\n' })
  await write('B', 'mine\n')
  await write('A', 'one\ntwo\nthree\nfour\nFIVE\n')
  expect(await sync()).toMatchObject({ pulled: 1, conflicts: [] })
  expect(world.read('A.md')).toBe('ONE\ntwo\nthree\nfour\nFIVE\n')
  expect(world.git('status', '--porcelain')).toBe('')
  expect(world.gitIn(remote, 'rev-parse', 'main')).toBe(world.git('rev-parse', 'HEAD'))
  world.gitIn(other, 'pull', '--quiet', 'origin', 'main')
  writeFileSync(join(other, 'B.md'), 'theirs\n')
  world.gitIn(other, 'commit', '--quiet', '--all', '--message', 'theirs')
  world.gitIn(other, 'push', '--quiet', 'origin', 'HEAD')
  await write('B', 'ours\n')
  const [ours, theirs] = [world.git('rev-parse', 'HEAD'), world.gitIn(remote, 'rev-parse', 'main')]
  expect(await sync()).toEqual({ pulled: 0, pushed: 0, conflicts: ['B'] })
  expect([world.git('rev-parse', 'HEAD'), world.gitIn(remote, 'rev-parse', 'main')]).toEqual([ours, theirs])
  expect(world.events('wiki.diverged')).toMatchObject([{ data: { pages: ['B'] } }])
})

/** Both sides change the same pages in the same place, each in a clone of its own. */
async function diverge(): Promise<void> {
  await write('A', 'base\n')
  await write('B', 'base\n')
  await sync()
  pushOther({ 'A.md': 'theirs\n', 'B.md': 'theirs too\n', 'New.md': 'new\n' })
  await write('A', 'ours\n')
  await write('B', 'ours too\n')
  expect((await sync()).conflicts).toEqual(['A', 'B'])
}
const asked = () => world.inbox.list({ state: 'open', limit: 10 }).asks
async function choose(label: string): Promise<void> {
  const [ask] = asked()
  if (!ask) throw new Error('nothing is asked')
  const before = world.events('wiki.synced').length
  await world.inbox.answer(ask.ask, { who: { name: 'user', kind: 'human' }, input: { choose: label } })
  await vi.waitFor(() => expect(world.events('wiki.synced')).toHaveLength(before + 1), 30_000)
}
const textOf = async (page: string) => (await world.calls.readPage({ project, page, rows: false }, user)).text

test.each([
  ['Keep ours', { A: 'ours\n', B: 'ours too\n' }],
  ['Keep theirs', { A: 'theirs\n', B: 'theirs too\n' }],
  ['Keep both', { A: 'ours\n', 'A (from the remote)': 'theirs\n', 'B (from the remote)': 'theirs too\n' }],
])(
  '[WIK30] what cannot be merged is asked in the inbox, and "%s" is done on both sides',
  async (label, texts) => {
    await diverge()
    expect(asked()).toMatchObject([
      {
        source: 'wiki',
        kind: 'decision',
        team: 'shop',
        text: 'The wiki of shop and its remote changed the same place: A, B. Which words count?',
        context: expect.stringContaining('-ours\n+theirs') as string,
      },
    ])
    const [theirs, ours] = [
      world.gitIn(remote, 'rev-parse', 'main').trim(),
      world.git('rev-parse', 'HEAD').trim(),
    ]
    await choose(label)
    for (const [page, text] of Object.entries({ ...texts, New: 'new\n' }))
      expect(await textOf(page)).toBe(text)
    expect(world.gitIn(remote, 'rev-parse', 'main')).toBe(world.git('rev-parse', 'HEAD'))
    // Nothing was forced: what each side had is in the history that both have now.
    for (const commit of [theirs, ours]) world.gitIn(remote, 'merge-base', '--is-ancestor', commit, 'main')
    expect(world.git('status', '--porcelain')).toBe('')
    expect(asked()).toEqual([])
    expect((await world.calls.listPages({ project, prefix: '' }, user)).wiki.problem).toBeNull()
  },
)

test('[WIK30] it is asked once; again when one of the pages changes; no more when somebody merged it elsewhere', async () => {
  await diverge()
  await sync()
  expect(asked()).toHaveLength(1)
  expect(world.events('wiki.diverged')).toHaveLength(1)
  expect((await world.calls.listPages({ project, prefix: '' }, user)).wiki.problem).toMatch(/in the inbox/)
  const [first] = asked()
  await write('A', 'ours again\n')
  await sync()
  expect(asked().map(({ ask }) => ask)).not.toContain(first?.ask)
  expect(asked()).toHaveLength(1)
  // Put aside: nothing is moved and nobody is asked again about the same.
  await world.inbox.dismiss(asked()[0]?.ask ?? first!.ask, 'user')
  expect((await sync()).conflicts).toEqual(['A', 'B'])
  expect(asked()).toEqual([])
  world.gitIn(other, 'fetch', '--quiet', world.repository, 'main')
  world.gitIn(other, 'merge', '--quiet', '--strategy=ours', 'FETCH_HEAD', '--message', 'merged')
  world.gitIn(other, 'push', '--quiet', 'origin', 'HEAD')
  expect(await sync()).toMatchObject({ conflicts: [] })
  expect(await textOf('A')).toBe('theirs\n')
})

test('[WIK30] a choice that was made before a kill is carried out at the next start', async () => {
  await diverge()
  const [ask] = asked()
  Object.assign(world.settings, { remote: undefined })
  await world.inbox.answer(ask!.ask, {
    who: { name: 'user', kind: 'human' },
    input: { choose: 'Keep theirs' },
  })
  await world.close()
  Object.assign(world.settings, { remote })
  world.open()
  world.wiki.goOn()
  await vi.waitFor(() => expect(world.events('wiki.synced')).toHaveLength(2), 30_000)
  expect(await textOf('A')).toBe('theirs\n')
})

test('[WIK23] a remote that cannot be reached is told, and writing goes on', async () => {
  Object.assign(world.settings, { remote: join(world.folder, 'nowhere.git') })
  await write('A', 'a\n')
  await expect(sync()).rejects.toMatchObject({ code: 'WIKI_REMOTE_FAILED' })
  await write('A', 'b\n')
})

/** A remote that never answers, and what it takes for somebody to wait for it. */
function hang(): { began: () => boolean } {
  const [script, sign] = [join(world.folder, 'ssh.sh'), join(world.folder, 'began')]
  writeFileSync(script, `#!/bin/sh\ntouch '${sign}'\nexec sleep 600\n`, { mode: 0o700 })
  world.environment['GIT_SSH_COMMAND'] = script
  Object.assign(world.settings, { remote: 'ssh://nowhere.invalid/wiki.git' })
  return { began: () => existsSync(sign) }
}

test('[WIK36] nobody waits for a remote that hangs, and the end of the daemon ends it', async () => {
  await write('A', 'a\n')
  const { began } = hang()
  const synced = sync().catch((error: unknown) => error)
  await vi.waitFor(() => expect(began()).toBe(true), 30_000)
  const again = sync().catch((error: unknown) => error)
  await write('A', 'b\n')
  world.write('A.md', 'by hand\n')
  expect(await textOf('A')).toBe('by hand\n')
  await world.close()
  expect(await synced).toMatchObject({ code: 'WIKI_REMOTE_FAILED' })
  expect(await again).toBe(await synced)
  world.open()
})

test('[WIK36] what the last daemon did not push is pushed after the next start, though nobody opens the wiki', async () => {
  await write('A', 'a\n')
  await world.close()
  const clock = manualClock()
  world.open(clock)
  world.wiki.goOn()
  clock.advance(10_000)
  await vi.waitFor(() => expect(world.events('wiki.synced')).toHaveLength(1), 30_000)
  expect(world.gitIn(remote, 'rev-parse', 'main')).toBe(world.git('rev-parse', 'HEAD'))
})

test('[WIK36] why a sync failed is the problem of the wiki until one succeeds, without the password of the address', async () => {
  await write('A', 'a\n')
  Object.assign(world.settings, { remote: 'http://ann:secret@127.0.0.1:1/wiki.git' })
  await expect(sync()).rejects.toMatchObject({ code: 'WIKI_REMOTE_FAILED' })
  const problem = async () => (await world.calls.listPages({ project, prefix: '' }, user)).wiki.problem
  expect(await problem()).toMatch(/^The remote of shop cannot be fetched/)
  expect(await problem()).not.toContain('secret')
  Object.assign(world.settings, { remote })
  await sync()
  expect(await problem()).toBeNull()
})

test('[WIK36] a remote that was emptied gets everything again, and one that was rewritten is merged, never forced', async () => {
  await write('A', 'a\n')
  await sync()
  world.gitIn(remote, 'update-ref', '-d', 'refs/heads/main')
  expect(await sync()).toMatchObject({ pushed: 1 })
  expect(world.gitIn(remote, 'rev-parse', 'main')).toBe(world.git('rev-parse', 'HEAD'))
  pushOther({ 'B.md': 'b\n' })
  await sync()
  const ours = world.git('rev-parse', 'HEAD').trim()
  world.gitIn(other, 'commit', '--quiet', '--amend', '--message', 'amended')
  world.gitIn(other, 'push', '--quiet', '--force', 'origin', 'HEAD')
  expect(await sync()).toMatchObject({ conflicts: [] })
  world.gitIn(remote, 'merge-base', '--is-ancestor', ours, 'main')
  world.gitIn(other, 'checkout', '--quiet', '--orphan', 'fresh')
  world.gitIn(other, 'commit', '--quiet', '--message', 'another history')
  world.gitIn(other, 'push', '--quiet', '--force', 'origin', 'fresh:main')
  const theirs = world.gitIn(remote, 'rev-parse', 'main')
  await expect(sync()).rejects.toMatchObject({ code: 'WIKI_REMOTE_FAILED' })
  expect(world.gitIn(remote, 'rev-parse', 'main')).toBe(theirs)
  await write('A', 'still written\n')
})
