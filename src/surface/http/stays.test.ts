import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLog, openStore } from '../../core/store/index.ts'
import { createTokens, tokenMigrations, type Tokens } from '../../core/tokens/index.ts'
import { manualClock, type ManualClock } from '../../platform/clock/index.ts'
import { createStays, type Stay } from './stays.ts'

const hour = 3_600_000

function openWorld(): { tokens: Tokens; clock: ManualClock; begin: (secret: string) => Stay } {
  const folder = mkdtempSync(join(tmpdir(), 'iris-stays-'))
  const clock = manualClock(1_900_000_000_000)
  const sql = openStore(join(folder, 'iris.db'), [tokenMigrations])
  const log = createLog({ sql, clock })
  const tokens = createTokens({ sql, log, clock })
  const stays = createStays({ identify: (secret) => tokens.identify(secret), log, clock })
  onTestFinished(async () => {
    stays.close()
    await log.close()
    sql.close()
    rmSync(folder, { recursive: true })
  })
  const begin = (secret: string): Stay => {
    const identity = tokens.identify(secret)
    if (!identity) throw new Error('unknown')
    return stays.begin({ identity, secret })
  }
  return { tokens, clock, begin }
}

test('[HTTP29] a stay ends at the end of its token, to the millisecond', () => {
  const { tokens, clock, begin } = openWorld()
  const { secret } = tokens.create({ name: 'guest', role: 'human', expiresAt: clock.now() + hour })
  const { signal } = begin(secret)
  clock.advance(hour - 1)
  expect(signal.aborted).toBe(false)
  clock.advance(1)
  expect(signal.aborted).toBe(true)
})

test('[HTTP29] a token that is revoked ends its own stays and no others', async () => {
  const { tokens, begin } = openWorld()
  const [first, second] = ['first', 'second'].map((name) => tokens.create({ name, role: 'human' }))
  const stays = [first, first, second].map((made) => begin(made?.secret ?? ''))
  const waiting = stays[0]?.during(new Promise(() => undefined))
  if (first) tokens.revoke(first.token.id)
  await expect(waiting).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
  expect(stays.map(({ signal }) => signal.aborted)).toEqual([true, true, false])
})

test('[HTTP29] a stay that is over before its token leaves no timer', () => {
  const { tokens, clock, begin } = openWorld()
  const { secret } = tokens.create({ name: 'guest', role: 'human', expiresAt: clock.now() + hour })
  const stay = begin(secret)
  stay.end()
  clock.advance(2 * hour)
  expect(stay.signal.aborted).toBe(false)
})
