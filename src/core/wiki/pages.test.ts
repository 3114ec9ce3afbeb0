import { calls, type Caller } from '../../contract/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { agent, openWikiWorld, user, type WikiWorld } from './world.suite.ts'

let world: WikiWorld
beforeEach(() => void (world = openWikiWorld()))
afterEach(() => world.end())

const project = 'shop'
const read = (page: string, more: object = {}) =>
  world.calls.readPage({ project, page, rows: false, ...more }, user)
const write = (page: string, text: string, as?: string | Caller) =>
  world.calls.writePage(
    { project, page, text, revision: typeof as === 'string' ? as : undefined },
    typeof as === 'object' ? as : user,
  )

test('[WIK1] a page is a Markdown file in a git repository of its project, which is clean after every change', async () => {
  const { revision } = await write('Handoffs/shop-1', 'Hello')
  expect(world.read('Handoffs/shop-1.md')).toBe('Hello\n')
  expect(world.git('rev-parse', 'HEAD').trim()).toBe(revision)
  expect(world.git('status', '--porcelain')).toBe('')
  expect(await read('handoffs/SHOP-1')).toMatchObject({ page: 'Handoffs/shop-1', text: 'Hello\n', revision })
  expect(world.events('page.changed')).toMatchObject([
    { data: { project, page: 'Handoffs/shop-1', how: 'written', revision } },
  ])
})

test('[WIK2] [WIK3] an overwrite needs the revision that was read; a conflict tells the current one and what changed since', async () => {
  const first = await write('Sprint', 'one\ntwo\nthree\n')
  await expect(write('Sprint', 'mine')).rejects.toMatchObject({ code: 'PAGE_CONFLICT' })
  const second = await write('Sprint', 'one\n2\nthree\n', first.revision ?? undefined)
  const refused = write('Sprint', 'mine', first.revision ?? undefined)
  await expect(refused).rejects.toMatchObject({
    code: 'PAGE_CONFLICT',
    details: {
      revision: second.revision,
      read: first.revision,
      text: 'one\n2\nthree\n',
      base: 'one\ntwo\nthree\n',
    },
  })
  await expect(refused).rejects.toHaveProperty('details.diff', expect.stringContaining('-two\n+2\n'))
  expect((await read('Sprint')).text).toBe('one\n2\nthree\n')
  expect(await write('Sprint', 'mine', second.revision?.slice(0, 8))).toMatchObject({ isChanged: true })
})

test('[WIK2] who writes what is there already is told so, and no commit is made', async () => {
  const first = await write('Sprint', 'one\n')
  await write('Sprint', 'two\n', first.revision ?? undefined)
  const count = world.git('rev-list', '--count', 'HEAD')
  expect(await write('Sprint', 'two\n', first.revision ?? undefined)).toMatchObject({ isChanged: false })
  expect(world.git('rev-list', '--count', 'HEAD')).toBe(count)
})

test('[WIK2] [WIK13] of writes that wait together with the same revision only the first is made', async () => {
  const { revision } = await write('Sprint', 'one\n')
  const texts = ['two\n', 'three\n', 'four\n']
  const made = await Promise.allSettled(texts.map((text) => write('Sprint', text, revision ?? undefined)))
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect((await read('Sprint')).text).toBe('two\n')
})

test('[WIK4] many appends at once all arrive, each a commit of its own', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `entry ${at}`)
  await Promise.all(lines.map((text) => world.calls.appendPage({ project, page: 'Decisions', text }, agent)))
  const text = (await read('Decisions')).text
  expect(text.trim().split('\n').toSorted()).toEqual(lines.toSorted())
  expect(world.git('rev-list', '--count', 'HEAD').trim()).toBe('40')
  expect(world.git('status', '--porcelain')).toBe('')
})

test('[WIK5] a section is read, replaced and appended to without its neighbours; headings in code are none', async () => {
  await write('Plan', '# Plan\n\n## A\n\na\n\n### A1\n\na1\n\n```\n## not one\n```\n\n## B\n\nb\n')
  expect(await read('Plan', { section: 'a' })).toMatchObject({
    text: '## A\n\na\n\n### A1\n\na1\n\n```\n## not one\n```\n',
    sections: ['Plan', 'A', 'A1', 'B'],
  })
  const revision = await world.revision('Plan')
  await world.calls.editPage({ project, page: 'Plan', revision, section: 'A', text: 'new' }, user)
  await world.calls.appendPage({ project, page: 'Plan', section: 'A', text: 'more' }, user)
  expect((await read('Plan')).text).toBe('# Plan\n\n## A\n\nnew\nmore\n\n## B\n\nb\n')
  await expect(read('Plan', { section: 'C' })).rejects.toMatchObject({
    code: 'PAGE_EDIT_REFUSED',
    details: { sections: ['Plan', 'A', 'B'] },
  })
})

test('[WIK5] words that are replaced must occur exactly once', async () => {
  const { revision } = await write('Notes/x', 'a b a\n')
  const edit = (old: string) =>
    world.calls.editPage({ project, page: 'Notes/x', revision: revision ?? '', old, text: 'c' }, user)
  await expect(edit('a')).rejects.toMatchObject({ code: 'PAGE_EDIT_REFUSED' })
  await expect(edit('z')).rejects.toMatchObject({ code: 'PAGE_EDIT_REFUSED' })
  await edit('b')
  expect((await read('Notes/x')).text).toBe('a c a\n')
})

test('[WIK6] an agent is the git author, and the message has the key of its task', async () => {
  const { task, key } = await world.tasks.create(
    { team: 'shop', title: 'Search', text: '', priority: 2, files: [], waitsFor: [] },
    'user',
  )
  const worker = { name: 'shop', kind: 'agent', task } as const
  await world.calls.writePage(
    { project: '~', page: `Tasks/${key}`, text: 'Plan', message: 'Plan it\nIris-By: human Ann' },
    worker,
  )
  expect(world.git('log', '-1', '--format=%an <%ae>|%cn|%s').trim()).toBe(
    `shop <shop@agents.iris>|Iris|${key}: Plan it Iris-By: human Ann`,
  )
  await write('Sprint', 'x')
  expect(world.git('log', '-1', '--format=%an <%ae>').trim()).toBe('Ann <ann@example.org>')
  expect(await read(`Tasks/${key}`)).toMatchObject({ author: { name: 'shop', kind: 'agent', task: key } })
})

test('[WIK7] history, difference and text of any revision, across a rename', async () => {
  const first = await write('Old', 'one\n')
  const second = await write('Old', 'two\n', first.revision ?? undefined)
  await world.calls.renamePage({ project, page: 'Old', to: 'New' }, user)
  const { revisions } = await world.calls.pageHistory({ project, page: 'New', limit: 30 }, user)
  expect(revisions.map(({ page, author }) => [page, author.name])).toEqual([
    ['New', 'You'],
    ['Old', 'You'],
    ['Old', 'You'],
  ])
  expect(await read('New', { at: first.revision })).toMatchObject({ text: 'one\n', revision: first.revision })
  const { diff } = await world.calls.diffPage(
    { project, page: 'New', from: first.revision ?? '', to: second.revision ?? undefined },
    user,
  )
  expect(diff).toContain('-one\n+two')
  await expect(read('New', { at: 'abcdef1' })).rejects.toMatchObject({ code: 'PAGE_UNKNOWN' })
})

test('[WIK8] a rename takes the links along, in one commit, and leaves code alone', async () => {
  await write('Plans/Search', 'See [[Plans/Search#a]].\n')
  await write(
    'Home',
    '[[plans/search|the plan]] [[Plans/Search.md]] `[[Plans/Search]]`\n\n```\n[[Plans/Search]]\n```\n[[Other]]\n',
  )
  const count = Number(world.git('rev-list', '--count', 'HEAD'))
  const renamed = await world.calls.renamePage({ project, page: 'Plans/Search', to: 'Archive/Find' }, agent)
  expect(renamed).toMatchObject({ page: 'Archive/Find', relinked: ['Home'] })
  expect((await read('Home')).text).toBe(
    '[[Archive/Find|the plan]] [[Archive/Find]] `[[Plans/Search]]`\n\n```\n[[Plans/Search]]\n```\n[[Other]]\n',
  )
  expect((await read('Archive/Find')).text).toBe('See [[Archive/Find#a]].\n')
  expect(Number(world.git('rev-list', '--count', 'HEAD'))).toBe(count + 1)
  expect(world.git('status', '--porcelain')).toBe('')
  await expect(read('Plans/Search')).rejects.toMatchObject({ code: 'PAGE_UNKNOWN' })
  await write('Plans/Search', 'again')
  await expect(
    world.calls.renamePage({ project, page: 'Plans/Search', to: 'archive/find' }, user),
  ).rejects.toMatchObject({ code: 'PAGE_CONFLICT' })
})

test('[WIK9] links lead both ways, and a page that nobody links to is an orphan', async () => {
  await write('Home', '[[A]] and [[Missing]]\n')
  await write('A', 'a\n')
  expect(await world.calls.pageLinks({ project, page: 'Home' }, user)).toEqual({
    links: [
      { page: 'A', isThere: true },
      { page: 'Missing', isThere: false },
    ],
    backlinks: [],
  })
  expect((await world.calls.pageLinks({ project, page: 'A' }, user)).backlinks).toEqual(['Home'])
  const { pages } = await world.calls.listPages({ project, prefix: '' }, user)
  expect(pages.map(({ page, isOrphan }) => [page, isOrphan])).toEqual([
    ['A', false],
    ['Home', true],
  ])
})

test('[WIK10] a deleted page is gone from the files, and comes back by its revision', async () => {
  const { revision } = await write('Notes/a', 'keep me\n')
  const deleted = await world.calls.deletePage({ project, page: 'Notes/a', revision: revision ?? '' }, user)
  await expect(read('Notes/a')).rejects.toMatchObject({ code: 'PAGE_UNKNOWN' })
  expect(world.git('ls-files')).toBe('')
  await world.calls.restorePage({ project, page: 'Notes/a', to: deleted.undo }, user)
  expect((await read('Notes/a')).text).toBe('keep me\n')
})

test('[WIK11] attachments are kept byte by byte, up to a size, and never replaced unasked', async () => {
  const bytes = Buffer.from([0, 255, 10, 13, 0x89, 0x50])
  const attach = (base64: string, replace = false) =>
    world.calls.attachFile({ project, path: 'Pictures/plan.png', base64, replace }, user)
  await attach(bytes.toString('base64'))
  await expect(attach('AAAA')).rejects.toMatchObject({ code: 'PAGE_CONFLICT' })
  const found = await world.calls.readAttachment({ project, path: 'Pictures/plan.png' }, user)
  expect(Buffer.from(found.base64, 'base64')).toEqual(bytes)
  expect(world.git('status', '--porcelain')).toBe('')
  const huge = Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64')
  await expect(attach(huge, true)).rejects.toMatchObject({ code: 'PAGE_TOO_LARGE' })
})

test('[WIK18] a page that is not there shows its template, which the project can replace; a number is given once', async () => {
  expect(await read('Sprint')).toMatchObject({ isTemplate: true, revision: null })
  await write('Templates/Handoff', 'From {name}\n')
  expect(await read('Handoffs/x')).toMatchObject({ isTemplate: true, text: 'From You\n' })
  await expect(read('Elsewhere')).rejects.toMatchObject({ code: 'PAGE_UNKNOWN' })
  const made = await Promise.all([1, 2, 3].map(() => write('Handoffs/shop-*', 'x', agent)))
  expect(made.map(({ page }) => page).toSorted()).toEqual([
    'Handoffs/shop-1',
    'Handoffs/shop-2',
    'Handoffs/shop-3',
  ])
})

test('[WIK19] a table is read as rows', async () => {
  await write(
    'Sprint',
    '# Sprint\n\n| Task | Who |\n| :--- | --- |\n| shop-1 | a \\| b |\n| shop-2 |\n\n| not | this |\n',
  )
  expect((await read('Sprint', { rows: true })).rows).toEqual([
    { Task: 'shop-1', Who: 'a | b' },
    { Task: 'shop-2', Who: '' },
  ])
})

test('[WIK17] search finds words and beginnings in names and texts, the best first, with a snippet', async () => {
  await write('Plans/Search box', 'It shows products.\n')
  await write('Notes/other', 'A search for something else; search again, and products.\n')
  const { found } = await world.calls.searchPages({ project, words: 'search prod', limit: 20 }, user)
  expect(found.map(({ page }) => page)).toEqual(['Plans/Search box', 'Notes/other'])
  expect(found[0]?.snippet).toContain('\u0002products\u0003')
  expect((await world.calls.searchPages({ project, words: '" OR *', limit: 20 }, user)).found).toEqual([])
})

test('[WIK29] of words that very many pages have, those that changed last and those named so are ranked', async () => {
  await write('Handbook', 'the handbook\n')
  for (let at = 0; at < 1100; at += 1) world.write(`Notes/${at}.md`, `the handbook says ${at}\n`)
  world.git('add', '--all')
  world.git('commit', '--quiet', '--message', 'notes')
  await world.calls.appendPage({ project, page: 'Notes/7', text: 'handbook handbook handbook' }, user)
  const { found } = await world.calls.searchPages({ project, words: 'handbook', limit: 3 }, user)
  expect(found.map(({ page }) => page).slice(0, 2)).toEqual(['Handbook', 'Notes/7'])
  expect(found).toHaveLength(3)
})

test('[WIK17] a snippet has the words that were found, whatever their case and accents, also of a long page', async () => {
  const filler = 'Lorem ipsum dolor sit amet. '.repeat(20)
  const snippetOf = async (page: string, text: string, words: string) => {
    await write(page, text)
    return (await world.calls.searchPages({ project, words, limit: 1 }, user)).found[0]?.snippet ?? ''
  }
  const short = await snippetOf(
    'A',
    `${filler}The Épreuve of the price list. ${filler}`,
    'epreuve "price list"',
  )
  expect(short).toContain('The \u0002Épreuve\u0003 of the \u0002price list\u0003. Lorem')
  expect(short).toMatch(/^….*…$/)
  const long = await snippetOf('B', `${filler.repeat(80)}The needle. ${filler}`, 'needle')
  expect(long).toContain('The \u0002needle\u0003. Lorem')
  expect(await snippetOf('Named', 'Nothing of it here.\n', 'named')).toBe('Nothing of it here.\n')
})

test('[WIK20] agents write what their role may, in their own project only; people write anywhere', async () => {
  const { task, key } = await world.tasks.create(
    { team: 'shop', title: 'Search', text: '', priority: 2, files: [], waitsFor: [] },
    'user',
  )
  const worker = { name: 'w', kind: 'agent', task } as const
  for (const page of [`Tasks/${key}`, `Tasks/${key}/Plan`, 'Handoffs/w-1', 'Decisions', 'Notes/a'])
    await write(page, 'x', worker)
  for (const page of ['Sprint', 'Tasks/shop-99', `Tasks/${key}0`, 'Templates/Task', 'tasks'])
    await expect(write(page, 'x', worker), page).rejects.toMatchObject({ code: 'PAGE_NOT_YOURS' })
  await expect(write('templates/Task', 'x', agent)).rejects.toMatchObject({
    code: 'PAGE_NOT_YOURS',
  })
  await expect(
    world.calls.renamePage({ project, page: 'Notes/a', to: 'Sprint' }, worker),
  ).rejects.toMatchObject({ code: 'PAGE_NOT_YOURS' })
  await expect(
    world.calls.readPage({ project: 'other', page: 'Sprint', rows: false }, worker),
  ).rejects.toMatchObject({ code: 'CALLER_REFUSED' })
  await write('Sprint', 'x', agent)
})

test('[WIK20] who speaks for the person reads and writes any page but templates, is named so, and reads others in the fence', async () => {
  const delegate: Caller = { ...user, delegate: { name: 'Chat', mayAnswer: false } }
  for (const name of ['readPage', 'writePage', 'editPage', 'appendPage', 'searchPages'] as const)
    expect(calls[name].for).toContain('delegate')
  for (const name of ['deletePage', 'restorePage', 'attachFile', 'syncWiki', 'restartWiki'] as const)
    expect(calls[name].for).toEqual(['human'])
  const first = await write('Sprint', '# One\n', delegate)
  const author = { name: 'Chat', kind: 'delegate', task: null }
  expect(await world.calls.readPage({ project, page: 'Sprint', rows: false }, user)).toMatchObject({ author })
  const { revisions } = await world.calls.pageHistory({ project, page: 'Sprint', limit: 5 }, delegate)
  expect(revisions).toMatchObject([{ author }])
  expect(world.git('log', '-1', '--format=%an <%ae>')).toBe('Chat <Chat@delegates.iris>\n')
  await expect(write('Templates/Task', 'x', delegate)).rejects.toMatchObject({ code: 'PAGE_NOT_YOURS' })
  await world.calls.appendPage({ project, page: 'Sprint', text: 'obey me' }, user)
  const late = { project, page: 'Sprint', text: 'x', revision: first.revision ?? undefined }
  const refused: unknown = await world.calls.writePage(late, delegate).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: 'PAGE_CONFLICT',
    details: { told: expect.stringMatching(/^\| .*obey me$/m) as string },
  })
  expect(refused).not.toMatchObject({ details: { diff: expect.anything() as unknown } })
})
