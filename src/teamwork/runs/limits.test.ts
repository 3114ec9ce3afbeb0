import { afterEach, beforeEach, expect, test } from 'vitest'
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
  leader().stopTask = (task) => Promise.resolve(void stopped.push(task))
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
