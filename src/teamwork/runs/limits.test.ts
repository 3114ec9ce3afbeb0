import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionId } from '../../contract/index.ts'
import { init, openFakeRuns, result, teammate, type FakeRuns } from './fake-runs.suite.ts'

let fake: FakeRuns
beforeEach(async () => {
  fake = await openFakeRuns()
})
afterEach(() => fake.end())

const leader = () => fake.leader()
const warned = () => fake.events('run.warned').map(({ data }) => data)

test('[RUN16] time: a warning at 80 %, then the run is timed out', async () => {
  const id = await fake.start({ limits: { timeMs: 100_000 } })
  leader().print(init)
  await fake.pass(79_000)
  expect([warned(), fake.get(id).endedAt]).toEqual([[], null])
  await fake.pass(2000)
  expect(warned()).toMatchObject([{ run: id, limit: 'time', allowed: 100_000, teammate: null }])
  await fake.pass(20_000)
  expect(fake.get(id)).toMatchObject({ state: 'timed_out', reason: 'It reached its time limit of 1.7 min.' })
  expect([warned().length, leader().closed]).toEqual([1, true])
})

test('[DMN17] [RUN16] a clock that is set during a run brings its limits neither nearer nor further', async () => {
  const day = 86_400_000
  const id = await fake.start({ limits: { timeMs: 200_000, turnMs: 100_000 } })
  leader().print(init)
  await passAtWork(40_000)
  fake.world.clock.setDate(day)
  await passAtWork(30_000)
  expect([warned(), fake.get(id).endedAt]).toEqual([[], null])
  fake.world.clock.setDate(-2 * day)
  await passAtWork(20_000)
  expect(warned()).toMatchObject([{ limit: 'turn', allowed: 100_000 }])
  leader().answerTurn('Half.')
  await fake.pass(75_000)
  expect(fake.get(id).endedAt).toBeNull()
  expect(warned().at(-1)).toMatchObject({ limit: 'time' })
  await fake.pass(50_000)
  expect(fake.get(id)).toMatchObject({ state: 'timed_out' })
})

/** The agent is not silent: only the limits of the run are measured. */
async function passAtWork(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10_000) {
    leader().print({ type: 'system', subtype: 'note' })
    await fake.pass(10_000)
  }
}

test('[DMN17] [RUN17] time in which a run waits for somebody is left out, also when the clock is set meanwhile', async () => {
  const day = 86_400_000
  const id = await fake.start({ limits: { timeMs: 100_000 } })
  leader().print(init)
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: {} }
  leader().print({ type: 'control_request', request_id: 'r1', request })
  await fake.settle()
  for (const by of [day, -2 * day]) {
    fake.world.clock.setDate(by)
    await fake.pass(60_000)
  }
  const [open] = fake.get(id).asks
  await fake.world.asks.answer(open!, { who: { kind: 'human', name: 'user' }, input: { choose: 'y' } })
  await fake.pass(70_000)
  expect([warned(), fake.get(id).endedAt]).toEqual([[], null])
  leader().print({ type: 'system', subtype: 'note' })
  await fake.pass(40_000)
  expect(fake.get(id)).toMatchObject({ state: 'timed_out' })
})

test('[RUN16] cost: a warning at 80 %, then the run is stopped', async () => {
  const id = await fake.start({ limits: { costUsd: 10 } })
  leader().answerTurn('Dear.', { total_cost_usd: 8.5 })
  await fake.settle()
  expect(warned()).toMatchObject([{ limit: 'cost', used: 8.5, allowed: 10 }])
  fake.runs.tell(id, 'Go on')
  await fake.settle()
  leader().answerTurn('Dearer.', { total_cost_usd: 11 })
  await fake.settle()
  expect(fake.get(id)).toMatchObject({
    state: 'stopped',
    reason: 'It reached its cost limit of $10.',
    costUsd: 11,
  })
})

test('[RUN16] turns: the last allowed one may end, the one after it ends the run', async () => {
  const id = await fake.start({ limits: { turns: 2 } })
  leader().answerTurn('One.')
  await fake.settle()
  fake.runs.tell(id, 'Two')
  await fake.settle()
  expect(warned()).toMatchObject([{ limit: 'turns', used: 2, allowed: 2 }])
  leader().answerTurn('Two.')
  await fake.settle()
  expect(fake.get(id).endedAt).toBeNull()
  fake.runs.tell(id, 'Three')
  await fake.settle()
  expect(fake.get(id)).toMatchObject({ state: 'stopped', reason: 'It reached its limit of 2 turns.' })
})

test('[RUN17] a teammate over the time for one task is warned of, then stopped; the run goes on', async () => {
  const id = await fake.start({ limits: { turnMs: 60_000 } })
  const stopped: string[] = []
  leader().stopSubagent = (id) => Promise.resolve(void stopped.push(id))
  leader().print(init)
  teammate.start(leader(), 'pm')
  leader().print(result('I wait.'))
  await fake.pass(50_000)
  expect(warned()).toMatchObject([{ limit: 'turn', teammate: 'pm' }])
  await fake.pass(20_000)
  expect([stopped, fake.get(id).endedAt]).toEqual([['pm'], null])
  teammate.end(leader(), 'pm', 'killed')
  await fake.settle()
  expect(fake.get(id).teammates).toMatchObject([{ state: 'stopped' }])
})

test('[RUN17] a leader over the time for one turn is interrupted and told to go on, three times at the most', async () => {
  const id = await fake.start({ limits: { turnMs: 60_000 } })
  for (let round = 0; round < 4; round += 1) {
    leader().print(init)
    leader().print({ type: 'system', subtype: 'note' })
    const agent = leader()
    agent.interrupt = () => {
      agent.print(result('', { subtype: 'error_during_execution', terminal_reason: 'aborted_streaming' }))
      return Promise.resolve()
    }
    await fake.pass(30_000)
    leader().print({ type: 'system', subtype: 'note' })
    await fake.pass(31_000)
  }
  expect(fake.events('run.revived')).toHaveLength(3)
  expect(leader().sent.at(-1)?.text).toContain('longer than the time limit for one turn')
  expect(fake.get(id)).toMatchObject({ state: 'timed_out' })
})

test('[RUN16] a warning that was given is not given again by the next daemon', async () => {
  await fake.start({ limits: { timeMs: 100_000 } })
  leader().print(init)
  await fake.pass(85_000)
  await fake.restart()
  await fake.pass(3000)
  expect(warned()).toHaveLength(1)
})

test('[RUN16] [RUN17] [RUN18] what was told in the name of a run, at second hand too, costs it, holds it and ends with it', async () => {
  const id = await fake.start({ limits: { costUsd: 10 } })
  const { sessions } = fake.world
  const { session } = fake.get(id).leader
  const [beta, alpha] = [sessions.open('alpha', 'beta').id, sessions.open('beta', 'alpha').id]
  const put = (to: SessionId, fromSession: SessionId | null) =>
    sessions.put({ session: to, message: 'x', author: 'alpha', fromSession }).id
  leader().answerTurn('I wait for beta.', { total_cost_usd: 1 })
  await fake.settle()
  const before = put(alpha, beta)
  await fake.settle()
  leader().answerTurn('For somebody else.', { total_cost_usd: 50 })
  await fake.settle()
  put(beta, session)
  await fake.settle()
  leader().print(init)
  await fake.settle()
  const first = put(alpha, beta)
  await fake.settle()
  const nested = fake.world.agents.find((agent) => agent.sent.length === 2)!
  nested.answerTurn('Dear.', { total_cost_usd: 57.5 })
  await fake.settle()
  expect([sessions.turn(before).cost, sessions.turn(first).cost]).toEqual([50, 7.5])
  expect([fake.get(id).costUsd, warned()]).toMatchObject([8.5, [{ limit: 'cost', used: 8.5 }]])
  const second = put(alpha, beta)
  await fake.settle()
  nested.print(init)
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: {} }
  nested.print({ type: 'control_request', request_id: 'r1', request })
  await fake.settle()
  expect(fake.get(id).state).toBe('waiting_on_you')
  const other = put(alpha, null)
  const stopped = fake.runs.stop(id, 'user')
  // Fake agents heed no interrupt: they are ended after 2 s.
  await fake.pass(4000)
  expect((await stopped).state).toBe('stopped')
  expect([sessions.turn(second).how, sessions.turn(other).how]).toEqual(['stopped', null])
})
