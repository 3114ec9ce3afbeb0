import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWikiWorld, user, type WikiWorld } from './world.suite.ts'

let world: WikiWorld
beforeEach(() => void (world = openWikiWorld()))
afterEach(() => world.end())

const project = 'shop'
const write = (page: string, text = 'x') => world.calls.writePage({ project, page, text }, user)
const rename = (page: string, to: string) => world.calls.renamePage({ project, page, to }, user)
const attach = (path: string, replace = false) =>
  world.calls.attachFile({ project, path, base64: 'AAEC', replace }, user)
const refused = { code: 'PAGE_NAME_REFUSED' }
const files = () => world.git('ls-files').trim().split('\n')
const problem = async () => (await world.calls.listPages({ project, prefix: '' }, user)).wiki.problem

test('[WIK32] an attachment is not put where a folder of pages is, nor a page below an attachment', async () => {
  await write('Notes/a')
  await attach('Pictures')
  for (const call of [attach('Notes'), attach('notes'), attach('notes/x.png'), write('Pictures/b')])
    await expect(call).rejects.toMatchObject(refused)
  for (const path of ['pictures', 'PICTURES'])
    await expect(attach(path, true), path).rejects.toMatchObject(refused)
  expect(files()).toEqual(['Notes/a.md', 'Pictures'])
  expect(world.read('Notes/a.md')).toBe('x\n')
})

test('[WIK32] a rename makes no second page or folder in another case, and may change the case of its own name', async () => {
  await write('Tasks/a')
  await write('Notes/b')
  for (const to of ['tasks/b', 'Tasks/A', 'TASKS/x/y'])
    await expect(rename('Notes/b', to), to).rejects.toThrow()
  await rename('Notes/b', 'notes/B')
  expect(files()).toEqual(['Tasks/a.md', 'notes/B.md'])
  expect(world.git('status', '--porcelain')).toBe('')
})

test('[WIK32] of changes that come at once and clash in their names only the first is made', async () => {
  await write('Home')
  const made = await Promise.allSettled([
    write('Tasks/a'),
    write('tasks/b'),
    write('TASKS/c'),
    attach('Tasks'),
    rename('Home', 'tasks/home'),
  ])
  expect(made.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'rejected',
  ])
  expect(files()).toEqual(['Home.md', 'Tasks/a.md'])
})

test('[WIK33] a folder, a pipe, a link or a file that is no page is not written over', async () => {
  await write('Home')
  const place = (name: string) => join(world.repository, name)
  mkdirSync(place('Folder.md'))
  execFileSync('mkfifo', [place('Pipe.md')])
  symlinkSync('/etc/passwd', place('Link.md'))
  writeFileSync(place('Large.md'), 'x'.repeat(600_000))
  writeFileSync(place('Bytes.md'), Buffer.from([0xff, 0xfe, 0]))
  mkdirSync(join(world.folder, 'elsewhere'))
  symlinkSync(join(world.folder, 'elsewhere'), place('Away'))
  const head = world.git('rev-parse', 'HEAD')
  for (const page of ['Folder', 'Pipe', 'Link', 'Large', 'Bytes', 'Away/x'])
    await expect(write(page), page).rejects.toMatchObject(refused)
  expect(world.git('rev-parse', 'HEAD')).toBe(head)
  expect(existsSync(join(world.folder, 'elsewhere', 'x.md'))).toBe(false)
  await world.close()
  world.open()
  expect(await problem()).toMatch(/^Not taken up .*: Bytes\.md, Large\.md\.$/)
  for (const name of ['Folder.md', 'Pipe.md', 'Link.md', 'Large.md', 'Bytes.md'])
    rmSync(place(name), { recursive: true })
  await write('Folder')
})

test('[WIK33] a page whose file became a folder is refused before anything is committed', async () => {
  const { revision } = await write('Home')
  rmSync(join(world.repository, 'Home.md'))
  mkdirSync(join(world.repository, 'Home.md'))
  const head = world.git('rev-parse', 'HEAD')
  const change = { project, page: 'Home', text: 'y', revision: revision ?? undefined }
  await expect(world.calls.writePage(change, user)).rejects.toMatchObject(refused)
  expect(world.git('rev-parse', 'HEAD')).toBe(head)
})
