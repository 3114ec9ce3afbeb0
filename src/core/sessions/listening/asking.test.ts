import { expect, test } from 'vitest'
import type { SessionId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { settle, put, how, agent } = openOneSession((opened) => ({ world, session } = opened))

const says = (text: string, more: object = {}) =>
  agent().print({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text }] }, ...more })
const json = (more: object = {}) =>
  JSON.stringify({ question: { type: 'blocking', text: 'Ship it?', options: ['yes', 'no'], ...more } })
const answer = (choose: string) => ({ who: { kind: 'human', name: 'user' } as const, input: { choose } })
const openAsks = () => world.asks.list({ state: 'open', limit: 10 }).asks
const messages = () => world.sessions.turnsAfter(session, 0, 100).map(({ message }) => message)

test('[INB13] an agent that waits for a person is not silent; one that only asked is', async () => {
  const turn = await put('one')
  agent().print({ type: 'system', subtype: 'init' })
  const { ask } = world.asks.raise({
    source: 'ask_human',
    type: 'blocking',
    text: 'Go?',
    team: 'alpha',
    caller: 'user',
    session,
    turn,
  })
  const call = new AbortController()
  const waiting = world.asks.closed(ask.id, call.signal)
  world.clock.advance(24 * 3_600_000)
  expect(how(turn)).toBeNull()
  call.abort()
  await waiting
  world.clock.advance(120_000)
  await settle()
  expect(how(turn)).toBe('response_timeout')
})

test('[INB26] [INB1] a question in the words of an agent is filed once, with its turn; a teammate by its role', async () => {
  const turn = await put('one')
  agent().print({ type: 'system', subtype: 'init' })
  says(`First. ${json()}`)
  world.clock.advance(1)
  says(`Other. ${json({ text: 'Why?' })}`, { parent_tool_use_id: 'task1', subagent_type: 'Explore' })
  says('No "question" at all.')
  expect(openAsks()).toMatchObject([
    { text: 'Ship it?', source: 'json', turn, session, agent: agent().id, teammate: null, holds: false },
    { text: 'Why?', teammate: 'Explore' },
  ])
  await world.restart()
  await settle()
  expect(openAsks()).toHaveLength(2)
})

test('[INB26] a team that is not to ask is not heard', async () => {
  Object.assign(world.team, { questioning: false })
  await put('one')
  agent().print({ type: 'system', subtype: 'init' })
  says(json())
  expect(openAsks()).toEqual([])
})

test('[INB12] [INB15] the answer wakes the same session with one turn, also over a restart in between', async () => {
  await put('one')
  says(json())
  agent().answerTurn('done')
  const [ask] = openAsks()
  agent().exit()
  await settle()
  await world.restart()
  await world.asks.answer(ask!.ask, answer('yes'))
  await settle()
  expect(messages()).toEqual(['one', 'You asked: Ship it?\n\nThe answer: yes'])
  expect(world.asks.view(ask!.ask).carriedAt).not.toBeNull()
  await world.restart()
  await settle()
  expect(messages()).toHaveLength(2)
})

test('[INB12] an answer that could not be put is put by the next daemon', async () => {
  await put('one')
  says(json())
  agent().answerTurn('done')
  const [ask] = openAsks()
  world.sessions.deliver = () => Promise.resolve()
  await world.asks.answer(ask!.ask, answer('no'))
  expect(messages()).toEqual(['one'])
  await world.restart()
  await settle()
  expect(messages()).toEqual(['one', 'You asked: Ship it?\n\nThe answer: no'])
})

test('[INB15] the asks of a deleted session are withdrawn', async () => {
  await put('one')
  says(json())
  const [ask] = openAsks()
  await world.sessions.remove(session, 'user')
  expect(world.asks.view(ask!.ask).state).toBe('withdrawn')
})

test('[INB36] a plan without a word is sent back at once, whatever the team is allowed, and nobody is asked', async () => {
  for (const [place, grantPermission] of (['ask', 'yes', 'no', 'forward'] as const).entries()) {
    Object.assign(world.team, { grantPermission })
    await put('one')
    const request = { subtype: 'can_use_tool', tool_name: 'ExitPlanMode', input: {}, tool_use_id: 't' }
    agent().print({ type: 'control_request', request_id: `r${place}`, request })
    await settle()
    agent().answerTurn('done')
  }
  expect(openAsks()).toEqual([])
  expect(agent().answers).toEqual(['r0', 'r1', 'r2', 'r3'])
  const { asks } = world.asks.list({ state: 'policy', limit: 10 })
  expect(asks).toHaveLength(4)
  for (const { answer: given } of asks)
    expect(given).toMatchObject({
      allow: false,
      by: 'iris',
      text: expect.stringMatching(/^There is no plan to approve/),
    })
})

test('[INB7] [INB11] a grant answers without asking, unless the team denies everything', async () => {
  await put('one')
  const request = (id: string, command: string) =>
    agent().print({
      type: 'control_request',
      request_id: id,
      request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command }, tool_use_id: 't' },
    })
  request('r1', 'make')
  await world.asks.answer(openAsks()[0]!.ask, answer('a'))
  request('r2', 'make')
  request('r3', 'make clean')
  await settle()
  expect(agent().answers).toEqual(['r1', 'r2'])
  expect(openAsks()).toMatchObject([{ input: { command: 'make clean' } }])
  Object.assign(world.team, { grantPermission: 'no' })
  request('r4', 'make')
  await settle()
  const sources = world.events('ask.answered').map(({ data }) => {
    const { source, by, allow } = data as { source: string; by: string; allow: boolean }
    return [source, by, allow]
  })
  expect(sources).toEqual([
    ['user', 'user', true],
    ['policy', 'grant Bash(make)', true],
    ['policy', 'policy', false],
  ])
})

test('[INB32] a question that is dismissed tells its process to go on', async () => {
  await put('one')
  const decisions: unknown[] = []
  agent().answer = (_, decision) => Promise.resolve(void decisions.push(decision))
  agent().print({
    type: 'control_request',
    request_id: 'r1',
    request: {
      subtype: 'can_use_tool',
      tool_name: 'AskUserQuestion',
      input: { questions: [{ question: 'Tea?', header: '', multiSelect: false, options: [] }] },
      tool_use_id: 't',
    },
  })
  await world.asks.dismiss(openAsks()[0]!.ask, 'user')
  expect(decisions).toEqual([{ allow: false, message: expect.stringContaining('judgment') }])
})

test('[INB19] what cannot be written when it is due, as on a full disk, is done when it can', async () => {
  await put('one')
  world.asks.start()
  says(json())
  world.fill(true)
  world.clock.advance(6 * 60_000)
  expect(world.events('ask.reminded')).toEqual([])
  world.fill(false)
  world.clock.advance(5000)
  expect(world.events('ask.reminded')).toHaveLength(1)
  world.asks.close()
})
