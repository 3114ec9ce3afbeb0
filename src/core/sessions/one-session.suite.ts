import { afterEach, beforeEach } from 'vitest'
import type { SessionId, TurnId } from '../../contract/index.ts'
import { openFakeWorld, type FakeAgent, type FakeWorld } from './fake-agents.suite.ts'

/** Sessions over real storage, and one of them, which the user has with alpha. */
export interface OneSession {
  world: FakeWorld
  session: SessionId
}

/** What most tests do with it. */
export interface InOneSession {
  settle: () => Promise<void>
  put: (message: string) => Promise<TurnId>
  how: (turn: TurnId) => string | null
  /** By its place among all that were started; the newest unless told. */
  agent: (index?: number) => FakeAgent
}

/** Opens one before each test of a file and ends it after. */
export function openOneSession(take: (opened: OneSession) => void): InOneSession {
  let world: FakeWorld
  let session: SessionId
  beforeEach(async () => {
    world = await openFakeWorld()
    session = world.sessions.open('user', 'alpha').id
    take({ world, session })
  })
  afterEach(() => world.end())
  return {
    settle: () => world.settle(),
    put: (message) => world.put(session, message),
    how: (turn) => world.sessions.turn(turn).how,
    agent: (index = -1) => world.agents.at(index)!,
  }
}
