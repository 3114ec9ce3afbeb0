import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunState } from '../../contract/index.ts'
import { init, openFakeRuns, result, teammate, woken, type FakeRuns } from './fake-runs.suite.ts'

let fake: FakeRuns
beforeEach(async () => {
  fake = await openFakeRuns()
})
afterEach(() => fake.end())

const leader = () => fake.leader()
const sent = () => leader().sent.map(({ text }) => text)
const states = (): RunState[] =>
  fake.events('run.changed').map((event) => (event.data as { state: RunState }).state)

/** The leader sets a teammate to work and ends its turn. */
async function handOut(...roles: string[]): Promise<void> {
  leader().print(init)
  for (const role of roles) teammate.start(leader(), role)
  leader().print(result('I wait.'))
  await fake.settle()
}

describe('a run', () => {
  test('[RUN12] it, its session and the goal are one transaction; each run has a session of its own', async () => {
    const [first, second] = [await fake.start(), await fake.start()]
    const [one, two] = [fake.get(first), fake.get(second)]
    expect(one.leader.session).not.toBe(two.leader.session)
    const types = fake.events('session.opened', 'run.started', 'turn.accepted').map(({ type }) => type)
    expect(types.slice(0, 3)).toEqual(['session.opened', 'run.started', 'turn.accepted'])
    expect(sent()[0]).toContain('Reach it')
    await expect(async () => fake.runs.start({ team: 'nobody', goal: 'x' })).rejects.toMatchObject({
      code: 'TEAM_UNKNOWN',
    })
    expect(fake.events('run.started')).toHaveLength(2)
  })

  test('[RUN13] its state follows from turns, teammates and asks; each change is told once', async () => {
    const id = await fake.start()
    await handOut('pm')
    expect(fake.get(id)).toMatchObject({ state: 'waiting_on_teammates', teammates: [{ state: 'working' }] })
    const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, agent_id: 'pm' }
    leader().print({ type: 'control_request', request_id: 'r1', request })
    await fake.settle()
    expect(fake.get(id)).toMatchObject({ state: 'waiting_on_you', teammates: [{ state: 'waiting_on_you' }] })
    leader().print({ type: 'control_cancel_request', request_id: 'r1' })
    await fake.settle()
    teammate.end(leader(), 'pm')
    leader().print(init)
    leader().print({ type: 'system', subtype: 'status', status: 'requesting' })
    await fake.settle()
    expect(fake.get(id).state).toBe('working')
    expect(states()).toEqual([
      'working',
      'waiting_on_teammates',
      'waiting_on_you',
      'waiting_on_teammates',
      'working',
    ])
    const told = fake.events('run.changed').map((event) => event.data as { was: RunState })
    expect(told.map(({ was }) => was)).toEqual(['starting', ...states().slice(0, -1)])
  })

  test('[RUN14] the leader completes; without proof that is completed_unverified', async () => {
    const id = await fake.start({ evidence: { files: ['plan.md'] } })
    leader().print(init)
    const { session } = fake.get(id).leader
    const { verdict } = await fake.runs.complete(session, 'All done')
    expect(verdict).toBe('completed_unverified')
    expect(fake.get(id)).toMatchObject({ endedAt: null, checks: [{ what: 'plan.md', ok: false }] })
    leader().print(result('Good bye.'))
    await fake.settle()
    expect(fake.get(id)).toMatchObject({ state: 'completed_unverified', summary: 'All done' })
    await expect(fake.runs.complete(session, 'Again')).rejects.toMatchObject({ code: 'RUN_ENDED' })
    expect(fake.events('run.ended')).toHaveLength(1)
    expect(states().at(-1)).toBe('completed_unverified')
  })

  test('[RUN14] a session that leads no run cannot complete one', async () => {
    const { id } = fake.world.sessions.open('user', 'alpha')
    await expect(fake.runs.complete(id, 'Done')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('[RUN14] a leader that is not seen at a turn completes nothing', async () => {
    const id = await fake.start()
    leader().answerTurn('Hm.')
    await fake.settle()
    const gone = new AbortController()
    gone.abort()
    const { session } = fake.get(id).leader
    await expect(fake.runs.complete(session, 'Done', { signal: gone.signal })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(fake.get(id)).toMatchObject({ summary: null, endedAt: null })
  })

  test('[RUN14] [RUN22] a check that a dying daemon left is made by the next', async () => {
    const id = await fake.start({ evidence: { commands: ['test -f plan.md'] } })
    writeFileSync(join(fake.folder, 'plan.md'), 'x')
    leader().print(init)
    fake.runs.complete(fake.get(id).leader.session, 'All done').catch(() => undefined)
    await new Promise(setImmediate)
    await fake.restart()
    await expect.poll(() => fake.events('run.checked').length).toBe(1)
    leader().print(result('Good bye.'))
    await fake.settle()
    expect(fake.get(id)).toMatchObject({ state: 'completed' })
  })
})

describe('what a leader is told', () => {
  test('[RUN21] one whose process died goes on with the ids of the teammates it lost', async () => {
    const id = await fake.start()
    await handOut('pm')
    leader().exit({ code: null, signal: 'SIGKILL' })
    await fake.settle()
    expect(sent()[0]).toMatch(/your process died while you waited[\s\S]*pm[\s\S]*agent id pm[\s\S]*Reach it/)
    expect(leader().conversation.how).toBe('resumed')
    expect(fake.events('run.revived')).toMatchObject([{ data: { run: id, attempt: 1 } }])
    leader().answerTurn('I look.')
    await fake.settle()
    expect(fake.get(id).endedAt).toBeNull()
  })

  test('[RUN21] after three tries in vain the run has failed', async () => {
    const id = await fake.start()
    for (let round = 0; round < 4; round += 1) {
      leader().print(init)
      leader().exit({ code: null, signal: 'SIGKILL' })
      await fake.settle()
    }
    expect(fake.get(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('3 tries') })
    expect(fake.world.agents).toHaveLength(4)
  })

  test('[RUN23] one that ends its turn with nothing under way is asked once, and then it is idle', async () => {
    const id = await fake.start()
    leader().answerTurn('Hm.')
    await fake.settle()
    expect(sent()).toHaveLength(1)
    await fake.pass(6000)
    expect(sent()[1]).toContain('run_complete')
    leader().answerTurn('Hm hm.')
    await fake.pass(4000)
    expect([sent().length, fake.get(id).state]).toEqual([2, 'idle'])
    fake.runs.tell(id, 'Go on!')
    await fake.settle()
    expect(sent()[2]).toBe('Go on!')
    expect(fake.events('ask.opened')).toEqual([])
  })

  test('[RUN13] [RUN23] one whose words were filed as a question waits for you and is not asked', async () => {
    const id = await fake.start()
    const { session } = fake.get(id).leader
    leader().answerTurn('Red or blue?')
    await fake.settle()
    const { ask } = fake.world.asks.raise({
      source: 'prose',
      type: 'blocking',
      text: 'Red or blue?',
      team: 'alpha',
      caller: id,
      session,
    })
    await fake.pass(20_000)
    expect([sent().length, fake.get(id).state, fake.get(id).asks]).toEqual([1, 'waiting_on_you', [ask.id]])
  })

  test('[RUN24] what another team answered reaches it once; an answer it waited for is not told again', async () => {
    const id = await fake.start()
    const { session } = fake.get(id).leader
    leader().print(init)
    leader().print(result('I wait for beta.'))
    const beta = fake.world.sessions.open('alpha', 'beta').id
    const put = (message: string) =>
      fake.world.sessions.put({ session: beta, message, author: 'alpha', fromSession: session }).id
    const waited = put('First?')
    const watching = fake.world.sessions.progress$(waited).subscribe()
    await fake.settle()
    expect(fake.get(id)).toMatchObject({
      state: 'waiting_on_teammates',
      teammates: [{ form: 'team', name: 'beta' }],
    })
    const [own, other] = fake.world.agents
    other!.answerTurn('One.')
    await fake.settle()
    watching.unsubscribe()
    put('Second?')
    await fake.settle()
    other!.print({ type: 'assistant', message: { content: [{ type: 'text', text: 'It is in b.ts.' }] } })
    other!.answerTurn('Two.')
    await fake.settle()
    expect(own!.sent.map(({ text }) => text).slice(1)).toEqual([
      expect.stringMatching(/It is in b\.ts\.\n\n\[Final message\]\n\nTwo\.$/),
    ])
    expect(fake.get(id).teammates).toMatchObject([{ state: 'completed', tasks: 2, summary: 'Two.' }])
    const told = fake.events('teammate.started', 'teammate.ended').map((event) => event.session)
    expect(new Set(told)).toEqual(new Set([session]))
  })

  test('[RUN24] an answer that finds its queue full reaches it later, once, also by the next daemon', async () => {
    const id = await fake.start({ limits: { turns: null } })
    const { session } = fake.get(id).leader
    leader().print(init)
    const beta = fake.world.sessions.open('alpha', 'beta').id
    fake.world.sessions.put({ session: beta, message: 'Well?', author: 'alpha', fromSession: session })
    await fake.settle()
    const own = fake.world.agents[0]!
    fake.world.log.write(() => {
      for (let n = 0; n < 1000; n += 1) fake.runs.tell(id, 'x')
    })
    fake.world.agents[1]!.answerTurn('All well.')
    await fake.settle()
    expect(fake.get(id).teammates).toMatchObject([{ state: 'completed' }])
    const reports = () =>
      fake.world.sessions.turnsAfter(session, 0, 2000).filter(({ message }) => message.includes('All well.'))
    expect(reports()).toEqual([])
    await fake.restart()
    await fake.pass(5000)
    expect(reports()).toEqual([])
    own.print(result('One.'))
    await fake.settle()
    expect(reports()).toMatchObject([{ author: 'beta' }])
    await fake.restart()
    own.answerTurn('Two.')
    await fake.pass(5000)
    expect(reports()).toHaveLength(1)
  })

  test('[RUN25] a teammate that fails leaves the run alive', async () => {
    const id = await fake.start()
    await handOut('pm', 'qa')
    teammate.end(leader(), 'pm', 'failed')
    leader().print(init)
    leader().print(result('I go on without.', woken))
    await fake.settle()
    expect(fake.get(id)).toMatchObject({
      state: 'waiting_on_teammates',
      teammates: [{ state: 'failed' }, { state: 'working' }],
    })
  })
})

describe('stop and resume', () => {
  test('[RUN18] stop ends the leader, its teammates and what it told others; what was said is kept', async () => {
    const id = await fake.start()
    const { session } = fake.get(id).leader
    await handOut('pm')
    const beta = fake.world.sessions.open('alpha', 'beta').id
    const told = fake.world.sessions.put({
      session: beta,
      message: 'x',
      author: 'alpha',
      fromSession: session,
    })
    const other = fake.world.sessions.put({ session: beta, message: 'y', author: 'user', fromSession: null })
    await fake.settle()
    await fake.runs.stop(id, 'user')
    expect(fake.get(id)).toMatchObject({ state: 'stopped', reason: 'It was stopped by user.' })
    expect(fake.get(id).teammates.map(({ state }) => state)).toEqual(['stopped', 'stopped'])
    expect(fake.world.sessions.turn(told.id).how).toBe('stopped')
    expect(fake.world.sessions.turn(other.id).how).toBeNull()
    expect(fake.world.agents[0]?.closed).toBe(true)
    expect((await fake.runs.stop(id, 'user')).state).toBe('stopped')
    expect(() => fake.runs.tell(id, 'x')).toThrow(expect.objectContaining({ code: 'RUN_ENDED' }))
    expect(fake.events('run.ended')).toHaveLength(1)
  })

  test('[RUN18] stop ends what a told team still has under way inside its agent', async () => {
    const id = await fake.start()
    const { session } = fake.get(id).leader
    leader().print(init)
    const beta = fake.world.sessions.open('alpha', 'beta').id
    fake.world.sessions.put({ session: beta, message: 'x', author: 'alpha', fromSession: session })
    await fake.settle()
    await handOut('pm')
    expect(fake.get(id).teammates).toMatchObject([{ name: 'beta', state: 'completed' }])
    expect(leader().closed).toBe(false)
    await fake.runs.stop(id, 'user')
    expect(fake.world.agents.map(({ closed }) => closed)).toEqual([true, true])
    expect(fake.world.sessions.teammates(beta)).toMatchObject([{ how: 'stopped' }])
  })

  test('[RUN18] a stop that a dying daemon left is finished by the next', async () => {
    const id = await fake.start()
    await handOut('pm')
    const hold = new Promise<never>(() => undefined)
    leader().close = () => hold
    void fake.runs.stop(id, 'user')
    await fake.settle()
    expect(fake.get(id).endedAt).toBeNull()
    leader().exit()
    await fake.restart()
    expect(fake.get(id)).toMatchObject({ state: 'stopped' })
    expect(fake.events('run.ended')).toHaveLength(1)
  })

  test('[RUN19] resume goes on in the same session, with its counters anew', async () => {
    const id = await fake.start({ limits: { turns: 1 } })
    expect(() => fake.runs.resume(id, 'user', {})).toThrow(expect.objectContaining({ code: 'RUN_OPEN' }))
    await fake.runs.stop(id, 'user')
    expect(() => fake.runs.resume(id, 'user', {})).toThrow(
      expect.objectContaining({ code: 'RUN_OVER_LIMIT' }),
    )
    const resumed = fake.runs.resume(id, 'user', { message: 'Now do it', limits: { turns: null } })
    expect(resumed).toMatchObject({ endedAt: null, reason: null, limits: { turns: null } })
    await fake.settle()
    expect(sent()[0]).toMatch(/It was stopped by user[\s\S]*Now do it/)
    expect(fake.get(id).leader.session).toBe(resumed.leader.session)
    expect(fake.events('session.opened')).toHaveLength(1)
  })
})
