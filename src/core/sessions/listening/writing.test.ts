import { expect, test } from 'vitest'
import type { SessionId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { agent } = openOneSession((opened) => ({ world, session } = opened))

/** A piece of a statement as the CLI prints it. */
const piece = (delta: object, more: object = {}) => ({
  type: 'stream_event',
  parent_tool_use_id: null,
  event: { type: 'content_block_delta', index: 0, delta },
  ...more,
})
const words = (text: string) => ({ type: 'text_delta', text })

test('[DSH42] what an agent writes is heard piece by piece with its place, and is in no log', async () => {
  const heard: unknown[] = []
  world.sessions.writing$.subscribe((writing) => heard.push(writing))
  const turn = await world.put(session, 'go')
  agent().print({ type: 'system', subtype: 'init' })
  agent().print(piece(words('Good ')))
  agent().print(piece(words('')))
  agent().print(piece({ type: 'thinking_delta', thinking: 'hm' }))
  agent().print(piece(words('of a teammate'), { parent_tool_use_id: 'toolu_1' }))
  agent().print(piece(words('day')))
  await world.settle()
  expect(heard).toEqual([
    { session, turn, at: 0, text: 'Good ' },
    { session, turn, at: 5, text: 'day' },
  ])
  const printed = world.events('agent.printed').map(({ data }) => JSON.stringify(data))
  expect(printed.filter((line) => line.includes('stream_event'))).toEqual([])
})

test('[DSH42] nothing is written outside a turn', async () => {
  await world.put(session, 'go')
  agent().answerTurn('done')
  await world.settle()
  const heard: unknown[] = []
  world.sessions.writing$.subscribe((writing) => heard.push(writing))
  agent().print(piece(words('late')))
  await world.settle()
  expect(heard).toEqual([])
})
