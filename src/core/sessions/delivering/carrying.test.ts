import { expect, test } from 'vitest'
import { unanswered, type AnswerInput, type SessionId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { settle, put, agent } = openOneSession((opened) => ({ world, session } = opened))

/** The agent asks to use a tool; gives the ask. */
function wants(tool: string, input: object) {
  const request = { subtype: 'can_use_tool', tool_name: tool, input, tool_use_id: 't' }
  const id = `r${agent().answers.length}`
  agent().print({ type: 'control_request', request_id: id, request })
  return world.asks.holding(session).find(({ request: of }) => of === id)!
}
const answer = (choose: string, text?: string) => {
  const input: AnswerInput = text === undefined ? { choose } : { choose, text }
  return { who: { kind: 'human', name: 'user' } as const, input }
}

test('[TEA26] a yes carries what was asked for, a no its words, or says that it is one', async () => {
  await put('one')
  agent().print({ type: 'system', subtype: 'init' })
  const make = { command: 'make' }
  await world.asks.answer(wants('Bash', make).id, answer('y'))
  await world.asks.answer(wants('Bash', make).id, answer('n', 'Not today.'))
  await world.asks.answer(wants('Bash', make).id, answer('n'))
  await world.asks.answer(wants('ExitPlanMode', { plan: '1. …' }).id, answer('n'))
  expect(agent().replies).toEqual([
    { allow: true, input: make },
    { allow: false, message: 'Not today.' },
    { allow: false, message: 'Not allowed.' },
    { allow: false, message: 'The plan was sent back. Plan again.' },
  ])
})

test('[INB4] [INB32] a question of its own is answered by the text of each; one that is dismissed is left to it', async () => {
  await put('one')
  agent().print({ type: 'system', subtype: 'init' })
  const options = ['yes', 'no'].map((label) => ({ label, description: '' }))
  const input = { questions: [{ question: 'Tea?', header: '', multiSelect: false, options }] }
  await world.asks.answer(wants('AskUserQuestion', input).id, answer('2'))
  await world.asks.dismiss(wants('AskUserQuestion', input).id, 'user')
  expect(agent().replies).toMatchObject([
    { allow: true, input: { ...input, answers: { 'Tea?': 'no' } } },
    { allow: false, message: unanswered },
  ])
})

test('[INB12] an answer that cannot be put stands, is told in the log, and hurts nobody', async () => {
  await put('one')
  const { ask } = world.asks.raise({
    source: 'json',
    type: 'clarifying',
    text: 'Which?',
    options: [{ label: 'A' }],
    team: 'alpha',
    caller: 'user',
    session,
  })
  world.sql.exec("UPDATE ask SET answeredAt = 1, answeredAs = 'user', answeredBy = 'user', chosen = '[]'")
  world.fill(true)
  await world.sessions.deliver(world.asks.find(ask.id))
  world.fill(false)
  expect(world.logged()).toMatchObject([{ msg: 'an answer could not be delivered', ask: ask.id }])
  expect(world.asks.uncarried().map(({ id }) => id)).toEqual([ask.id])
  await world.restart()
  await settle()
  expect(world.asks.uncarried()).toEqual([])
})
