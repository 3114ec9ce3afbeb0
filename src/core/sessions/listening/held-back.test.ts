import { expect, test } from 'vitest'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
const { settle, put, agent } = openOneSession((opened) => ({ world } = opened))

const init = { type: 'system', subtype: 'init' }
const result = (text: string) => ({
  type: 'result',
  subtype: 'success',
  num_turns: 1,
  result: text,
  total_cost_usd: 0,
})
const task = (step: string, more: object) => ({
  type: 'system',
  subtype: `task_${step}`,
  task_id: 'a1',
  tool_use_id: 'toolu_1',
  ...more,
})
const started = () =>
  task('started', { description: 'PM stage', subagent_type: 'pm', task_type: 'local_agent' })
const ended = () => task('notification', { status: 'completed', summary: 'It is written.' })

test('[RUN2] a teammate that the agent waited for holds nothing back', async () => {
  await put('go')
  agent().print(init)
  agent().print(started())
  agent().print(ended())
  agent().print(result('Done.'))
  await put('next')
  expect(agent().sent.map(({ text }) => text)).toEqual(['go', 'next'])
})

test('[RUN2] a teammate in the background that ends within a turn holds the next message back, for a moment', async () => {
  const input = { subagent_type: 'pm', run_in_background: true }
  await put('go')
  agent().print(init)
  agent().print({
    type: 'assistant',
    message: { id: 'm', model: 'x', content: [{ type: 'tool_use', id: 'toolu_1', name: 'Agent', input }] },
  })
  agent().print(started())
  agent().print(ended())
  agent().print(result('Done.'))
  const next = await put('next')
  expect(agent().sent.map(({ text }) => text)).toEqual(['go'])
  world.clock.advance(1500)
  await settle()
  expect(agent().sent.map(({ text }) => text)).toEqual(['go', 'next'])
  agent().answerTurn('after')
  expect(world.sessions.turn(next).how).toBe('answered')
})
