import {
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkedName, fileOf, pageOf } from './names.ts'
import { agent, openWikiWorld, reopenWikiWorld, user, type WikiWorld } from './world.suite.ts'

let world: WikiWorld
beforeEach(() => void (world = openWikiWorld()))
afterEach(() => world.end())

const project = 'shop'
const read = (page: string) => world.calls.readPage({ project, page, rows: false }, user)
const write = (page: string, text: string, revision?: string) =>
  world.calls.writePage({ project, page, text, revision }, user)
const search = async (words: string) =>
  (await world.calls.searchPages({ project, words, limit: 20 }, user)).found.map(({ page }) => page)
/** What names are made of that somebody hopes are taken. */
const pieces = fc
  .array(
    fc.constantFrom(
      '.',
      '..',
      '/',
      '\\',
      'a',
      'É',
      '.git',
      'git',
      '\u200c',
      ' ',
      '\0',
      '\n',
      '.md',
      'CON',
      ':',
      '~1',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

/** That index, files and tables say what HEAD has. */
function isSound(): void {
  expect(world.git('status', '--porcelain')).toBe('')
  expect(world.git('fsck', '--no-progress', '--no-dangling', '--no-reflogs')).toBe('')
  const stored = world.sql
    .prepare<{ page: string; blob: string }>('SELECT page, blob FROM wiki_page ORDER BY page')
    .all()
  const listed = world
    .git('ls-tree', '-r', '-z', 'HEAD')
    .split('\0')
    .flatMap((line) => {
      const [, blob, path] = /^\d+ blob (\w+)\t(.*)$/.exec(line) ?? []
      const page = pageOf(path ?? '')
      return page === undefined ? [] : [{ page, blob }]
    })
  expect(stored).toEqual(listed.toSorted((a, b) => (a.page < b.page ? -1 : 1)))
}

test('[WIK12] no name leads out of the wiki, hides, or is a file that a system keeps for itself', async () => {
  const bad = [
    '../x',
    'a/../../x',
    '/etc/x',
    '.git/config',
    'a/.git/x',
    '.hidden',
    'a//b',
    'CON',
    'nul.txt',
    'a\\b',
    'a\0b',
    'x.',
    'x ',
    'a/b.md/c',
    'git',
    '.g\u200cit/config',
    'a:b',
    '[[x]]',
    'a#b',
    'x'.repeat(300),
    'a/'.repeat(9) + 'b',
  ]
  for (const page of bad)
    await expect(write(page, 'x'), page).rejects.toMatchObject({ code: 'PAGE_NAME_REFUSED' })
  for (const path of ['../x.png', '.git/hooks/pre-commit', 'Home.md'])
    await expect(
      world.calls.attachFile({ project, path, base64: 'AA==', replace: false }, user),
    ).rejects.toMatchObject({ code: 'PAGE_NAME_REFUSED' })
  fc.assert(
    fc.property(pieces, (wanted) => {
      let name: string
      try {
        name = checkedName(wanted)
      } catch {
        return
      }
      expect(pageOf(fileOf(name))).toBe(name)
      expect(join('/wiki', fileOf(name)).startsWith('/wiki/')).toBe(true)
      expect(name).not.toMatch(/(^|\/)(\.|git(\/|$))/i)
    }),
  )
})

test('[WIK12] a page or folder in another case is refused', async () => {
  await write('Tasks/a', 'x')
  for (const page of ['tasks/a', 'Tasks/A', 'TASKS/b'])
    await expect(write(page, 'y'), page).rejects.toMatchObject({ code: 'PAGE_NAME_REFUSED' })
})

test('[WIK12] a link in the folder is followed neither to read nor to write', async () => {
  await write('Notes/a', 'mine\n')
  const outside = join(world.folder, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'secret.md'), 'secret\n')
  symlinkSync(outside, join(world.repository, 'Linked'))
  symlinkSync(join(outside, 'secret.md'), join(world.repository, 'Leak.md'))
  expect(await search('secret')).toEqual([])
  await expect(read('Linked/secret')).rejects.toMatchObject({ code: 'PAGE_UNKNOWN' })
  await write('Linked/b', 'x').catch(() => undefined)
  expect(existsSync(join(outside, 'b.md'))).toBe(false)
  rmSync(join(world.repository, 'Notes', 'a.md'))
  symlinkSync(join(outside, 'secret.md'), join(world.repository, 'Notes', 'a.md'))
  const { revision } = await read('Notes/a')
  await write('Notes/a', 'new\n', revision ?? undefined)
  expect(world.gitIn(outside, 'hash-object', 'secret.md')).toBe(
    world.gitIn(outside, 'hash-object', 'secret.md'),
  )
  expect((await read('Notes/a')).text).toBe('new\n')
  expect(world.read('Notes/a.md')).toBe('new\n')
})

test('[WIK15] what a person saves in an editor is read, found, and committed in their name', async () => {
  const first = await write('Sprint', 'one\n')
  world.write('Sprint.md', 'by hand\n')
  world.write('Notes/new.md', 'unheard of\n')
  const found = await read('Sprint')
  expect(found).toMatchObject({ text: 'by hand\n', author: { name: 'Ann', kind: 'outside' } })
  await expect(write('Sprint', 'agent', first.revision ?? undefined)).rejects.toMatchObject({
    code: 'PAGE_CONFLICT',
  })
  expect(await read('Notes/new')).toMatchObject({ text: 'unheard of\n' })
  expect(await search('unheard')).toEqual(['Notes/new'])
  unlinkSync(join(world.repository, 'Notes/new.md'))
  await expect(read('Notes/new')).rejects.toMatchObject({ code: 'PAGE_UNKNOWN' })
  isSound()
})

test('[WIK15] a watched folder is taken up without anybody asking', async () => {
  await write('Sprint', 'one\n')
  await world.close()
  world = reopenWikiWorld(world.folder, { isWatched: true })
  await read('Sprint')
  world.write('Sprint.md', 'watched words\n')
  await expect.poll(() => search('watched')).toEqual(['Sprint'])
})

test('[WIK15] commits, a rewritten history and another branch are taken up, and old revisions still count by their content', async () => {
  await write('A', 'a\n')
  const { revision } = await write('B', 'b\n')
  world.write('A.md', 'by git\n')
  world.git('commit', '--quiet', '--all', '--message', 'by hand')
  expect(await read('A')).toMatchObject({ text: 'by git\n', author: { kind: 'outside' } })
  world.git('rebase', '--quiet', '--root', '--force-rebase', '--committer-date-is-author-date')
  world.git('commit', '--quiet', '--amend', '--message', 'amended')
  expect((await read('B')).text).toBe('b\n')
  await write('B', 'still mine\n', revision ?? undefined)
  world.git('checkout', '--quiet', '-b', 'other', 'HEAD~1')
  expect((await read('B')).text).toBe('b\n')
  await write('B', 'on other\n', await world.revision('B'))
  isSound()
})

test('[WIK29] a page is read and found while no git can be started, also once git has packed its refs', async () => {
  await write('A', 'teapots\n')
  for (const pack of [false, true]) {
    if (pack) world.git('pack-refs', '--all')
    world.environment['PATH'] = '/nowhere'
    expect((await world.calls.readPage({ project, page: 'A', rows: false }, user)).text).toBe('teapots\n')
    const { found } = await world.calls.searchPages({ project, words: 'teap', limit: 5 }, user)
    expect(found).toMatchObject([{ page: 'A' }])
    await expect(write('B', 'b\n')).rejects.toThrow()
    world.environment['PATH'] = process.env['PATH'] ?? ''
  }
  await write('B', 'b\n')
})

test('[WIK16] a repository that is deleted is told to readers and writers, and only a person begins anew', async () => {
  await write('A', 'a\n')
  rmSync(world.repository, { recursive: true })
  for (const call of [read('A'), write('B', 'b'), world.calls.listPages({ project, prefix: '' }, agent)])
    await expect(call).rejects.toMatchObject({ code: 'WIKI_LOST' })
  await world.close()
  world.open()
  await expect(write('B', 'b')).rejects.toMatchObject({ code: 'WIKI_LOST' })
  expect(existsSync(world.repository)).toBe(false)
  expect(world.events('wiki.lost')).toHaveLength(1)
  await world.calls.restartWiki({ project }, user)
  await write('B', 'b')
  expect((await world.calls.listPages({ project, prefix: '' }, user)).pages.map(({ page }) => page)).toEqual([
    'B',
  ])
})

test('[WIK16] an empty repository in the place of a lost one hides nothing', async () => {
  await write('A', 'a\n')
  rmSync(world.repository, { recursive: true })
  mkdirSync(world.repository)
  world.git('init', '--quiet')
  await expect(read('A')).rejects.toMatchObject({ code: 'WIKI_LOST' })
})

test('[WIK24] during a merge that a person began pages are read, and not written', async () => {
  await write('A', 'a\n')
  world.git('checkout', '--quiet', '-b', 'side')
  world.write('A.md', 'side\n')
  world.git('commit', '--quiet', '--all', '--message', 'side')
  world.git('checkout', '--quiet', 'main')
  world.write('A.md', 'main\n')
  world.git('commit', '--quiet', '--all', '--message', 'main')
  expect(() => world.git('merge', 'side')).toThrow()
  expect((await read('A')).text).toBe('main\n')
  await expect(write('B', 'b')).rejects.toMatchObject({ code: 'WIKI_BUSY' })
  world.git('merge', '--abort')
  await write('B', 'b')
})

test('[WIK24] a fresh index.lock is waited for and an old one moved aside', async () => {
  await write('A', 'a\n')
  const lock = join(world.repository, '.git', 'index.lock')
  writeFileSync(lock, 'of another git')
  await expect(write('B', 'b')).rejects.toMatchObject({ code: 'WIKI_BUSY' })
  expect(existsSync(lock)).toBe(true)
  const old = new Date(Date.now() - 120_000)
  utimesSync(lock, old, old)
  await write('B', 'b')
  expect(existsSync(lock)).toBe(false)
  isSound()
})

test('[WIK26] when most files are gone at once, that is not committed', async () => {
  for (let at = 0; at < 12; at += 1)
    await world.calls.appendPage({ project, page: `Notes/${at}`, text: 'x' }, user)
  const head = world.git('rev-parse', 'HEAD')
  rmSync(join(world.repository, 'Notes'), { recursive: true })
  const { wiki } = await world.calls.listPages({ project, prefix: '' }, user)
  await world.close()
  world.open()
  expect((await world.calls.listPages({ project, prefix: '' }, user)).wiki.problem).toMatch(
    /files .* are gone/,
  )
  expect(wiki.pages).toBe(12)
  expect(world.git('rev-parse', 'HEAD')).toBe(head)
  world.git('checkout', '--quiet', '.')
  await write('Home', 'x')
  isSound()
})

test('[WIK34] what may not be looked at is neither deleted nor lost', async () => {
  await write('Home', 'h\n')
  await write('Notes/a', 'a\n')
  const notes = join(world.repository, 'Notes')
  rmSync(notes, { recursive: true })
  // Whatever is asked of a link to itself fails, also for root, who may read everything.
  symlinkSync('Notes', notes)
  await world.close()
  world.open()
  expect((await read('Notes/a')).text).toBe('a\n')
  expect(world.git('ls-files')).toBe('Home.md\nNotes/a.md\n')
  await world.close()
  const away = `${world.repository}.away`
  renameSync(world.repository, away)
  symlinkSync('shop', world.repository)
  world.open()
  for (const call of [read('Home'), write('B', 'b')])
    await expect(call).rejects.toMatchObject({ code: 'WIKI_UNREADABLE' })
  expect(world.events('wiki.lost')).toEqual([])
  unlinkSync(world.repository)
  renameSync(away, world.repository)
  expect((await read('Home')).text).toBe('h\n')
})

test.each(['intended', 'held'])(
  '[WIK35] a change is planned again when somebody commits in the moment after it was "%s"',
  async (step) => {
    await write('A', 'a\n')
    await world.close()
    let isDone = false
    const commit = (): void => {
      isDone = true
      const [tree, head] = [
        world.git('rev-parse', 'HEAD^{tree}').trim(),
        world.git('rev-parse', 'HEAD').trim(),
      ]
      const made = world.git('commit-tree', tree, '-p', head, '-m', 'by hand').trim()
      world.git('update-ref', 'HEAD', made)
    }
    world = reopenWikiWorld(world.folder, { at: (name) => !isDone && name === step && commit() })
    await read('A')
    const append = (text: string) => world.calls.appendPage({ project, page: 'A', text }, agent)
    await Promise.all([append('one'), append('two')])
    expect((await read('A')).text.split('\n').toSorted()).toEqual(['', 'a', 'one', 'two'])
    expect(world.git('log', '--format=%s', '--reverse').trim().split('\n')).toEqual([
      'Write A',
      'by hand',
      'Append A',
      'Append A',
    ])
    isSound()
  },
)

test.each(['write', 'delete'])(
  '[WIK15] what a person saves in the moment of a "%s" goes to a page beside it',
  async (deed) => {
    const { revision } = await write('A', 'a\n')
    await world.close()
    let isSaved = false
    const save = (): void => {
      isSaved = true
      world.write('A.md', 'by hand\n')
    }
    world = reopenWikiWorld(world.folder, { at: (name) => !isSaved && name === 'indexed' && save() })
    await read('A')
    if (deed === 'write') await write('A', 'b\n', revision ?? undefined)
    else await world.calls.deletePage({ project, page: 'A', revision: revision ?? '' }, user)
    const { pages } = await world.calls.listPages({ project, prefix: '' }, user)
    const beside = pages.map(({ page }) => page).find((page) => page !== 'A') ?? ''
    expect(beside).toMatch(/^A \(saved at the same time \d+\)$/)
    expect((await read(beside)).text).toBe('by hand\n')
    expect(pages).toHaveLength(deed === 'write' ? 2 : 1)
    if (deed === 'write') expect(world.read('A.md')).toBe('b\n')
    isSound()
  },
)

test('[WIK35] very many files that a person puts there are all taken up', async () => {
  await write('Home', 'h\n')
  for (let at = 0; at < 1100; at += 1) world.write(`Notes/${at}.md`, `note ${at}\n`)
  await world.close()
  world.open()
  const { wiki } = await world.calls.listPages({ project, prefix: '' }, user)
  expect(wiki).toMatchObject({ pages: 1101, problem: null })
  isSound()
})

test('[WIK15] a large page of letters that take many bytes is taken up from an editor', async () => {
  await write('Home', 'h\n')
  world.write('Home.md', '漢'.repeat(300_000))
  expect((await read('Home')).text).toHaveLength(300_000)
})

test('[WIK24] the index that another git holds and has not written yet is left to it', async () => {
  await write('A', 'a\n')
  const lock = join(world.repository, '.git', 'index.lock')
  writeFileSync(lock, '')
  world.git('update-ref', 'HEAD', world.git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'x').trim())
  await read('A')
  expect(existsSync(lock)).toBe(true)
  rmSync(lock)
})

test('[WIK1] a wiki inside a project is a repository of its own, which the project does not see', async () => {
  const shop = join(world.folder, 'shop')
  world.gitIn(shop, 'init', '--quiet')
  Object.assign(world.settings, { path: '.wiki' })
  await write('A', 'a\n')
  expect(world.gitIn(shop, 'status', '--porcelain')).toBe('')
  expect(world.gitIn(join(shop, '.wiki'), 'log', '--format=%s').trim()).toBe('Write A')
  Object.assign(world.settings, { path: 'docs' })
  mkdirSync(join(shop, 'docs'))
  writeFileSync(join(shop, 'docs', 'x.md'), 'x')
  await expect(write('B', 'b')).rejects.toMatchObject({ code: 'WIKI_NOT_A_REPOSITORY' })
})
