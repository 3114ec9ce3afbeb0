import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../platform/clock/index.ts'
import { createLog, openStore } from '../store/index.ts'
import { createLogin, createTokens, tokenMigrations } from './index.ts'

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'iris-login-'))
  const clock = manualClock(1_900_000_000_000)
  const sql = openStore(join(folder, 'iris.db'), [tokenMigrations])
  const log = createLog({ sql, clock })
  onTestFinished(async () => {
    await log.close()
    sql.close()
    rmSync(folder, { recursive: true })
  })
  const tokens = createTokens({ sql, log, clock })
  return { clock, tokens, login: createLogin({ tokens, clock }) }
}

test('[DSH1] a ticket works once, for a minute', () => {
  const { clock, login } = open()
  const { ticket, expiresAt } = login.issue()
  expect(expiresAt - clock.now()).toBe(60_000)
  expect(ticket).toMatch(/^[\w-]{32}$/)
  expect(login.spend(`${ticket}x`)).toBe(false)
  expect(login.spend(ticket)).toBe(true)
  expect(login.spend(ticket)).toBe(false)
  const late = login.issue().ticket
  clock.advance(60_000)
  expect(login.spend(late)).toBe(false)
})

test('[DMN17] [DSH1] a clock that is set makes a ticket neither end nor last', () => {
  const { clock, login } = open()
  const [first, second] = [login.issue().ticket, login.issue().ticket]
  clock.setDate(86_400_000)
  expect(login.spend(first)).toBe(true)
  clock.setDate(-2 * 86_400_000)
  clock.advance(60_000)
  expect(login.spend(second)).toBe(false)
})

test('[DSH1] tickets nobody uses are bounded: the oldest goes', () => {
  const { login } = open()
  const [first, second] = [login.issue().ticket, login.issue().ticket]
  for (let n = 0; n < 31; n += 1) login.issue()
  expect([first, second].map((ticket) => login.spend(ticket))).toEqual([false, true])
})

test('[DSH4] a browser stays in for 30 days, is listed, and is out as soon as it leaves', () => {
  const { clock, tokens, login } = open()
  const { secret, seconds } = login.admit()
  expect(seconds).toBe(30 * 86_400)
  expect(tokens.list()).toMatchObject([{ name: 'browser 2030-03-17', role: 'human' }])
  expect(tokens.identify(secret)).toMatchObject({ role: 'human' })
  clock.advance(30 * 86_400_000)
  expect(tokens.identify(secret)).toBeUndefined()
  const other = login.admit().secret
  login.dismiss(other)
  login.dismiss('nobody')
  expect(tokens.identify(other)).toBeUndefined()
})
