import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunId } from '../../contract/index.ts'
import { init, openFakeRuns, result, teammate, type FakeRuns } from './fake-runs.suite.ts'

let fake: FakeRuns
beforeEach(async () => {
  fake = await openFakeRuns()
})
afterEach(() => fake.end())

const leader = () => fake.leader()
const warned = () => fake.events('run.warned').map(({ data }) => data)
const who = { kind: 'human', name: 'user' } as const

/** An agent asks for a permission; with a teammate's id it is the teammate that asks. */
async function ask(id: RunId, teammateId?: string): Promise<void> {
  const request = {
    subtype: 'can_use_tool',
    tool_name: 'Bash',
    input: {},
    ...(teammateId && { agent_id: teammateId }),
  }
  leader().print({ type: 'control_request', request_id: 'r1', request })
  await fake.settle()
  expect(fake.get(id).state).toBe('waiting_on_you')
}

async function allow(id: RunId): Promise<void> {
  const [open] = fake.get(id).asks
  await fake.world.asks.answer(open!, { who, input: { choose: 'y' } })
  await fake.settle()
}

/** The agent is not silent: only the limits of the run are measured here. */
async function passAtWork(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 20_000) {
    leader().print({ type: 'system', subtype: 'note' })
    await fake.pass(Math.min(left, 20_000))
  }
}

test('[RUN17] the time for a turn stands still while you are waited for, and goes on after a late answer', async () => {
  const id = await fake.start({ limits: { turnMs: 60_000 } })
  leader().print(init)
  await passAtWork(20_000)
  await ask(id)
  await fake.pass(200_000)
  expect([warned(), leader().interrupts]).toEqual([[], 0])
  await allow(id)
  await passAtWork(20_000)
  expect([warned(), leader().interrupts, fake.get(id).state]).toEqual([[], 0, 'working'])
  await passAtWork(10_000)
  expect(warned()).toMatchObject([{ limit: 'turn', teammate: null }])
  await passAtWork(15_000)
  expect(leader().interrupts).toBe(1)
})

test('[RUN17] the time for a task of a teammate does so too', async () => {
  const id = await fake.start({ limits: { turnMs: 60_000 } })
  const stopped: string[] = []
  leader().stopSubagent = (id) => Promise.resolve(void stopped.push(id))
  leader().print(init)
  teammate.start(leader(), 'pm')
  leader().print(result('I wait.'))
  await fake.pass(20_000)
  await ask(id, 'pm')
  await fake.pass(200_000)
  await allow(id)
  await fake.pass(25_000)
  expect([warned(), stopped]).toEqual([[], []])
  await fake.pass(20_000)
  expect([warned().length, stopped]).toEqual([1, ['pm']])
})

test('[RUN16] [RUN17] the time of the whole run does so too, and the next daemon counts the same', async () => {
  const id = await fake.start({ limits: { timeMs: 100_000 } })
  leader().print(init)
  await passAtWork(40_000)
  await ask(id)
  await fake.pass(500_000)
  await fake.restart()
  await fake.pass(500_000)
  expect([fake.get(id).state, warned()]).toEqual(['waiting_on_you', []])
  await allow(id)
  await fake.restart()
  await passAtWork(35_000)
  expect([fake.get(id).state, warned()]).toEqual(['working', []])
  await passAtWork(10_000)
  expect(warned()).toMatchObject([{ limit: 'time' }])
  await passAtWork(20_000)
  expect(fake.get(id)).toMatchObject({ state: 'timed_out' })
})

test('[RUN17] a question in words holds a leader that rests, and no longer when it was told something else', async () => {
  const id = await fake.start({ limits: { timeMs: 100_000 } })
  const { session } = fake.get(id).leader
  leader().answerTurn('Red or blue?')
  await fake.settle()
  fake.world.asks.raise({
    source: 'prose',
    type: 'blocking',
    text: 'Red or blue?',
    team: 'alpha',
    caller: id,
    session,
  })
  await fake.pass(300_000)
  expect([fake.get(id).state, warned()]).toEqual(['waiting_on_you', []])
  fake.runs.tell(id, 'Take your time')
  await fake.settle()
  leader().print(init)
  await passAtWork(90_000)
  expect(warned()).toMatchObject([{ limit: 'time' }])
})

test('[RUN17] what a told team asks holds the run', async () => {
  const id = await fake.start({ limits: { timeMs: 100_000, turnMs: 50_000 } })
  const { session } = fake.get(id).leader
  leader().print(init)
  leader().print(result('I wait for beta.'))
  await fake.settle()
  const beta = fake.world.sessions.open('alpha', 'beta').id
  fake.world.sessions.put({ session: beta, message: 'x', author: 'alpha', fromSession: session })
  await fake.settle()
  leader().print(init)
  await ask(id)
  await fake.pass(300_000)
  await allow(id)
  await passAtWork(30_000)
  expect([fake.get(id).teammates, warned()]).toMatchObject([[{ state: 'working' }], []])
  await passAtWork(25_000)
  expect(warned()).toMatchObject([{ limit: 'turn', teammate: beta }])
})
