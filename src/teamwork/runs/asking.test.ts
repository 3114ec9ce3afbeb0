import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerInput, AskId, RunId } from '../../contract/index.ts'
import { init, openFakeRuns, result, teammate, type FakeRuns } from './fake-runs.suite.ts'

let fake: FakeRuns
beforeEach(async () => {
  fake = await openFakeRuns()
})
afterEach(() => fake.end())

const leader = () => fake.leader()
const sent = () => leader().sent.map(({ text }) => text)
const asks = () => fake.world.asks
const filed = () => fake.events('ask.opened')
const byUser = { kind: 'human', name: 'user' } as const

/** A run whose leader did not go on when it was asked to. */
async function rest(): Promise<{ id: RunId; ask: AskId }> {
  const id = await fake.start()
  leader().answerTurn('Hm.')
  await fake.pass(6000)
  leader().answerTurn('I have no idea.')
  await fake.pass(6000)
  const [ask] = fake.get(id).asks
  if (!ask) throw new Error('the run does not ask')
  return { id, ask }
}

async function answer(ask: AskId, input: AnswerInput): Promise<void> {
  await asks().answer(ask, { who: byUser, input })
  await fake.settle()
}

describe('a run that rests before its goal is reached', () => {
  test('[RUN34] asks you how it goes on, with the ways and what its leader said last', async () => {
    const { id, ask } = await rest()
    expect(fake.get(id).state).toBe('waiting_on_you')
    const asked = asks().view(ask)
    expect(asked).toMatchObject({ kind: 'decision', type: 'blocking', source: 'run', urgency: 'high' })
    expect(asked).toMatchObject({ team: 'alpha', from: id, expiresAt: null })
    expect(asked.text).toContain('The goal: Reach it')
    expect(asked.context).toContain('Its leader said last: I have no idea.')
    const [question] = asked.questions
    expect(question).toMatchObject({ freeText: true, multiSelect: false })
    expect(question?.options.map(({ label }) => label)).toEqual(['Go on', 'Accept it as it is', 'Stop it'])
  })

  test('[RUN34] asks once, however long it rests and however often the daemon dies', async () => {
    const { id, ask } = await rest()
    await fake.pass(60_000)
    await fake.restart()
    await fake.pass(60_000)
    expect(filed()).toHaveLength(1)
    expect(fake.get(id).asks).toEqual([ask])
  })

  test('[RUN34] whose question is dismissed is idle and asks no more, until its leader had another turn', async () => {
    const { id, ask } = await rest()
    await asks().dismiss(ask, 'user')
    await fake.pass(20_000)
    expect([fake.get(id).state, filed().length]).toEqual(['idle', 1])
    await fake.restart()
    await fake.pass(20_000)
    expect(filed()).toHaveLength(1)
    fake.runs.tell(id, 'Look again')
    await fake.settle()
    for (const words of ['I looked.', 'Nothing.']) {
      leader().answerTurn(words)
      await fake.pass(6000)
    }
    expect(filed()).toHaveLength(2)
  })

  test('[RUN34] because its turn was cancelled asks too, and its leader is not told to go on', async () => {
    const id = await fake.start()
    await fake.world.sessions.stop(fake.get(id).leader.turn!)
    await fake.pass(6000)
    expect(fake.get(id).state).toBe('waiting_on_you')
    expect(asks().view(fake.get(id).asks[0]!).context).toContain('ended as stopped')
    expect(fake.world.agents.flatMap((agent) => agent.sent)).toHaveLength(1)
  })

  test('[RUN34] no agent answers for you', async () => {
    Object.assign(fake.world.team, { answerers: ['beta'] })
    const { ask } = await rest()
    const session = fake.world.sessions.open('user', 'beta').id
    const who = { kind: 'agent', name: 'beta', session } as const
    await expect(asks().answer(ask, { who, input: { choose: '2' } })).rejects.toMatchObject({
      code: 'ASK_NOT_YOURS',
    })
  })

  test('[RUN34] no time passes for it while it waits for you', async () => {
    const { id } = await rest()
    await fake.pass(1000)
    fake.world.clock.advance(9 * 3_600_000)
    await fake.pass(1000)
    expect(fake.get(id)).toMatchObject({ state: 'waiting_on_you', endedAt: null })
  })
})

describe('what is answered is done', () => {
  test('[RUN35] go on: the leader is told to, with the goal', async () => {
    const { id, ask } = await rest()
    await answer(ask, { choose: 'Go on' })
    expect(sent()).toHaveLength(3)
    expect(sent()[2]).toMatch(/^Go on until the goal is reached[\s\S]*Reach it/)
    expect(fake.get(id)).toMatchObject({ state: 'working', asks: [] })
  })

  test('[RUN35] in your own words: they reach the leader as they are', async () => {
    const { ask } = await rest()
    await answer(ask, { text: 'The footer is missing.' })
    expect(sent()[2]).toBe('The footer is missing.')
  })

  test('[RUN35] accept: the run ends without proof, and says who accepted it', async () => {
    const { id, ask } = await rest()
    await answer(ask, { choose: '2', text: 'Good enough' })
    expect(fake.get(id)).toMatchObject({
      state: 'completed_unverified',
      summary: null,
      checks: null,
      reason: 'Its goal was not proven; it was accepted as it is by user. Good enough',
    })
    expect(leader().closed).toBe(true)
    expect(fake.events('run.ended')).toHaveLength(1)
  })

  test('[RUN35] stop: the run is stopped', async () => {
    const { id, ask } = await rest()
    await answer(ask, { choose: '3' })
    expect(fake.get(id)).toMatchObject({ state: 'stopped', reason: 'It was stopped by user.' })
    expect(fake.runs.resume(id, 'user', {})).toMatchObject({ endedAt: null })
  })

  test.each(['1', '2', '3'])(
    '[RUN35] an answer (%s) that a dying daemon left is done by the next, once',
    async (key) => {
      const { id, ask } = await rest()
      fake.runs.close()
      await asks().answer(ask, { who: byUser, input: { choose: key } })
      expect(asks().view(ask).carriedAt).toBeNull()
      await fake.restart()
      await fake.settle()
      await fake.restart()
      await fake.settle()
      const turns = fake.world.sessions.turnsAfter(fake.get(id).leader.session, 0, 10)
      expect(turns).toHaveLength(key === '1' ? 3 : 2)
      const state = { 1: 'working', 2: 'completed_unverified', 3: 'stopped' }[key]
      expect(fake.get(id).state).toBe(state)
      expect(fake.events('run.ended')).toHaveLength(key === '1' ? 0 : 1)
      expect(asks().view(ask).carriedAt).not.toBeNull()
    },
  )
})

describe('the question is withdrawn by itself', () => {
  test('[RUN36] when you tell the run something', async () => {
    const { id, ask } = await rest()
    fake.runs.tell(id, 'Try the other way')
    await fake.settle()
    expect(asks().view(ask)).toMatchObject({ state: 'withdrawn', closedFor: 'the run goes on' })
    expect(fake.get(id).state).toBe('working')
  })

  test('[RUN36] when its leader goes on by itself', async () => {
    const { id, ask } = await rest()
    leader().print(init)
    teammate.start(leader(), 'pm')
    leader().print(result('I wait.'))
    await fake.settle()
    expect(asks().view(ask).state).toBe('withdrawn')
    expect(fake.get(id).state).toBe('waiting_on_teammates')
  })

  test('[RUN36] when the run is stopped, also by the next daemon', async () => {
    const { id, ask } = await rest()
    await fake.runs.stop(id, 'user')
    expect(asks().view(ask)).toMatchObject({ state: 'withdrawn', closedFor: 'the run has ended' })
    await fake.restart()
    expect(fake.events('ask.withdrawn')).toHaveLength(1)
  })

  test('[RUN36] when its session is deleted, and the run ends with it', async () => {
    const { id, ask } = await rest()
    await fake.world.sessions.remove(fake.get(id).leader.session, 'user')
    await fake.settle()
    expect(asks().view(ask).state).toBe('withdrawn')
    expect(fake.get(id)).toMatchObject({ state: 'stopped', reason: 'Its session was deleted.' })
  })

  test('[RUN36] an answer that comes after it is refused and does nothing', async () => {
    const { id, ask } = await rest()
    fake.runs.tell(id, 'Try the other way')
    await fake.settle()
    await expect(asks().answer(ask, { who: byUser, input: { choose: '3' } })).rejects.toMatchObject({
      code: 'ASK_ANSWERED',
    })
    await fake.settle()
    expect(fake.get(id).state).toBe('working')
  })
})
