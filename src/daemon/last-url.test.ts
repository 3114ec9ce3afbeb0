import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { portToTry, readLastUrl, writeLastUrl } from './last-url.ts'

test('[DMN18] who wants any port gets the one of before; a port that is named is that one', () => {
  const any = { host: '127.0.0.1', httpPort: 0 }
  expect(portToTry(any, undefined)).toBe(0)
  expect(portToTry(any, 'http://127.0.0.1:4711')).toBe(4711)
  expect(portToTry({ ...any, host: '0.0.0.0' }, 'http://127.0.0.1:4711')).toBe(0)
  expect(portToTry({ ...any, host: '::1' }, 'http://[::1]:4711')).toBe(4711)
  expect(portToTry({ ...any, httpPort: 80 }, 'http://127.0.0.1:4711')).toBe(80)
})

test('[DMN18] where the last daemon was is remembered; a damaged file says nothing', () => {
  const home = mkdtempSync(join(tmpdir(), 'iris-last-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  expect(readLastUrl(home)).toBeUndefined()
  writeLastUrl(home, 'http://127.0.0.1:4711')
  expect(readLastUrl(home)).toBe('http://127.0.0.1:4711')
  writeFileSync(join(home, 'last-url'), 'http://127.0.')
  expect(readLastUrl(home)).not.toBe('http://127.0.0.1:4711')
  writeFileSync(join(home, 'last-url'), '\0')
  expect(readLastUrl(home)).toBeUndefined()
})
