import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionId } from '../../contract/index.ts'
import { openFakeWorld, type FakeWorld } from './fake-agents.suite.ts'

let world: FakeWorld
beforeEach(async () => (world = await openFakeWorld()))
afterEach(() => world.end())

/** Each name tells the next, the first as a person does; gives the session of each. */
function chain(...names: string[]): SessionId[] {
  const sessions: SessionId[] = []
  let caller = 'user'
  for (const name of names) {
    const { id } = world.sessions.open(caller, name)
    tell(sessions.at(-1) ?? null, id)
    sessions.push(id)
    caller = name
  }
  return sessions
}

/** Told and at once taken up, so that it may tell others. */
function tell(fromSession: SessionId | null, session: SessionId): void {
  const { id } = world.sessions.put({ session, message: 'x', author: 'x', fromSession })
  world.sql.prepare('UPDATE turn SET begunAt = acceptedAt WHERE id = ?').run(id)
  world.clock.advance(1)
}

/** The team of the lead of the last of these, and its session. */
function leadOver(sessions: readonly SessionId[]): number | null {
  const lead = world.sessions.leadOf(world.sessions.lastTurn(sessions.at(-1)!))
  return lead && sessions.indexOf(lead.session)
}

test.each<[string[], number | null]>([
  [['alpha'], null],
  [['alpha', 'beta'], 0],
  [['alpha', 'beta', 'gamma'], 1],
  // Its own team, and who works for it, are passed over; above them are only people.
  [['alpha', 'alpha'], null],
  [['alpha', 'beta', 'alpha'], null],
  [['alpha', 'beta', 'gamma', 'alpha'], null],
  [['alpha', 'alpha', 'beta'], 1],
  // Above them there is another team.
  [['beta', 'alpha', 'alpha'], 0],
  [['gamma', 'alpha', 'beta', 'alpha'], 0],
])('[INB35] the lead of the last in %j is number %j', (names, number) => {
  expect(leadOver(chain(...names))).toBe(number)
})

test('[INB35] a session that its own team told once is no lead of it later', () => {
  const [, beta] = chain('alpha', 'beta') as [SessionId, SessionId]
  // A person speaks for alpha in the same session.
  tell(null, beta)
  const { id: alpha } = world.sessions.open('beta', 'alpha')
  tell(beta, alpha)
  expect(world.sessions.leadOf(world.sessions.lastTurn(alpha))).toBeNull()
  expect(world.sessions.worksFor(beta, 'alpha')).toBe(true)
})

test('[INB35] what its own team was told last before it told counts, not what waits', () => {
  const [gamma, alpha] = chain('gamma', 'alpha') as [SessionId, SessionId]
  const other = world.sessions.open('run', 'gamma').id
  tell(null, other)
  world.sessions.put({ session: alpha, message: 'later', author: 'gamma', fromSession: other })
  const { id: own } = world.sessions.open('alpha', 'alpha')
  tell(alpha, own)
  expect(world.sessions.leadOf(world.sessions.lastTurn(own))).toMatchObject({ session: gamma })
})

test('[INB35] teams with one folder are one', () => {
  Object.assign(world.team, { path: '/projects/one/' })
  expect(leadOver(chain('alpha', 'beta'))).toBeNull()
  expect(world.sessions.areOne('alpha', 'beta')).toBe(true)
  Object.assign(world.team, { path: undefined })
})

test('[INB35] also when one of them reaches it by a link', () => {
  world.links.set(join(world.folder, 'beta'), join(world.folder, 'alpha'))
  expect(leadOver(chain('alpha', 'beta'))).toBeNull()
  expect(leadOver(chain('gamma', 'beta'))).toBe(0)
})

test('[INB35] a session nobody knows works for everybody, so that it answers nothing', () => {
  expect(world.sessions.worksFor('ses_unknown', 'alpha')).toBe(true)
})
