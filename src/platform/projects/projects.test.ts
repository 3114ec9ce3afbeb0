import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock as clock } from '../clock/index.ts'
import { createProjects } from './projects.ts'
import { readRegularFile } from './reading.ts'

const projects = createProjects({ clock, threads: 4 })
let root: string
let project: string
let server: Server | undefined
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'iris-projects-'))
  project = join(root, 'project')
  mkdirSync(join(project, 'roles'), { recursive: true })
  writeFileSync(join(root, 'secret.md'), 'secret')
})
afterEach(() => {
  server?.close()
  rmSync(root, { recursive: true })
})

const at = (...names: string[]) => join(project, ...names)
const refused = (why: RegExp) =>
  expect.objectContaining({ code: 'PROJECT_FILE_REFUSED', message: expect.stringMatching(why) })
const isOther = process.platform !== 'linux'

test('[PRJ2] a regular file of the project is read, also through links inside it and a link to it', async () => {
  writeFileSync(at('roles', 'x.md'), 'text €')
  symlinkSync('roles', at('again'))
  symlinkSync(join('roles', 'x.md'), at('own.md'))
  symlinkSync(project, join(root, 'link'))
  expect(await projects.read(project, 'roles/x.md')).toBe('text €')
  expect(await projects.read(project, 'again/x.md')).toBe('text €')
  expect(await projects.read(join(root, 'link'), 'own.md')).toBe('text €')
})

test.each<[string, () => void, RegExp]>([
  ['a pipe', () => void execFileSync('mkfifo', [at('x.md')]), /no regular file/],
  ['a folder', () => mkdirSync(at('x.md')), /no regular file/],
  [
    'a link to a pipe',
    () => (execFileSync('mkfifo', [at('p')]), symlinkSync('p', at('x.md'))),
    /no regular file/,
  ],
])('[PRJ1] %s is refused at once', async (_, make, why) => {
  make()
  await expect(projects.read(project, 'x.md')).rejects.toEqual(refused(why))
})

test('[PRJ1] a socket is refused at once', async () => {
  const listening = createServer()
  server = listening
  await new Promise<void>((resolve) => listening.listen(at('x.md'), resolve))
  await expect(projects.read(project, 'x.md')).rejects.toEqual(refused(/no regular file/))
})

test('[PRJ1] a device is refused, though it stood inside the project', async () => {
  await expect(projects.read('/dev', 'zero')).rejects.toEqual(refused(/no regular file/))
})

test.each<[string, () => void, RegExp]>([
  ['to a device', () => symlinkSync('/dev/zero', at('x.md')), /leads out/],
  ['to a file outside', () => symlinkSync(join(root, 'secret.md'), at('x.md')), /leads out/],
  [
    'by its folder',
    () => (rmSync(at('roles'), { recursive: true }), symlinkSync(root, at('roles'))),
    /leads out/,
  ],
  ['to itself', () => symlinkSync('x.md', at('x.md')), /not there/],
  [
    'in a loop',
    () => (symlinkSync('b', at('a')), symlinkSync('a', at('b')), symlinkSync('a', at('x.md'))),
    /not there/,
  ],
])('[PRJ2] a link that leads out %s is not followed', async (what, make, why) => {
  make()
  const file = what === 'by its folder' ? 'roles/secret.md' : 'x.md'
  await expect(projects.read(project, file)).rejects.toEqual(refused(why))
  expect(await projects.holds(project, file)).not.toBe('inside')
})

test('[PRJ2] a path with dots leads nowhere else', async () => {
  await expect(projects.read(project, '../secret.md')).rejects.toEqual(refused(/leads out/))
  await expect(projects.read(project, 'x\0.md')).rejects.toEqual(refused(/not there/))
})

test('[PRJ3] 256 KiB are read, a byte more is refused, and 10 GB cost nothing', async () => {
  writeFileSync(at('fits.md'), 'x'.repeat(256 * 1024))
  expect(await projects.read(project, 'fits.md')).toHaveLength(256 * 1024)
  writeFileSync(at('x.md'), 'x'.repeat(256 * 1024 + 1))
  await expect(projects.read(project, 'x.md')).rejects.toEqual(refused(/262145 bytes/))
  closeSync(openSync(at('huge.md'), 'w'))
  truncateSync(at('huge.md'), 10 * 1024 ** 3)
  const before = process.memoryUsage.rss()
  await expect(projects.read(project, 'huge.md')).rejects.toEqual(refused(/10737418240 bytes/))
  expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 ** 2)
})

test.skipIf(isOther)('[PRJ3] a file that claims to be empty and is not is read up to the limit', async () => {
  expect(await projects.read('/proc/self', 'status')).toContain('Pid:')
  await expect(projects.read('/proc', 'kallsyms')).rejects.toEqual(refused(/bytes|EPERM|EACCES/))
})

test('[PRJ4] of a folder with 10,000 files so many names are read as are wanted', async () => {
  for (let n = 0; n < 10_000; n += 1) writeFileSync(at('roles', `${n}.md`), '')
  const { names, hasMore } = await projects.list(project, 'roles', 100)
  expect([names.length, hasMore]).toEqual([100, true])
  expect(await projects.list(project, 'nowhere', 100)).toEqual({ names: [], hasMore: false })
})

test('[PRJ4] a folder that is a file, a pipe, or leads out holds nothing', async () => {
  writeFileSync(at('file'), '')
  execFileSync('mkfifo', [at('pipe')])
  symlinkSync(root, at('out'))
  for (const folder of ['file', 'pipe', 'out'])
    expect(await projects.list(project, folder, 10)).toEqual({ names: [], hasMore: false })
})

test('a folder is there when it is one, or a link to one', async () => {
  symlinkSync(project, join(root, 'link'))
  writeFileSync(at('file'), '')
  const found = [project, join(root, 'link'), at('file'), at('none'), '/\0']
  expect(await Promise.all(found.map((path) => projects.isThere(path)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('[TSF18] a regular file is read as it is, with its byte order mark', async () => {
  writeFileSync(at('tasks.md'), '\uFEFFtext €\r\n')
  expect(await readRegularFile(at('tasks.md'), 100)).toBe('\uFEFFtext €\r\n')
})

test.each<[string, () => void, RegExp]>([
  ['a link', () => symlinkSync(join(root, 'secret.md'), at('x.md')), /it is a link/],
  ['a pipe', () => void execFileSync('mkfifo', [at('x.md')]), /no regular file/],
  ['a folder', () => mkdirSync(at('x.md')), /no regular file/],
  ['what is not there', () => undefined, /ENOENT/],
  ['what is too large', () => writeFileSync(at('x.md'), 'x'.repeat(101)), /101 bytes, and at most 100/],
  ['what is no text', () => writeFileSync(at('x.md'), Buffer.from([0x61, 0xff])), /no text in UTF-8/],
])('[TSF18] %s is refused at once', async (_, make, why) => {
  make()
  await expect(readRegularFile(at('x.md'), 100)).rejects.toEqual(refused(why))
})
