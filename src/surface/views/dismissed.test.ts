import { expect, test } from 'vitest'
import { isProblem, newId, unanswered, type EventEnvelope } from '../../contract/index.ts'
import { isTrouble, laneEvents, timelineOf, transcriptOf } from './index.ts'

const ask = newId('ask')
const line = (content: object[], type: string) => ({ line: JSON.stringify({ type, message: { content } }) })
const result = { type: 'tool_result', tool_use_id: 'q', is_error: true }
const use = { type: 'tool_use', id: 'q', name: 'AskUserQuestion', input: {} }
const events: EventEnvelope[] = (
  [
    ['agent.printed', line([use], 'assistant')],
    ['ask.opened', { ask, tool: 'AskUserQuestion', text: 'Which?' }],
    ['ask.dismissed', { ask, team: 'shop', reason: 'dismissed', by: 'user' }],
    ['agent.printed', line([{ ...result, content: `Error: ${unanswered}` }], 'user')],
  ] as const
).map(([type, data], place) => ({ seq: place + 1, at: (place + 1) * 10, type, v: 1, data }))

test('[DSH52] a question that was dismissed is over, says so, and is no problem', () => {
  const items = transcriptOf(events, { name: 'shop', role: 'team' })
  expect(items.find(({ kind }) => kind === 'ask')).toMatchObject({ outcome: 'dismissed by you' })
  expect(items.filter(isTrouble)).toEqual([])
  expect(events.filter(isProblem)).toEqual([])
  const denied = { ...events[0], type: 'agent.printed', data: line([{ ...result, content: 'No.' }], 'user') }
  expect(isProblem(denied)).toBe(true)
})

test('[DSH52] the wait of a dismissed question ends on the timeline', () => {
  const wanted = events.filter(({ type }) => laneEvents.includes(type))
  const { lanes } = timelineOf({ agent: 'shop', turns: [], events: wanted, now: 100 })
  expect(lanes[0]?.spans).toMatchObject([{ kind: 'asked', from: 20, to: 30 }])
})
