import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../platform/clock/index.ts'
import { createLog, openStore } from '../store/index.ts'
import { createTokens, tokenMigrations } from './index.ts'

function openTokens() {
  const folder = mkdtempSync(join(tmpdir(), 'iris-tokens-'))
  const clock = manualClock(1_900_000_000_000)
  const sql = openStore(join(folder, 'iris.db'), [tokenMigrations])
  const log = createLog({ sql, clock })
  onTestFinished(async () => {
    await log.close()
    sql.close()
    rmSync(folder, { recursive: true })
  })
  return { folder, clock, sql, log, tokens: createTokens({ sql, log, clock }) }
}

test('[DMN8] [DMN10] a start that finds the token leaves its file alone, but for who may read it', async () => {
  const { folder, tokens } = openTokens()
  const file = join(folder, 'token')
  writeFileSync(file, 'iris_of_before\n', { mode: 0o644 })
  const { ino, mtimeNs } = statSync(file, { bigint: true })
  expect([tokens.ownSecret(file), tokens.ownSecret(file)]).toEqual(['iris_of_before', 'iris_of_before'])
  const after = statSync(file, { bigint: true })
  expect([after.ino, after.mtimeNs, after.mode & 0o777n]).toEqual([ino, mtimeNs, 0o600n])
  expect(readdirSync(folder).filter((name) => name.startsWith('token'))).toEqual(['token'])
})

test('[DMN8] a first start makes a token, keeps it in its file and knows it by no other', () => {
  const { folder, tokens } = openTokens()
  const file = join(folder, 'token')
  const secret = tokens.ownSecret(file)
  expect(secret).toMatch(/^iris_[\w-]{43}$/)
  expect(readFileSync(file, 'utf8')).toBe(`${secret}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(tokens.ownSecret(file)).toBe(secret)
  expect(tokens.list()).toMatchObject([{ name: 'owner', role: 'human' }])
  expect(tokens.identify(secret)).toEqual({ role: 'human', name: 'owner' })
})

test('[HTTP2] a token that is revoked twice is told once', () => {
  const { clock, tokens, log } = openTokens()
  const { token } = tokens.create({ name: 'phone', role: 'observer' })
  const first = tokens.revoke(token.id)
  clock.advance(1)
  expect([first.revokedAt, tokens.revoke(token.id)]).toEqual([1_900_000_000_000, first])
  expect(log.read({ types: ['token.revoked'], limit: 9 }).events).toHaveLength(1)
})

test('[HTTP2] when a token was last used is noted, once a minute at the most, also where nothing can be written', () => {
  const { clock, sql, tokens } = openTokens()
  const { secret } = tokens.create({ name: 'phone', role: 'observer' })
  const usedAfter = (ms: number) => {
    clock.advance(ms)
    expect(tokens.identify(secret)).toEqual({ role: 'observer', name: 'phone' })
    return tokens.list().find(({ name }) => name === 'phone')?.lastUsedAt
  }
  const first = clock.now()
  expect([usedAfter(0), usedAfter(60_000), usedAfter(1)]).toEqual([first, first, first + 60_001])
  sql.exec('PRAGMA query_only = ON')
  expect(usedAfter(60_001)).toBe(first + 60_001)
  sql.exec('PRAGMA query_only = OFF')
  expect(usedAfter(0)).toBe(first + 120_002)
})
