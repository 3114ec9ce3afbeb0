import { expect, test } from 'vitest'
import type { SessionId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { settle, put, agent } = openOneSession((opened) => ({ world, session } = opened))

const turns = () => world.sessions.turnsAfter(session, 0, 100)
const init = { type: 'system', subtype: 'init' }
const requesting = { type: 'system', subtype: 'status', status: 'requesting' }
const says = (text: string) => ({
  type: 'assistant',
  message: { id: 'm', model: 'x', content: [{ type: 'text', text }] },
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
const about = { type: 'system', task_id: 'a1', tool_use_id: 'toolu_1' }
const pm = { description: 'PM stage', subagent_type: 'pm', task_type: 'local_agent' }
const started = (more: object = {}) => ({ ...about, subtype: 'task_started', ...pm, ...more })
const ended = () => ({ ...about, subtype: 'task_notification', status: 'completed', summary: 'Written.' })

/** The agent answers, and a teammate goes on working inside it. */
async function leadWithTeammate(): Promise<void> {
  await put('go')
  agent().print(init)
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

test('[RUN3] [TEA14] a message that is put while the CLI takes a note has not begun with it, so its stop ends the process', async () => {
  await leadWithTeammate()
  await put('and now?')
  agent().print(init)
  agent().print(result('', { num_turns: 0, ...origin }))
  await world.sessions.cancel(session)
  expect([agent(0).interrupts, agent(0).closed]).toEqual([0, true])
})

test('[RUN3] [TEA14] a message of which something was said has begun, whatever the CLI notes besides', async () => {
  await leadWithTeammate()
  await put('and now?')
  agent().print(init)
  agent().print(says('This.'))
  agent().print(result('', { num_turns: 0, ...origin }))
  const cancelled = world.sessions.cancel(session)
  await settle()
  expect([agent().interrupts, agent().closed]).toEqual([1, false])
  agent().print({ type: 'result', is_error: true, terminal_reason: 'aborted_streaming' })
  await cancelled
})

test('[RUN1] what woke an agent stays known where the result does not say it', async () => {
  await leadWithTeammate()
  agent().print(ended())
  agent().print(init)
  agent().print(says('Next.'))
  agent().print(result('Next.'))
  expect(turns().at(-1)).toMatchObject({ how: 'answered', wokenBy: 'task-notification' })
})

test('[RUN2] a teammate that ends during a turn is about to wake its agent, so what waits is put only after that', async () => {
  await leadWithTeammate()
  await put('and now?')
  agent().print(init)
  agent().print(ended())
  await put('more')
  agent().print(result('This.'))
  await settle()
  expect(agent().sent.map(({ text }) => text)).toEqual(['go', 'and now?'])
  agent().print(init)
  agent().print(says('It has ended.'))
  agent().print(result('It has ended.', origin))
  await settle()
  expect(turns().at(-1)).toMatchObject({ how: 'answered', wokenBy: 'task-notification' })
  expect(agent().sent.map(({ text }) => text)).toEqual(['go', 'and now?', 'more'])
})

test('[RUN1] what an agent does before it has understood its stop is no turn', async () => {
  await put('go')
  agent().print(init)
  let understood: () => void = () => undefined
  agent().interrupt = () => new Promise((resolve) => (understood = resolve))
  const cancelled = world.sessions.cancel(session)
  agent().print({ type: 'result', is_error: true, terminal_reason: 'aborted_streaming' })
  agent().print(requesting)
  expect(turns()).toMatchObject([{ how: 'stopped' }])
  understood()
  await cancelled
  agent().print(requesting)
  expect(turns()).toMatchObject([{ how: 'stopped' }, { wokenBy: 'agent' }])
})

test('[RUN5] of a long name of a teammate the first eighty characters are kept; without one its description stands', async () => {
  await put('go')
  const names = ['n'.repeat(80), 'm'.repeat(81), '', 7]
  const call = (name: unknown, n: number) => ({
    type: 'tool_use',
    id: `c${n}`,
    name: 'Agent',
    input: { name },
  })
  agent().print({ type: 'assistant', message: { id: 'm', model: 'x', content: names.map(call) } })
  for (const n of names.keys()) agent().print(started({ task_id: `a${n}`, tool_use_id: `c${n}` }))
  const kept = world.sessions.teammates(session).map(({ name }) => name)
  expect(kept).toEqual(['n'.repeat(80), 'm'.repeat(80), null, null])
})
