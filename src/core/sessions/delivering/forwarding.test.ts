import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type SessionId } from '../../../contract/index.ts'
import type { AskRow } from '../../inbox/index.ts'
import { openFakeWorld, type FakeWorld } from '../fake-agents.suite.ts'
import { forward } from './forwarding.ts'

let world: FakeWorld
beforeEach(async () => (world = await openFakeWorld()))
afterEach(() => world.end())

const id = newId('ask')
function put(forwardedTo: SessionId, text: string): void {
  // Only these fields of an ask are read.
  forward(world, { id, team: 'beta', text, forwardedTo } as AskRow)
}
const messages = (session: SessionId) =>
  world.sessions.turnsAfter(session, 0, 1000).map((turn) => turn.message)

test('[TEA38] no line of the asking team stands unmarked', () => {
  const session = world.sessions.open('user', 'alpha').id
  put(session, 'plain')
  const usual = messages(session)[0]!
    .split('\n')
    .filter((line) => !line.startsWith('> '))
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\u2028', '>', ' ') }), (text) => {
      put(session, text)
      const said = messages(session)
        .at(-1)!
        .split(/[\n\r\u2028]/)
      expect(said.filter((line) => !line.startsWith('> '))).toEqual(usual)
    }),
  )
})

test('[TEA38] a session that is deleted or unknown gets nothing, and nobody else is hurt', async () => {
  const session = world.sessions.open('user', 'alpha').id
  await world.sessions.remove(session, 'user')
  put(session, 'x')
  // That it is gone is no fault.
  expect(world.logged()).toEqual([])
  put(newId('ses'), 'x')
  expect(messages(session)).toEqual([])
  expect(world.logged()).toMatchObject([{ msg: 'an ask could not be forwarded', ask: id }])
})

test('[TEA38] of a long ask the first 8,000 characters are quoted, and that it is cut is said', () => {
  const session = world.sessions.open('user', 'alpha').id
  const shown = (text: string) => {
    put(session, text)
    return messages(session).at(-1)!.split('\n\n')[1]
  }
  const whole = `a${'x'.repeat(7999)}`
  expect(shown(whole)).toBe(`> ${whole}`)
  expect(shown(`${whole}y`)).toBe(`> ${whole} … (cut)`)
})
