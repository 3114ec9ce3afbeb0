import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionId } from '../../contract/index.ts'
import { openIrisWorld, until, type IrisWorld } from './world.suite.ts'

let world: IrisWorld
beforeEach(async () => (world = await openIrisWorld()))
afterEach(() => world.end())

const clear = 'Found the cause: the lock is stale. Nothing was changed yet. May I delete it?'
const doubtful = 'The page renders. Want me to look at the footer?'
const settled = () => world.events('question.settled').map(({ data }) => data)

test('[IRI1] who only took the receipt has a question filed at once, with why', async () => {
  const { session, turn } = await world.answer(clear)
  await world.settle()
  expect(world.events('question.judged')[0]).toMatchObject({
    session,
    turn,
    data: {
      verdict: 'needs_answer',
      kind: 'permission',
      text: 'May I delete it?',
      reasons: expect.arrayContaining(['leave']),
    },
  })
  await until(() => world.open().length === 1)
  expect(world.open()[0]).toMatchObject({
    source: 'prose',
    kind: 'question',
    type: 'blocking',
    urgency: 'high',
    text: 'May I delete it?',
    context: clear,
    session,
    turn,
    team: 'alpha',
    from: 'user',
  })
  expect(world.open()[0]?.questions[0]?.options.map(({ label }) => label)).toEqual(['Yes', 'No'])
  expect(settled()).toMatchObject([{ how: 'filed', by: 'rules', ask: world.open()[0]?.ask }])
})

test('[IRI1] the final message is judged, and the ask shows what was said before it', async () => {
  const session = world.sessions.open('user', 'alpha').id
  const { id } = world.sessions.put({ session, message: 'do it', author: 'user', fromSession: null })
  const agent = await world.given(id)
  const found = 'Shall I look into the lock? I do: it is stale.'
  agent.print({ type: 'assistant', message: { content: [{ type: 'text', text: found }] } })
  agent.answerTurn('May I delete it?')
  await until(() => world.open().length === 1)
  expect(world.open()[0]).toMatchObject({ text: 'May I delete it?', context: `${found}\n\nMay I delete it?` })
})

test('[IRI2] a model that waits has the response time; one that tells again in it is not bothered', async () => {
  const { session } = await world.answer(clear, { reader: 'model' })
  world.clock.advance(29_000)
  await world.settle()
  expect(world.open()).toEqual([])
  world.sessions.put({ session, message: 'yes', author: 'user', fromSession: null })
  await until(() => settled().length === 1)
  world.clock.advance(60_000)
  await world.settle()
  expect(settled()).toMatchObject([
    { how: 'answered', ask: null, reasons: expect.arrayContaining(['caller_told_again']) },
  ])
  expect(world.open()).toEqual([])
})

test('[IRI2] one that waits and stays silent has it filed when the time is over', async () => {
  await world.answer(clear, { reader: 'model' })
  world.clock.advance(30_000)
  await until(() => world.open().length === 1)
})

test('[IRI2] a person who waits is not waited for: the question is filed at once', async () => {
  await world.answer(clear, { reader: 'person' })
  await until(() => world.open().length === 1)
  expect(world.events('question.judged')[0]).toMatchObject({ data: { fileAt: world.clock.now() } })
})

test('[IRI3] a restart in the waiting time neither loses nor repeats it', async () => {
  await world.answer(clear, { reader: 'model' })
  await world.iris.close()
  world.clock.advance(40_000)
  await world.reopen()
  await until(() => world.open().length === 1)
  await world.iris.close()
  await world.reopen()
  await world.settle()
  expect(world.open()).toHaveLength(1)
  expect(settled()).toHaveLength(1)
})

test('[DMN17] [IRI3] with the clock set back meanwhile, the next daemon waits no longer than anybody would', async () => {
  await world.answer(clear, { reader: 'model' })
  await world.iris.close()
  world.clock.setDate(-86_400_000)
  await world.reopen()
  world.clock.advance(30_000)
  await until(() => world.open().length === 1)
})

test('[IRI4] an offer is filed as a low-urgency ask, never dropped', async () => {
  await world.answer('Done, all tests pass. If you want, I can also write a summary.')
  await until(() => world.open().length === 1)
  expect(world.open()[0]).toMatchObject({ type: 'preference', urgency: 'low', tags: ['offer'] })
  expect(world.open()[0]?.expiresAt).toBeGreaterThan(world.clock.now())
  expect(world.asked).toEqual([])
})

test.each([
  'Hello! What shall I do?',
  'Hi there, good to meet you. How can I help you today?',
  'Hallo! Was soll ich tun?',
  '你好！需要我做什么？',
])('[IRI33] a greeting is judged and bothers nobody: %s', async (text) => {
  await world.answer(text)
  await world.settle()
  expect(world.events('question.judged')).toMatchObject([
    { data: { verdict: 'offer', reasons: expect.arrayContaining(['greeting']), fileAt: null } },
  ])
  expect(world.open()).toEqual([])
})

test('[IRI33] “what next?” after finished work is an offer that expires, not a need', async () => {
  world.agentConfig['enabled'] = false
  await world.answer('All merged, the tests pass. What shall I do next?')
  await until(() => world.open().length === 1)
  expect(world.open()[0]).toMatchObject({ type: 'preference', urgency: 'low' })
})

test('[IRI4] what asks nothing is judged and not filed', async () => {
  await world.answer('Renamed in 14 files. Tests pass.')
  await world.settle()
  expect(world.events('question.judged')).toMatchObject([{ data: { verdict: 'none', fileAt: null } }])
  expect(world.open()).toEqual([])
})

test('[IRI5] only what the rules cannot tell goes to the model, with the task, fenced', async () => {
  world.script = () => 'Sure: {"verdict":"needs_answer","reason":"it stops there"}'
  await world.answer(doubtful)
  await until(() => settled().length === 1)
  expect(settled()).toMatchObject([
    { by: 'model', verdict: 'needs_answer', reasons: expect.arrayContaining(['it stops there']) },
  ])
  expect(world.asked).toHaveLength(1)
  expect(world.asked[0]).toContain('| do it')
  expect(world.asked[0]).toContain('| Want me to look at the footer?')
  expect(world.launches[0]).toMatchObject({ model: 'claude-sonnet-4-5' })
  expect(world.iris.messages({ agentSession: 'iris-brain:user->alpha', after: 0, limit: 10 })).toMatchObject([
    { role: 'user', type: 'team-completion', content: doubtful },
    { role: 'assistant', type: 'iris-analysis' },
  ])
})

test('[IRI24] without the quick check the model looks at every answer, and its word counts', async () => {
  const analysis = world.agentConfig['completionAnalysis']
  world.agentConfig['completionAnalysis'] = { ...(analysis as object), useQuickCheck: false }
  world.script = ({ message }) =>
    message.includes('The migration is ready.')
      ? '{"verdict":"needs_answer","reason":"somebody must start it"}'
      : '{"verdict":"none","reason":"it goes on"}'
  await world.answer('The migration is ready.')
  await until(() => world.open().length === 1)
  expect(world.open()[0]).toMatchObject({ text: 'The migration is ready.', urgency: 'high' })
  await world.answer(clear)
  await until(() => settled().length === 2)
  expect(settled()).toMatchObject([
    { how: 'filed', by: 'model', verdict: 'needs_answer' },
    { how: 'dropped', by: 'model', verdict: 'none' },
  ])
  world.agentConfig['enabled'] = false
  await world.answer('All done.')
  await until(() => settled().length === 3)
  expect(settled()[2]).toMatchObject({ how: 'dropped', by: 'rules' })
})

test('[IRI5] words that do not fit are asked for once more; then it is filed as an offer', async () => {
  world.script = () => 'I think it is fine.'
  await world.answer(doubtful)
  await until(() => settled().length === 1)
  expect(world.asked).toHaveLength(2)
  expect(settled()).toMatchObject([{ by: 'rules', reasons: expect.arrayContaining(['model_unreadable']) }])
  expect(world.open()[0]).toMatchObject({ type: 'preference', urgency: 'low' })
})

test.each([
  ['switched off', { enabled: false }, 'agent_disabled'],
  ['over its budget', { budget: { total: 0 } }, 'over_budget'],
])(
  '[IRI6] an agent that is %s calls no model; a proposal is filed as an offer that expires',
  async (_, config, why) => {
    Object.assign(world.agentConfig, config)
    await world.answer('Found the cause: the lock is stale. Nothing was changed yet. Should I delete it?')
    await until(() => world.open().length === 1)
    expect(world.asked).toEqual([])
    expect(settled()).toMatchObject([
      { by: 'rules', how: 'filed', verdict: 'offer', reasons: expect.arrayContaining([why]) },
    ])
    const [ask] = world.open()
    expect(ask).toMatchObject({ type: 'preference', urgency: 'low', text: 'Should I delete it?' })
    expect(ask?.expiresAt).toBeGreaterThan(world.clock.now())
  },
)

test('[IRI6] a model that fails is no reason not to ask', async () => {
  world.script = () => Promise.reject(new Error('no key'))
  await world.answer(doubtful)
  await until(() => world.open().length === 1)
  expect(world.events('model.called')).toMatchObject([{ data: { ok: false } }])
})

test('[IRI7] [INB37] a tell withdraws what was found before, in its own transaction and with the reason', async () => {
  const { session, turn } = await world.answer(clear)
  await until(() => world.open().length === 1)
  const ask = world.open()[0]!.ask
  const next = world.sessions.put({ session, message: 'never mind', author: 'user', fromSession: null })
  expect(world.open()).toEqual([])
  expect(world.asks.view(ask)).toMatchObject({ state: 'withdrawn', closedFor: 'told something else' })
  expect(world.events('ask.withdrawn')).toMatchObject([
    { session, turn, data: { ask, reason: 'told something else' } },
  ])
  expect(world.events('ask.withdrawn')[0]?.seq).toBe(next.acceptedSeq + 1)
})

test('[IRI7] what the Iris agent itself tells the session is nobody’s answer', async () => {
  const { session } = await world.answer(clear)
  await until(() => world.open().length === 1)
  world.sessions.put({ session, message: 'go on', author: 'iris', fromSession: null })
  await world.settle()
  expect(world.open()).toHaveLength(1)
})

test('[IRI7] a tell that came while nobody listened keeps the question out of the inbox', async () => {
  const { session } = await world.answer(clear, { reader: 'model' })
  await world.iris.close()
  world.clock.advance(10)
  world.sessions.put({ session, message: 'take the other way', author: 'user', fromSession: null })
  world.clock.advance(40_000)
  await world.reopen()
  await until(() => settled().length === 1)
  expect(settled()).toMatchObject([{ how: 'answered', ask: null }])
  expect(world.events('ask.opened')).toEqual([])
})

test('[IRI8] what people mark as a false alarm is not raised again in that team', async () => {
  const first = await world.answer('The report is on the page. Does build 41 look right?')
  await until(() => world.open().length === 1)
  await world.asks.markFalseAlarm(world.open()[0]!.ask, { falseAlarm: true, by: 'user' })
  await world.settle()
  await until(() => world.open().length === 0)
  await world.answer('The report is on the page. Does build 57 look right?')
  await world.settle()
  expect(world.open()).toEqual([])
  expect(world.events('question.judged').at(-1)).toMatchObject({
    session: first.session,
    data: { verdict: 'none' },
  })
})

test('[IRI9] the config says which teams are looked at', async () => {
  world.agentConfig['completionAnalysis'] = {
    ...(world.agentConfig['completionAnalysis'] as object),
    enabledFor: ['beta'],
  }
  const { turn } = await world.answer(clear).catch(() => ({ turn: undefined }))
  expect(turn).toBeUndefined()
  expect(world.events('question.judged')).toEqual([])
})

test('[IRI10] what the Iris agent caused itself is filed by rules and not given to the model', async () => {
  await world.answer(doubtful, { caller: 'iris' })
  await until(() => world.open().length === 1)
  expect(world.asked).toEqual([])
  expect(world.events('guard.refused')).toMatchObject([{ data: { guard: 'attribution' } }])
})

test('[IRI10] a session is looked at five times a minute at most, and each look is given back', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    await world.answer(`${doubtful} ${turn}`.replace(/ (\d)$/, (_, n: string) => ` (${n})`))
    await until(() => settled().length === turn + 1)
  }
  expect(world.asked).toHaveLength(5)
  expect(world.events('guard.refused')).toMatchObject([{ data: { guard: 'depth' } }])
  world.clock.advance(61_000)
  await world.answer(doubtful)
  await until(() => settled().length === 7)
  expect(world.asked).toHaveLength(6)
})

test('[IRI11] one conversation per session, parallel across them, and it goes with its session', async () => {
  let running = 0
  let most = 0
  const gates: (() => void)[] = []
  world.script = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => gates.push(resolve))
    running -= 1
    return '{"verdict":"offer","reason":"x"}'
  }
  const sessions: SessionId[] = []
  for (const caller of ['user', 'beta']) sessions.push((await world.answer(doubtful, { caller })).session)
  await until(() => gates.length === 2)
  for (const open of gates) open()
  await until(() => settled().length === 2)
  expect(most).toBe(2)
  expect(world.launches.map(({ conversation }) => conversation.how)).toEqual(['new', 'new'])
  await world.sessions.remove(sessions[0]!, 'user')
  await until(
    () => world.iris.messages({ agentSession: 'iris-brain:user->alpha', after: 0, limit: 1 }).length === 0,
  )
  expect(world.iris.messages({ agentSession: 'iris-brain:beta->alpha', after: 0, limit: 1 })).toHaveLength(1)
})

test('[IRI28] a turn that only waits for another team asks nobody, until that team has answered', async () => {
  const leader = world.sessions.open('user', 'alpha').id
  const told = world.sessions.open('alpha', 'beta').id
  const tell = { session: told, message: 'which schema?', author: 'alpha', fromSession: leader }
  const { id } = world.sessions.put(tell)
  await world.answer('I told beta. I will wait for beta to confirm the schema.')
  await world.answer('I am waiting for the answer of beta. Which port should I use, 80 or 8080?')
  ;(await world.given(id)).answerTurn('It is v2.')
  await until(() => world.sessions.turn(id).endedAt !== null)
  world.clock.advance(1000)
  await world.answer('I will wait for the confirmation.')
  await until(() => world.events('question.judged').filter(({ session }) => session === leader).length === 3)
  const judged = world.events('question.judged').filter(({ session }) => session === leader)
  expect(judged.map(({ data }) => data)).toMatchObject([
    { verdict: 'none', reasons: ['awaits_team'] },
    { verdict: 'needs_answer', text: 'Which port should I use, 80 or 8080?' },
    { verdict: 'needs_answer' },
  ])
})

test('[IRI23] a leader that waits for its teammates asks nobody; one that waits for nobody does', async () => {
  const { id: session } = world.sessions.open('user', 'alpha')
  const { id: turn } = world.sessions.put({ session, message: 'go', author: 'user', fromSession: null })
  const leader = await world.given(turn)
  const task = {
    task_id: 'a1',
    task_type: 'local_agent',
    subagent_type: 'pm',
    description: 'Write the brief',
  }
  leader.print({ type: 'system', subtype: 'task_started', ...task, tool_use_id: 'toolu_1', prompt: 'Do it' })
  leader.answerTurn('It is under way; I wait for your report. Should I go on?')
  await until(() => world.events('question.judged').length === 1)
  expect(world.events('question.judged')).toMatchObject([
    { turn, data: { verdict: 'none', reasons: ['teammates_at_work'] } },
  ])
  world.clock.advance(1000)
  const patch = { status: 'completed' }
  leader.print({ type: 'system', subtype: 'task_updated', task_id: 'a1', patch })
  leader.print({
    type: 'system',
    subtype: 'task_notification',
    task_id: 'a1',
    status: 'completed',
    summary: '',
  })
  await world.settle()
  expect(world.open()).toEqual([])
  await world.answer(clear)
  await until(() => world.open().length === 1)
})
