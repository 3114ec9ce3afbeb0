import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../platform/clock/index.ts'
import { createLog, openStore } from '../store/index.ts'
import { createTokens, tokenMigrations } from '../tokens/index.ts'
import { createConnectors } from './connectors.ts'
import { connectorMigrations } from './rows.ts'

const redirect = 'https://chat.example/back'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'iris-connectors-'))
  const file = join(folder, 'iris.db')
  const clock = manualClock(1_900_000_000_000)
  const sql = openStore(file, [tokenMigrations, connectorMigrations])
  const log = createLog({ sql, clock })
  onTestFinished(async () => {
    await log.close()
    sql.close()
    rmSync(folder, { recursive: true })
  })
  const tokens = createTokens({ sql, log, clock })
  const make = () => createConnectors({ sql, log, clock, tokens })
  const connectors = make()
  log.react(['token.revoked'], (event, append) => {
    if (event.type === 'token.revoked') connectors.tokenRevoked(event, append)
  })
  const { client } = connectors.register({ name: 'Chat', redirects: [redirect] })
  const wish = { client, redirect, challenge, state: 's 1' }
  const codeOf = (mayAnswer = false): string => {
    const location = connectors.answer(connectors.ask(wish), { allow: true, mayAnswer })
    return new URL(location).searchParams.get('code') ?? ''
  }
  const exchange = (code: string, other: object = {}) =>
    connectors.exchange({ code, client, redirect, verifier, ...other })
  const ends = () => [...log.read({ after: 0, types: ['connector.ended'] }).events].map(({ data }) => data)
  return { clock, sql, tokens, connectors, make, client, wish, codeOf, exchange, ends, file }
}

test('[CON3] an address to go back to is https, or http on loopback; nothing else registers', () => {
  const { connectors } = open()
  const register = (...redirects: string[]) => connectors.register({ name: 'x', redirects })
  for (const good of [
    'https://a.example/x?y=1',
    'http://localhost:9/x',
    'http://127.0.0.1/x',
    'http://[::1]:1/',
  ])
    expect(register(good).redirects).toEqual([good])
  for (const bad of [
    'http://a.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a.example/#x',
    'https://user:word@a.example/',
    'http://localhost.a.example/',
    'http://127.0.0.1.a.example/',
    'no address',
  ])
    expect(() => register(bad), bad).toThrow(/redirect URI/)
  expect(() => register()).toThrow(/1 to 10/)
  expect(() => register(...Array.from({ length: 11 }, (_, at) => `https://a.example/${at}`))).toThrow(
    /1 to 10/,
  )
})

test('[CON3] a name is one short line of plain signs', () => {
  const { connectors } = open()
  const named = (name: string) => connectors.register({ name, redirects: [redirect] }).name
  expect(named('Claude <b>Iris</b>\nAllowed ‮ by you')).toBe('Claude b Iris b Allowed by you')
  expect(named('x'.repeat(500))).toHaveLength(48)
  expect(named('<>')).toBe('A program')
})

test('[CON3] at most 200 programs are kept, and none that was allowed makes room', () => {
  const { clock, connectors, client, codeOf, exchange, sql } = open()
  exchange(codeOf())
  for (let count = 0; count < 230; count += 1) {
    clock.advance(1)
    connectors.register({ name: `p${count}`, redirects: [redirect] })
  }
  const { count } =
    sql.prepare<{ count: number }>('SELECT count(*) AS count FROM connectorClient').get() ?? {}
  expect(count).toBe(201)
  expect(connectors.find(client)?.name).toBe('Chat')
})

test('[CON5] a request is shown, answered once, and lives ten minutes', () => {
  const { clock, connectors, wish } = open()
  const request = connectors.ask(wish)
  expect(connectors.show(request)).toEqual({ request, name: 'Chat', leadsTo: 'https://chat.example' })
  const refused = new URL(connectors.answer(request, { allow: false, mayAnswer: false }))
  expect(refused.origin + refused.pathname).toBe(redirect)
  expect(Object.fromEntries(refused.searchParams)).toMatchObject({ error: 'access_denied', state: 's 1' })
  expect(() => connectors.answer(request, { allow: true, mayAnswer: true })).toThrow(/any more/)
  const late = connectors.ask(wish)
  clock.advance(600_000)
  expect(() => connectors.show(late)).toThrow(/any more/)
  expect(() => connectors.answer(late, { allow: true, mayAnswer: false })).toThrow(/any more/)
})

test('[CON6] a code works once, for a minute, for whom and what it was made', () => {
  const { clock, connectors, codeOf, exchange, tokens, ends } = open()
  const other = connectors.register({ name: 'Other', redirects: [redirect] }).client
  const code = codeOf(true)
  expect(() => exchange(code, { client: other })).toThrow(/another program/)
  expect(() => exchange(code, { redirect: `${redirect}/x` })).toThrow(/another program/)
  expect(() => exchange(code, { verifier: 'w'.repeat(43) })).toThrow(/verifier/)
  const { access } = exchange(code)
  expect(tokens.identify(access)).toMatchObject({ role: 'delegate', name: 'Chat', mayAnswer: true })
  expect(() => exchange(code)).toThrow(/used/)
  expect(tokens.identify(access)).toBeUndefined()
  expect(ends()).toEqual([expect.objectContaining({ name: 'Chat', reason: 'replayed' })])
  const late = codeOf()
  clock.advance(60_000)
  expect(() => exchange(late)).toThrow(/unknown/)
})

test('[CON7] [CON8] a refresh gives a new pair under the same token, and an old one shown again ends it', () => {
  const { clock, connectors, codeOf, exchange, tokens, client, ends } = open()
  const first = exchange(codeOf())
  clock.advance(3600_000)
  expect(tokens.identify(first.access)).toBeUndefined()
  const second = connectors.refresh({ refresh: first.refresh, client })
  expect(tokens.identify(first.access)).toBeUndefined()
  expect(tokens.identify(second.access)).toMatchObject({ role: 'delegate', mayAnswer: false })
  expect(tokens.list()).toHaveLength(1)
  expect(() => connectors.refresh({ refresh: second.refresh, client: 'somebody else' })).toThrow(/unknown/)
  expect(tokens.identify(second.access)).toBeDefined()
  expect(() => connectors.refresh({ refresh: first.refresh, client })).toThrow(/used/)
  expect(tokens.identify(second.access)).toBeUndefined()
  expect(() => connectors.refresh({ refresh: second.refresh, client })).toThrow(/revoked/)
  expect(ends()).toHaveLength(1)
})

test('[CON8] it ends by its own word, access or refresh token, and by the revoking of its token, once', () => {
  const { connectors, codeOf, exchange, tokens, client, ends } = open()
  const [one, two, three] = [exchange(codeOf()), exchange(codeOf()), exchange(codeOf())]
  connectors.revoke({ token: one.access, client: 'somebody else' })
  expect(tokens.identify(one.access)).toBeDefined()
  connectors.revoke({ token: one.access, client })
  connectors.revoke({ token: two.refresh, client })
  const last = tokens.list().filter(({ revokedAt }) => revokedAt === null)
  expect(last).toHaveLength(1)
  for (const { id } of last) tokens.revoke(id)
  for (const { access, refresh } of [one, two, three]) {
    expect(tokens.identify(access)).toBeUndefined()
    expect(() => connectors.refresh({ refresh, client })).toThrow(/revoked/)
  }
  connectors.revoke({ token: one.refresh, client })
  expect(ends()).toHaveLength(3)
})

test('[CON9] no secret is on disk; after a restart connectors go on, and codes and requests are forgotten', () => {
  const { sql, make, connectors, codeOf, exchange, wish, client, file } = open()
  const pair = exchange(codeOf())
  const [code, request] = [codeOf(), connectors.ask(wish)]
  sql.checkpoint()
  const stored = readFileSync(file, 'latin1')
  for (const secret of [pair.access, pair.refresh, code, request]) expect(stored).not.toContain(secret)
  const next = make()
  expect(() => next.exchange({ code, client, redirect, verifier })).toThrow(/unknown/)
  expect(() => next.show(request)).toThrow(/any more/)
  expect(next.refresh({ refresh: pair.refresh, client }).access).toBeDefined()
})
