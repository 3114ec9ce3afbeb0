import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock/index.ts'
import { openLoginFiles } from './login-files.ts'

let folder = ''
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'iris-login-')), 'login')
})
afterEach(() => rmSync(dirname(folder), { recursive: true, force: true }))

test('[DSH63] the file of a link is for its owner, names no ticket, and is gone after a minute', () => {
  const clock = manualClock()
  const files = openLoginFiles({ folder, clock })
  const file = files.write('http://127.0.0.1:1/login#the-ticket')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(basename(file)).toMatch(/^[0-9a-f]{16}\.html$/)
  expect(readFileSync(file, 'utf8')).toContain('url=http://127.0.0.1:1/login#the-ticket"')
  clock.advance(59_999)
  expect(existsSync(file)).toBe(true)
  clock.advance(1)
  expect(readdirSync(folder)).toEqual([])
})

test('[DSH63] a link cannot leave its place in the page', () => {
  const files = openLoginFiles({ folder, clock: manualClock() })
  const page = readFileSync(files.write(`http://a/"'<&>`), 'utf8')
  expect(page).toContain('url=http://a/&#34;&#39;&#60;&#38;&#62;"')
})

test('[DSH63] a file that somebody removed is no fault, and one that is gone is waited for no longer', () => {
  const clock = manualClock()
  const files = openLoginFiles({ folder, clock })
  rmSync(files.write('http://127.0.0.1:1/login#a'))
  files.write('http://127.0.0.1:1/login#b')
  files.close()
  expect(clock.waiting()).toBe(0)
})

test('[DSH63] what a daemon that was killed left is removed at the next start, and a stop leaves nothing', () => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'old.html'), 'old')
  const files = openLoginFiles({ folder, clock: manualClock() })
  expect(existsSync(join(folder, 'old.html'))).toBe(false)
  files.write('http://127.0.0.1:1/login#a')
  files.close()
  expect(readdirSync(folder)).toEqual([])
})

test('[DSH63] there are never more files than links that live', () => {
  const files = openLoginFiles({ folder, clock: manualClock() })
  const written = Array.from({ length: 40 }, (_, n) => files.write(`http://127.0.0.1:1/login#${n}`))
  expect(readdirSync(folder)).toHaveLength(32)
  expect(existsSync(written.at(-1) ?? '')).toBe(true)
})
