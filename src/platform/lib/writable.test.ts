import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { proveWritable, refusalOf, writeFault } from './writable.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-writable-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function thrownBy(act: () => unknown): unknown {
  try {
    act()
    return undefined
  } catch (error) {
    return error
  }
}

/** Same as system tells it. */
function failure(code: string, path?: string): Error {
  return Object.assign(new Error(`${code}: no`), { code, ...(path && { path }) })
}

test('[DMN19] a full disk and a refused write are told as that, with the place; other errors are not touched', () => {
  const home = join(folder, 'home')
  const of = (error: unknown, at?: string) => {
    const { code, message } = writeFault(error, at) ?? {}
    return [code, message]
  }
  const full = `There is no room left on the disk of ${home}.`
  expect(of(failure('ENOSPC'), home)).toEqual(['DISK_FULL', full])
  expect(of(failure('EDQUOT', `${home}/x`), home)[0]).toBe('DISK_FULL')
  expect(of(failure('ENOSPC'))).toEqual(['DISK_FULL', 'There is no room left on the disk.'])
  expect(of(failure('EROFS', `${home}/x`), home)).toEqual([
    'HOME_NOT_WRITABLE',
    `The Iris home ${home} cannot be written: its disk is mounted read-only.`,
  ])
  expect(of(failure('EACCES', '/etc/x'), home)).toEqual([
    'FILE_NOT_WRITABLE',
    '/etc/x cannot be written: your user may not write there.',
  ])
  // A process of somebody else that we may not signal.
  expect(of(failure('EPERM'), home)).toEqual([undefined, undefined])
  expect(of(failure('ENOENT', `${home}/x`), home)).toEqual([undefined, undefined])
})

test('[DMN19] a home that can be written is proved by a file of which nothing stays', () => {
  proveWritable(folder)
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(join(folder, 'file'), 'x')
  expect(thrownBy(() => proveWritable(join(folder, 'file')))).toMatchObject({ code: 'HOME_NOT_WRITABLE' })
})

const isRoot = process.getuid?.() === 0 && process.platform === 'linux'

// Only root may mount.
test.skipIf(!isRoot)('[DMN19] [DMN20] a real disk that is full or read-only is told as that', () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder])
  try {
    const home = join(folder, 'home')
    mkdirSync(home)
    thrownBy(() => writeFileSync(join(folder, 'filler'), Buffer.alloc(32_768)))
    expect(thrownBy(() => proveWritable(home))).toMatchObject({ code: 'DISK_FULL' })
    expect(readdirSync(home)).toEqual([])
    execFileSync('mount', ['-o', 'remount,ro', folder])
    const readOnly = { code: 'HOME_NOT_WRITABLE', message: expect.stringContaining('read-only') }
    expect(thrownBy(() => proveWritable(home))).toMatchObject(readOnly)
    const absent = join(folder, 'a', 'home')
    const make = () => mkdirSync(join(absent, 'logs'), { recursive: true })
    expect(thrownBy(() => proveWritable(absent, make))).toMatchObject(readOnly)
    expect(refusalOf(absent)).toMatchObject({ code: 'EROFS' })
  } finally {
    execFileSync('umount', ['-l', folder])
  }
})
