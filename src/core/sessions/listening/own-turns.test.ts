import { describe, expect, test } from 'vitest'
import type { SessionId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { settle, put, agent } = openOneSession((opened) => ({ world, session } = opened))

const turns = () => world.sessions.turnsAfter(session, 0, 100)
const init = { type: 'system', subtype: 'init' }
const requesting = { type: 'system', subtype: 'status', status: 'requesting' }
const says = (text: string, more: object = {}) => ({
  type: 'assistant',
  message: { id: 'm', model: 'x', content: [{ type: 'text', text }] },
  ...more,
})
const result = (text: string, more: object = {}) => ({
  type: 'result',
  subtype: 'success',
  num_turns: 1,
  result: text,
  total_cost_usd: 0,
  ...more,
})
const origin = { origin: { kind: 'task-notification' } }
const task = (step: string, more: object = {}) => ({
  type: 'system',
  subtype: `task_${step}`,
  task_id: 'a1',
  tool_use_id: 'toolu_1',
  ...more,
})
const started = (more: object = {}) =>
  task('started', { description: 'PM stage', subagent_type: 'pm', task_type: 'local_agent', ...more })
const ended = (status = 'completed', more: object = {}) =>
  task('notification', { status, summary: 'It is written.', ...more })

/** The agent answers, and a teammate goes on working inside it. */
async function leadWithTeammate(): Promise<void> {
  await put('go')
  agent().print(init)
  const call = {
    type: 'tool_use',
    id: 'toolu_1',
    name: 'Agent',
    input: { subagent_type: 'pm', name: 'thomas' },
  }
  agent().print({ type: 'assistant', message: { id: 'm', model: 'x', content: [call] } })
  agent().print(started())
  agent().print({
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'launched' }],
    },
  })
  agent().print(result('PM is on it.', { total_cost_usd: 1 }))
  await settle()
}

describe('turns an agent begins by itself', () => {
  test('[RUN1] [TEA6] what reaches an agent within a turn of its own ends with that turn, unless it is begun after it', async () => {
    const meetOwnTurn = async (message: string) => {
      const turn = await put(message)
      agent().print(init)
      agent().print(says('Both are done.'))
      agent().print(result('Both are done.', origin))
      return turn
    }
    const folded = await meetOwnTurn('more')
    world.clock.advance(2999)
    expect(world.sessions.turn(folded).how).toBeNull()
    world.clock.advance(1)
    expect(world.sessions.turn(folded)).toMatchObject({ how: 'answered', answer: 'Both are done.' })
    const begun = await meetOwnTurn('and more')
    agent().print(init)
    world.clock.advance(3000)
    expect(world.sessions.turn(begun).how).toBeNull()
    agent().answerTurn('Done too.')
    expect(world.sessions.turn(begun)).toMatchObject({ how: 'answered', answer: 'Done too.' })
  })

  test('[RUN1] what is put while an agent has begun something by itself waits until that is over', async () => {
    await put('go')
    agent().answerTurn('Done.')
    await settle()
    agent().print(init)
    await put('more')
    expect(agent().sent.map(({ text }) => text)).toEqual(['go'])
    agent().print(result('', { num_turns: 0 }))
    await settle()
    expect(agent().sent.map(({ text }) => text)).toEqual(['go', 'more'])
  })

  test('[RUN1] a teammate that ends wakes its agent: a turn of its own, with its cost', async () => {
    await leadWithTeammate()
    agent().print(ended())
    agent().print(init)
    agent().print(requesting)
    expect(turns()).toMatchObject([
      { how: 'answered', answer: 'PM is on it.', wokenBy: null, cost: 1 },
      { how: null, wokenBy: 'task-notification', message: 'thomas (PM stage) completed' },
    ])
    agent().print(says('Next.'))
    agent().print(result('Next.', { ...origin, total_cost_usd: 3 }))
    const [, woken] = turns()
    expect(woken).toMatchObject({ how: 'answered', answer: 'Next.', cost: 2 })
    const told = world.events('turn.woken', 'turn.ended').filter((event) => event.turn === woken?.id)
    expect(told).toMatchObject([
      { type: 'turn.woken', data: { teammates: ['thomas (PM stage) completed'] } },
      { type: 'turn.ended', data: { how: 'answered' } },
    ])
    const words = world.events('agent.printed').filter((event) => event.turn === woken?.id)
    expect(words).toHaveLength(3)
  })

  test('[RUN2] a message put while an agent is at a turn of its own waits for it', async () => {
    await leadWithTeammate()
    agent().print(ended())
    agent().print(init)
    const turn = await put('and now?')
    expect(agent().sent.map(({ text }) => text)).toEqual(['go'])
    agent().print(says('Next.'))
    agent().print(result('Next.', origin))
    await settle()
    expect(agent().sent.map(({ text }) => text)).toEqual(['go', 'and now?'])
    agent().answerTurn('This.')
    expect(world.sessions.turn(turn)).toMatchObject({ how: 'answered', answer: 'This.', wokenBy: null })
  })

  test('[RUN2] a message that meets a turn of its own on the way is answered by its own result', async () => {
    await leadWithTeammate()
    const turn = await put('and now?')
    agent().print(ended())
    agent().print(init)
    agent().print(says('Next.'))
    agent().print(result('Next.', { ...origin, total_cost_usd: 4 }))
    expect(world.sessions.turn(turn).how).toBeNull()
    agent().answerTurn('This.', { total_cost_usd: 5 })
    await settle()
    expect(turns().slice(1)).toMatchObject([
      { id: turn, how: 'answered', answer: 'This.', cost: 1 },
      { wokenBy: 'task-notification', how: 'answered', answer: 'Next.', cost: 3 },
    ])
  })

  test('[RUN2] what woke the agent for a turn that met a message on the way is what its result says', async () => {
    await leadWithTeammate()
    await put('and now?')
    agent().print(init)
    agent().print(says('Next.'))
    agent().print(result('Next.', { origin: { kind: 'peer-message' } }))
    expect(turns().at(-1)).toMatchObject({ wokenBy: 'peer-message', answer: 'Next.' })
  })

  test('[RUN1] an end that woke nobody in good time is forgotten: what the agent begins later is its own', async () => {
    await leadWithTeammate()
    agent().print(ended())
    world.clock.advance(1500)
    await settle()
    agent().print(requesting)
    expect(turns().at(-1)).toMatchObject({ wokenBy: 'agent', message: 'It went on by itself.' })
  })

  test('[RUN3] what the CLI only takes note of is no turn, and the next message is put at once', async () => {
    await leadWithTeammate()
    agent().print(ended())
    agent().print(init)
    const turn = await put('and now?')
    expect(agent().sent).toHaveLength(1)
    agent().print(result('', { num_turns: 0, ...origin }))
    await settle()
    expect(agent().sent.map(({ text }) => text)).toEqual(['go', 'and now?'])
    expect(turns().map(({ id }) => id)).toEqual([expect.any(String), turn])
    // What it noted it was told with that: no further turn is about it, and nothing waits for one.
    agent().answerTurn('This.')
    await put('more')
    expect(agent().sent.map(({ text }) => text)).toEqual(['go', 'and now?', 'more'])
  })

  test('[RUN4] a turn of its own goes on after the daemon died, and ends with its result', async () => {
    await leadWithTeammate()
    agent().print(ended())
    agent().print(init)
    agent().print(says('Half.'))
    await settle()
    await world.restart()
    expect(agent().sent).toHaveLength(1)
    agent().print(result('Whole.', origin))
    expect(turns()).toMatchObject([{}, { wokenBy: 'task-notification', how: 'answered', answer: 'Whole.' }])
  })

  test('[RUN4] with its process a turn of its own ends as agent_died, also where turns are resumed', async () => {
    Object.assign(world.team, { onCrash: 'resume' })
    await leadWithTeammate()
    agent().print(ended())
    agent().print(init)
    agent().print(says('Half.'))
    agent().exit({ code: null, signal: 'SIGKILL' })
    await settle()
    expect(turns()[1]).toMatchObject({ how: 'agent_died', answer: 'Half.' })
    expect(world.agents).toHaveLength(1)
  })
})

describe('teammates', () => {
  const teammate = () => world.sessions.teammates(session)[0]

  test('[RUN5] a teammate is set to work, goes on and ends once; set to work again it is the same', async () => {
    await leadWithTeammate()
    expect(teammate()).toMatchObject({ name: 'thomas', role: 'pm', isBackground: 1, endedAt: null, tasks: 1 })
    agent().print(task('progress', { description: 'Writing the plan', usage: { total_tokens: 7 } }))
    expect(teammate()).toMatchObject({ activity: 'Writing the plan', tokens: 7 })
    agent().print(task('updated', { patch: { status: 'completed' } }))
    agent().print(ended('completed', { usage: { total_tokens: 9 } }))
    expect(teammate()).toMatchObject({ how: 'completed', summary: 'It is written.' })
    agent().print(started({ tool_use_id: 'toolu_2' }))
    expect(teammate()).toMatchObject({ endedAt: null, tasks: 2, name: 'thomas' })
    const types = ['teammate.started', 'teammate.progressed', 'teammate.ended'] as const
    expect(world.events(...types).map(({ type }) => type)).toEqual([...types, 'teammate.started'])
  })

  test('[RUN5] a teammate that is sent back is at work again, also where the CLI tells it only in the result', async () => {
    await leadWithTeammate()
    agent().print(ended())
    agent().print({
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_9', content: 'resumed' }],
      },
      tool_use_result: { success: true, resumedAgentId: 'a1' },
    })
    expect(teammate()).toMatchObject({ endedAt: null, tasks: 2, name: 'thomas', role: 'pm', isBackground: 1 })
    agent().print(says('Once more.', { parent_tool_use_id: 'toolu_9', subagent_type: 'pm' }))
    agent().print(ended('completed', { tool_use_id: 'toolu_9', summary: 'Agent "PM stage" finished' }))
    expect(teammate()).toMatchObject({ how: 'completed', summary: 'Once more.' })
    expect(world.events('teammate.ended')).toHaveLength(2)
  })

  test('[RUN5] what a teammate said last is its report', async () => {
    await leadWithTeammate()
    agent().print(says('The plan is in plan.md.', { parent_tool_use_id: 'toolu_1', subagent_type: 'pm' }))
    agent().print(task('updated', { patch: { status: 'completed' } }))
    agent().print(ended('completed', { summary: 'Agent "PM stage" finished' }))
    expect(teammate()?.summary).toBe('The plan is in plan.md.')
    expect(world.events('teammate.ended')).toMatchObject([{ data: { summary: 'The plan is in plan.md.' } }])
  })

  test('[RUN5] of a long text of a teammate the first 2,000 characters are kept', async () => {
    const [whole, long] = ['x'.repeat(2000), 'y'.repeat(2001)]
    await leadWithTeammate()
    const does = (description: string) => agent().print(task('progress', { description }))
    const kept = [whole, long].map((text) => {
      does(text)
      return teammate()?.activity
    })
    agent().print(ended('completed', { summary: long }))
    expect([...kept, teammate()?.summary]).toEqual([whole, `${'y'.repeat(2000)}…`, `${'y'.repeat(2000)}…`])
  })

  test.each([
    ['its first call, as the CLI does', 'toolu_1'],
    ['the call that sent it', 'toolu_2'],
  ])('[RUN33] the report of a second task is what was said last in it, under %s', async (_, voice) => {
    await leadWithTeammate()
    agent().print(says('The plan is in plan.md.', { parent_tool_use_id: 'toolu_1', subagent_type: 'pm' }))
    agent().print(ended())
    agent().print(started({ tool_use_id: 'toolu_2' }))
    expect(teammate()).toMatchObject({ endedAt: null, tasks: 2, summary: 'The plan is in plan.md.' })
    agent().print(says('It has dates now.', { parent_tool_use_id: voice, subagent_type: 'pm' }))
    agent().print(task('updated', { patch: { status: 'completed' } }))
    agent().print(ended('completed', { tool_use_id: 'toolu_2', summary: 'Agent "PM stage" finished' }))
    expect(teammate()?.summary).toBe('It has dates now.')
    expect(world.events('teammate.ended')).toMatchObject([
      { data: { summary: 'The plan is in plan.md.' } },
      { data: { summary: 'It has dates now.' } },
    ])
  })

  test('[RUN33] a second task without a word does not get the report of the first', async () => {
    await leadWithTeammate()
    agent().print(says('The plan is in plan.md.', { parent_tool_use_id: 'toolu_1', subagent_type: 'pm' }))
    agent().print(ended())
    agent().print(started({ tool_use_id: 'toolu_2' }))
    agent().print(ended('stopped', { tool_use_id: 'toolu_2', summary: 'It was stopped.' }))
    expect(teammate()).toMatchObject({ how: 'stopped', summary: 'It was stopped.' })
  })

  test('[RUN33] an error of the model in a second task makes it fail too', async () => {
    await leadWithTeammate()
    agent().print(ended())
    agent().print(started({ tool_use_id: 'toolu_2' }))
    agent().print(says('API Error: 500', { parent_tool_use_id: 'toolu_1', error: 'server_error' }))
    agent().print(ended('completed', { tool_use_id: 'toolu_2' }))
    expect(teammate()).toMatchObject({ how: 'failed', summary: 'API Error: 500' })
  })

  test('[RUN33] what a teammate had said when the daemon died is its report when it ends with the next', async () => {
    await leadWithTeammate()
    agent().print(says('The plan is in plan.md.', { parent_tool_use_id: 'toolu_1', subagent_type: 'pm' }))
    await settle()
    await world.restart()
    agent().print(ended('completed', { summary: 'Agent "PM stage" finished' }))
    expect(teammate()).toMatchObject({ how: 'completed', summary: 'The plan is in plan.md.' })
  })

  test('[RUN1] ends that come together wake the agent one after the other, and each turn names its own', async () => {
    const other = { task_id: 'a2', tool_use_id: 'toolu_2', description: 'BE stage', subagent_type: 'be' }
    const call = (id: string) => ({ type: 'tool_use', id, name: 'Agent', input: { run_in_background: true } })
    await put('go')
    agent().print(init)
    const content = [call('toolu_1'), call('toolu_2')]
    agent().print({ type: 'assistant', message: { id: 'm', model: 'x', content } })
    agent().print(started())
    agent().print(started(other))
    agent().print(result('Both are on it.'))
    await settle()
    agent().print(task('updated', { patch: { status: 'completed' } }))
    agent().print(task('updated', { ...other, patch: { status: 'completed' } }))
    for (const more of [{}, other]) {
      agent().print(ended('completed', more))
      agent().print(init)
      agent().print(requesting)
      agent().print(result('Next.', origin))
    }
    expect(world.events('turn.woken').map(({ data }) => data)).toMatchObject([
      { by: 'task-notification', teammates: ['pm (PM stage) completed'] },
      { by: 'task-notification', teammates: ['be (BE stage) completed'] },
    ])
  })

  test('[RUN5] a long command is no teammate', async () => {
    await put('go')
    agent().print(init)
    agent().print(started({ task_type: 'local_bash' }))
    agent().print(task('updated', { patch: { status: 'completed' } }))
    expect([world.sessions.teammates(session), world.events('teammate.ended')]).toEqual([[], []])
  })

  test('[RUN6] a teammate that met an error of the model has failed, whatever the CLI calls it', async () => {
    await leadWithTeammate()
    const fault = { parent_tool_use_id: 'toolu_1', error: 'server_error' }
    agent().print(says('API Error: 500', fault))
    agent().print(ended())
    expect(teammate()).toMatchObject({ how: 'failed', summary: 'API Error: 500' })
  })

  test('[RUN6] with its process every teammate inside it is stopped', async () => {
    await leadWithTeammate()
    agent().exit()
    expect(teammate()).toMatchObject({ how: 'stopped' })
    expect(world.events('teammate.ended')).toMatchObject([{ data: { teammate: 'a1', how: 'stopped' } }])
  })

  test('[RUN7] a session in which a teammate works keeps its process: no room is made of it, it is not idle', async () => {
    await leadWithTeammate()
    const others = ['b', 'c'].map((caller) => world.sessions.open(caller, 'beta').id)
    for (const other of others)
      world.sessions.put({ session: other, message: 'x', author: 'b', fromSession: null })
    await settle()
    expect(world.agents.map(({ closed }) => closed)).toEqual([false, false])
    world.clock.advance(4 * 3_600_000)
    await settle()
    expect(world.agents[0]?.closed).toBe(false)
    world.agents[0]?.print(ended())
    world.clock.advance(4 * 3_600_000)
    await settle()
    expect(world.agents[0]?.closed).toBe(true)
  })

  test('[RUN7] while a teammate works inside it, an agent is not asked to count its context', async () => {
    await leadWithTeammate()
    world.clock.advance(10_000)
    await settle()
    expect(world.sessions.live(session).contextPercent).toBeNull()
    agent().print(ended())
    agent().print(init)
    agent().print(requesting)
    agent().print(result('Next.', origin))
    await settle()
    world.clock.advance(10_000)
    await settle()
    expect(world.sessions.live(session).contextPercent).toBe(25)
  })

  test('[RUN8] an agent that waits for a teammate may be silent for half an hour', async () => {
    await put('go')
    agent().print(init)
    agent().print(started())
    world.clock.advance(29 * 60_000)
    await settle()
    expect(turns()[0]?.how).toBeNull()
    agent().print(ended())
    await settle()
    world.clock.advance(61_000)
    await settle()
    expect(turns()[0]?.how).toBe('response_timeout')
  })

  test('[RUN9] what a teammate asks carries its name', async () => {
    await leadWithTeammate()
    const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, description: 'Delete it all' }
    agent().print({ type: 'control_request', request_id: 'r1', request: { ...request, agent_id: 'a1' } })
    expect(world.asks.holding(session)).toMatchObject([{ teammate: 'thomas', text: 'Bash Delete it all' }])
  })
})
