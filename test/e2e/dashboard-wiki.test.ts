import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { barriersEverywhere } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { openDaemon } from '../support/daemon.ts'
import { iris } from '../support/iris.ts'
import { goByKeys, visit } from '../support/page.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let page: Page
let project: string

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'iris-wiki-page-'))
  world = await openDaemon(`settings: { httpPort: 0 }\nteams:\n  shop: { path: ${project} }\n`)
  browser = await openBrowser()
  ;({ page } = await visit(browser, world.client))
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
  rmSync(project, { recursive: true, force: true })
})

const write = (name: string, text: string) =>
  world.client.call('writePage', { project: 'shop', page: name, text })
const go = (search: string) => page.goto(new URL(`/wiki?project=shop&${search}`, world.daemon.url).href)
const article = () => page.getByRole('article')

test('[DSH150] [DSH155] without pages the wiki says what it is for; a page that is written appears by itself, in the tree and as text', async () => {
  await goByKeys(page, 'w')
  await page.getByRole('heading', { name: 'There are no pages yet.' }).waitFor()
  const found = await barriersEverywhere(page, 'wiki-empty')
  await write(
    'Home',
    '# Shop\n\nSee [[Tasks/shop-1|the plan]] and [[Missing]].\n\n<script>alert(1)</script> `[[code]]`\n',
  )
  await write(
    'Tasks/shop-1',
    '## Plan\n\n| Step | Who |\n| --- | --- |\n| Search | Ada |\n\nBack to [[Home]].\n',
  )
  await article().getByRole('heading', { name: 'Shop' }).waitFor()
  await article().getByText('<script>alert(1)</script>').waitFor()
  await article().getByText('[[code]]').waitFor()
  await article().getByText('Missing (not written yet)').waitFor()
  await article().getByRole('link', { name: 'the plan' }).click()
  await page.getByRole('cell', { name: 'Ada' }).waitFor()
  await page.getByRole('region', { name: 'Linked from' }).getByRole('link', { name: 'Home' }).waitFor()
  await page
    .getByRole('navigation', { name: 'Pages by name' })
    .getByRole('link', { name: 'shop-1' })
    .waitFor()
  expect([...found, ...(await barriersEverywhere(page, 'wiki-page'))]).toEqual([])
})

test('[DSH151] search finds while it is typed', async () => {
  await go('page=Home')
  await article().getByRole('heading', { name: 'Shop' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('sear')
  const hits = page.getByRole('region', { name: 'Found pages' })
  await hits.getByRole('link', { name: 'Tasks/shop-1' }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('zzz')
  await hits.getByText('No page has these words.').waitFor()
})

test('[DSH152] a page is edited by keys with a preview, and its history shows who changed what and goes back', async () => {
  await write('Notes/a', 'first line\n')
  await go('page=Notes/a')
  await article().getByText('first line').waitFor()
  await page.keyboard.press('e')
  const field = page.getByLabel('Text, in Markdown')
  await field.fill('**second** line\n')
  await page.getByRole('region', { name: 'Preview' }).locator('strong').getByText('second').waitFor()
  const found = await barriersEverywhere(page, 'wiki-edit')
  await page.getByLabel('Why, for the history').fill('Say it louder')
  await field.press('Control+Enter')
  await article().getByText('second line').waitFor()
  await page.keyboard.press('h')
  await page.getByRole('button', { name: /Say it louder/ }).waitFor()
  await page.getByText('+**second** line').or(page.locator('.bg-good-soft')).first().waitFor()
  found.push(...(await barriersEverywhere(page, 'wiki-history')))
  await page.getByRole('button', { name: /Write Notes\/a/ }).click()
  await page.getByRole('button', { name: 'Restore this' }).click()
  await article().getByText('first line').waitFor()
  expect(found).toEqual([])
})

test('[DSH153] an agent that was faster is shown in three columns, and both changes can be kept', async () => {
  const { key } = await world.client.call('createTask', { team: 'shop', title: 'Search' })
  const name = `Tasks/${key}`
  const { secret } = await world.client.call('createToken', { name: 'jules', role: 'worker', task: key })
  const agent = createClient({ url: world.daemon.url, token: secret })
  await agent.call('writePage', {
    project: '~',
    page: name,
    text: 'one\ntwo\nthree\n',
    revision: await revisionOf(name),
  })
  await go(`page=${name}&view=edit`)
  await page.getByLabel('Text, in Markdown').fill('one\ntwo\nmine\n')
  await agent.call('writePage', {
    project: '~',
    page: name,
    text: 'theirs\ntwo\nthree\n',
    revision: await revisionOf(name),
  })
  await page.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('region', { name: `Conflict in ${name}` })
  await conflict.getByText('jules saved this page while you were writing here.').waitFor()
  expect(await conflict.getByLabel('Before both of you').inputValue()).toBe('one\ntwo\nthree\n')
  expect(await conflict.getByLabel('Saved by jules').inputValue()).toBe('theirs\ntwo\nthree\n')
  const found = await barriersEverywhere(page, 'wiki-conflict')
  await conflict.getByLabel('Yours: what you save').fill('theirs\ntwo\nmine\n')
  await conflict.getByRole('button', { name: 'Save yours' }).click()
  await article().getByText('mine').waitFor()
  expect((await world.client.call('readPage', { project: 'shop', page: name })).text).toBe(
    'theirs\ntwo\nmine\n',
  )
  expect(found).toEqual([])
})

test('[DSH158] an agent that writes while a person has the page in their own editor: both are on the page, each with its author', async () => {
  const { key } = await world.client.call('createTask', { team: 'shop', title: 'Price' })
  const { secret } = await world.client.call('createToken', { name: 'ramona', role: 'worker', task: key })
  const agent = createClient({ url: world.daemon.url, token: secret })
  const name = `Tasks/${key}`
  const { revision } = await agent.call('writePage', { project: '~', page: name, text: 'we sell shoes\n' })
  await go(`page=${name}`)
  await article().getByText('we sell shoes').waitFor()
  const [began, goOn] = [join(project, 'began'), join(project, 'go-on')]
  execFileSync('mkfifo', [began, goOn])
  const editor = join(project, 'editor.sh')
  const first = `sed -i.bak 's/shoes/hats/' "$1"; echo > '${began}'; cat '${goOn}' > /dev/null`
  const second = `sed -i.bak '/^[<>=]/d' "$1"`
  const rounds = `if [ -e '${editor}.once' ]; then ${second}; else touch '${editor}.once'; ${first}; fi`
  writeFileSync(editor, `#!/bin/sh\nset -e\n${rounds}\n`, { mode: 0o700 })
  const edited = iris(world.home, ['wiki', 'edit', name], { EDITOR: editor, VISUAL: '', TMPDIR: project })
  await readFile(began)
  const theirs = { project: '~', page: name, text: 'we sell boots\n', revision: revision ?? '' }
  await agent.call('writePage', theirs)
  await article().getByText('we sell boots').waitFor()
  await writeFile(goOn, 'go on')
  expect(await edited).toMatchObject({ code: 0, stderr: expect.stringContaining('between the marks') })
  await article().getByText('we sell boots we sell hats').waitFor()
  await page.keyboard.press('h')
  const lines = page
    .getByRole('region', { name: `History of ${name}` })
    .getByRole('button', { expanded: false })
  await lines
    .getByText(/^ramona, an agent for/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /You, / }).waitFor()
})

async function revisionOf(name: string): Promise<string | undefined> {
  const found = await world.client.call('readPage', { project: 'shop', page: name })
  return found.revision ?? undefined
}

test('[DSH154] a deleted page comes back from its history, and printing shows the page alone', async () => {
  await write('Notes/gone', 'keep me\n')
  await go('page=Notes/gone')
  await page.emulateMedia({ media: 'print' })
  await article().getByText('keep me').waitFor()
  expect(await page.getByRole('complementary', { name: 'Pages' }).isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Edit' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Really delete' }).click()
  await page.getByText('There is no page of this name.').waitFor()
  await article().getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Restore this' }).click()
  await article().getByText('keep me').waitFor()
})

test('[DSH156] a page is renamed by keys, with the links to it; a name that is refused is said there', async () => {
  await write('Notes/old', 'to be renamed\n')
  await write('Notes/linking', '[[Notes/old]]\n')
  await go('page=Notes/old')
  await article().getByText('to be renamed').waitFor()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Rename Notes/old' })
  await dialog.waitFor()
  await dialog.getByLabel('New name').fill('Notes/linking')
  await page.keyboard.press('Enter')
  await dialog.getByText('There is a page Notes/linking already.').waitFor()
  const found = await barriersEverywhere(page, 'wiki-rename')
  await dialog.getByLabel('New name').fill('Notes/new')
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: 'Notes/new' }).getByText('to be renamed').waitFor()
  expect(await textOf('Notes/linking')).toBe('[[Notes/new]]\n')
  expect(found).toEqual([])
})

const textOf = async (name: string) =>
  (await world.client.call('readPage', { project: 'shop', page: name })).text
/** A picture of one point. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('[DSH157] a file is attached while writing: pictures are shown, nothing is run, the rest is downloaded', async () => {
  await write('Notes/shelf', 'the shelf\n')
  await go('page=Notes/shelf&view=edit')
  const field = page.getByLabel('Attach a file, up to 5 MiB')
  await field.setInputFiles({ name: 'big.bin', mimeType: 'x/y', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await page.getByText('big.bin has 5.0 MiB; 5 are taken.').waitFor()
  const files = [
    { name: 'a plan?.png', bytes: Buffer.from(dot, 'base64') },
    { name: 'evil.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>') },
    { name: 'evil.html', bytes: Buffer.from('<script>alert(1)</script>') },
  ]
  for (const { name, bytes } of files) {
    await field.setInputFiles({ name, mimeType: 'text/html', buffer: bytes })
    await expect
      .poll(() => page.getByLabel('Text, in Markdown').inputValue())
      .toContain(`](</Notes/${name.replace('?', '-')}>)`)
  }
  expect(await page.getByLabel('Text, in Markdown').inputValue()).toContain('.svg>) ![')
  const found = await barriersEverywhere(page, 'wiki-attach')
  await page.getByRole('button', { name: 'Save' }).click()
  const picture = article().locator('img')
  await picture.waitFor()
  expect(await picture.getAttribute('src')).toBe(`data:image/png;base64,${dot}`)
  for (const { name, bytes } of files.slice(1)) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      article().getByRole('button', { name }).click(),
    ])
    expect(download.suggestedFilename()).toBe(name)
    expect(await buffer(await download.createReadStream())).toEqual(bytes)
  }
  await page.getByText('Files (3)').click()
  found.push(...(await barriersEverywhere(page, 'wiki-files')))
  expect(found).toEqual([])
})
