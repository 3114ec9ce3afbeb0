import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WikiBackend, Writer } from './backend.ts'
import { notesIn } from './mcp-answers.ts'
import { createMcpWiki } from './mcp-wiki.ts'
import { startNoteServer, type NoteServer } from './note-server.suite.ts'
import { openWikiWorld, type WikiWorld } from './world.suite.ts'

const agent: Writer = { author: { name: 'shop', kind: 'agent', task: 'shop-1' } }
const secret = { Authorization: 'Bearer secret' }

interface Opened {
  pages: WikiBackend
  end(): Promise<void>
}

async function inGit(): Promise<Opened> {
  const world: WikiWorld = openWikiWorld()
  await world.tasks.makeProject('shop')
  return { pages: await world.wiki.of('shop'), end: () => world.end() }
}

async function onServer(): Promise<Opened> {
  const server: NoteServer = await startNoteServer(secret.Authorization)
  const pages = createMcpWiki({ project: 'shop', server: { url: server.url, headers: secret } })
  return { pages, end: () => server.close() }
}

describe.each([
  ['git', inGit],
  ['mcp', onServer],
])('[WIK22] the backend %s', (_, open) => {
  let opened: Opened
  let pages: WikiBackend
  beforeEach(async () => {
    opened = await open()
    pages = opened.pages
  })
  afterEach(() => opened.end())

  const write = (page: string, text: string, revision?: string) =>
    pages.change(page, { do: 'write', text, revision }, agent)
  const refused = (code: string) => ({ code })

  test('writes a page and reads it with its revision and author', async () => {
    const { revision } = await write('Tasks/shop-1', '# Plan\n')
    const found = await pages.read('Tasks/shop-1')
    expect(found).toMatchObject({ text: '# Plan\n', author: agent.author })
    expect(found?.revision.startsWith(revision?.slice(0, 7) ?? '?')).toBe(true)
    expect(await pages.read('Tasks/shop-2')).toBeUndefined()
    expect((await pages.list('Tasks/')).map(({ page }) => page)).toEqual(['Tasks/shop-1'])
  })

  test('overwrites only with the revision that is there', async () => {
    const first = await write('A', 'one\n')
    await expect(write('A', 'two\n')).rejects.toMatchObject(refused('PAGE_CONFLICT'))
    await write('A', 'two\n', first.revision ?? undefined)
    await expect(write('A', 'three\n', first.revision ?? undefined)).rejects.toMatchObject({
      code: 'PAGE_CONFLICT',
      details: { text: 'two\n' },
    })
    expect((await pages.read('A'))?.text).toBe('two\n')
  })

  test('loses no append of ten at once, and gives each number once', async () => {
    const all = Array.from({ length: 10 }, (__, at) => `line ${at}`)
    await Promise.all(all.map((text) => pages.change('Decisions', { do: 'append', text }, agent)))
    expect((await pages.read('Decisions'))?.text.trim().split('\n').toSorted()).toEqual(all)
    const made = await Promise.all([1, 2, 3].map(() => write('Handoffs/shop-*', 'x')))
    expect(made.map(({ page }) => page).toSorted()).toEqual([
      'Handoffs/shop-1',
      'Handoffs/shop-2',
      'Handoffs/shop-3',
    ])
  })

  test('replaces words that occur once, and sections', async () => {
    await write('A', '# A\n\none two\n')
    const revision = (await pages.read('A'))?.revision ?? ''
    await expect(
      pages.change('A', { do: 'edit', revision, old: 'o', text: '0' }, agent),
    ).rejects.toMatchObject(refused('PAGE_EDIT_REFUSED'))
    const edited = await pages.change('A', { do: 'edit', revision, section: 'A', text: 'new' }, agent)
    expect((await pages.read('A'))?.text).toBe('# A\n\nnew\n')
    expect(edited.isChanged).toBe(true)
  })

  test('has a history, reads old revisions, and tells what differs', async () => {
    const first = await write('A', 'one\n')
    await write('A', 'two\n', first.revision ?? undefined)
    const history = await pages.history('A', 10)
    expect(history.map(({ author }) => author.name)).toEqual(['shop', 'shop'])
    const oldest = history.at(-1)?.revision ?? ''
    expect((await pages.read('A', oldest))?.text).toBe('one\n')
    expect(await pages.diff('A', { from: oldest })).toContain('-one\n+two')
  })

  test('searches, links both ways, renames with links, deletes and restores', async () => {
    await write('A', 'see [[B]]\n')
    await write('B', 'needle\n')
    expect((await pages.search('needle', 10)).map(({ page }) => page)).toEqual(['B'])
    expect(await pages.links('B')).toEqual({ links: [], backlinks: ['A'] })
    expect((await pages.list('')).filter(({ isOrphan }) => isOrphan).map(({ page }) => page)).toEqual(['A'])
    expect(await pages.rename({ page: 'B', to: 'C' }, agent)).toMatchObject({ page: 'C', relinked: ['A'] })
    expect((await pages.read('A'))?.text).toBe('see [[C]]\n')
    const there = await pages.read('C')
    await pages.change('C', { do: 'delete', revision: there?.revision ?? '' }, agent)
    expect(await pages.read('C')).toBeUndefined()
    await pages.change('C', { do: 'restore', text: there?.text ?? '' }, agent)
    expect((await pages.read('C'))?.text).toBe('needle\n')
  })
})

test('[WIK22] a server that refuses the headers, or is away, is told as that', async () => {
  const server = await startNoteServer('Bearer other')
  const pages = createMcpWiki({ project: 'shop', server: { url: server.url, headers: secret } })
  await expect(pages.read('A')).rejects.toMatchObject({ code: 'WIKI_SERVER_FAILED' })
  await server.close()
  await expect(pages.list('')).rejects.toMatchObject({ code: 'WIKI_SERVER_FAILED' })
  expect((await pages.info()).problem).toMatch(/does not answer/)
})

test('[WIK37] words of a server in trouble are no page and no empty list, and nothing is put on top of them', async () => {
  const server = await startNoteServer(secret.Authorization)
  const pages = createMcpWiki({ project: 'shop', server: { url: server.url, headers: secret } })
  await pages.change('Decisions', { do: 'append', text: 'one\n' }, agent)
  const failed = { code: 'WIKI_SERVER_FAILED' }
  for (const fault of ['Wiki API error (502): restarting.', 'Authentication failed.', 'Unknown tool']) {
    server.fault = fault
    for (const call of [
      pages.read('Decisions'),
      pages.list(''),
      pages.search('one', 5),
      pages.links('Decisions'),
      pages.history('Decisions', 5),
      pages.change('Decisions', { do: 'append', text: 'two\n' }, agent),
      pages.change('Handoffs/shop-*', { do: 'write', text: 'x' }, agent),
    ])
      await expect(call).rejects.toMatchObject(failed)
  }
  server.fault = undefined
  expect((await pages.read('Decisions'))?.text).toBe('one\n')
  await server.close()
})

test('[WIK22] lists of servers, new and old, are read whatever the heads of pages say', () => {
  const list = [
    'Found 4 notes:',
    '',
    '- Home (no metadata, 3 words)',
    '- Plans (old)/a (no metadata, 3 words)',
    '- Tasks/1 (category: plan (old), last updated: 2026-03-08, 41 words)',
    '- Notes/x (uncategorized, 3 words, updated 2026-03-09)',
  ].join('\n')
  expect(notesIn(list)).toEqual([
    { path: 'Home', at: 0 },
    { path: 'Plans (old)/a', at: 0 },
    { path: 'Tasks/1', at: Date.parse('2026-03-08') },
    { path: 'Notes/x', at: Date.parse('2026-03-09') },
  ])
})
