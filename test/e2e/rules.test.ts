import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeHome } from '../support/daemon.ts'
import { iris, ranOf, spawnIris, type Ran } from '../support/iris.ts'

let home = ''
beforeAll(() => void (home = makeHome()))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function tryRule(rule: string, input: string): Promise<Ran> {
  const child = spawnIris(home, ['rules', 'try', rule])
  child.stdin?.end(input)
  return ranOf(child)
}

test('[RUL1] a rule is tried with JSON on stdin and no daemon, and a refusal is a decision too', async () => {
  const ran = await tryRule('policy', '{ "class": "NETWORK", "attempts": 1 }')
  expect([ran.code, JSON.parse(ran.stdout), ran.stderr]).toEqual([
    0,
    { action: 'RETRY_LATER', after_ms: 30_000 },
    '',
  ])
  const refused = await tryRule(
    'order',
    '{ "tasks": [{ "id": "T-001", "number": 1, "phase": "api", "depends_on": ["T-002"] }] }',
  )
  expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([0, { ok: false }])
  expect((await iris(home, ['status'])).code).toBe(3)
})

test('[RUL2] what is no input is said, with exit 2', async () => {
  const shape = await tryRule('policy', '{ "class": "NETWORK" }')
  expect([shape.code, shape.stdout]).toEqual([2, ''])
  expect(shape.stderr).toContain('attempts')
  const text = await tryRule('policy', 'hello')
  expect([text.code, text.stderr]).toEqual([2, expect.stringContaining('not JSON')])
  const rule = await tryRule('luck', '{}')
  expect([rule.code, rule.stderr]).toEqual([2, expect.stringContaining('deadlock')])
})

test('[RUL3] the rules are listed with one line each', async () => {
  const listed = await iris(home, ['rules'])
  expect(listed.stdout).toMatch(/^order +\S/m)
  const { rules } = JSON.parse((await iris(home, ['rules', '--json'])).stdout) as {
    rules: { name: string }[]
  }
  expect(rules.map(({ name }) => name)).toContain('failure')
})
