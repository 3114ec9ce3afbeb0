import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../platform/clock/index.ts'
import { createLog, openStore } from '../store/index.ts'
import { createTokens, tokenMigrations } from './index.ts'

test('[DMN8] [DMN10] a start that finds the token leaves its file alone, but for who may read it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-tokens-'))
  const clock = manualClock(1_900_000_000_000)
  const sql = openStore(join(folder, 'iris.db'), [tokenMigrations])
  const log = createLog({ sql, clock })
  onTestFinished(async () => {
    await log.close()
    sql.close()
    rmSync(folder, { recursive: true })
  })
  const file = join(folder, 'token')
  writeFileSync(file, 'iris_of_before\n', { mode: 0o644 })
  const { ino, mtimeNs } = statSync(file, { bigint: true })
  const tokens = createTokens({ sql, log, clock })
  expect([tokens.ownSecret(file), tokens.ownSecret(file)]).toEqual(['iris_of_before', 'iris_of_before'])
  const after = statSync(file, { bigint: true })
  expect([after.ino, after.mtimeNs, after.mode & 0o777n]).toEqual([ino, mtimeNs, 0o600n])
  expect(readdirSync(folder).filter((name) => name.startsWith('token'))).toEqual(['token'])
})
