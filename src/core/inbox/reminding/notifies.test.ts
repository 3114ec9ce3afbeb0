import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type Event, type News } from '../../../contract/index.ts'
import { openInboxWorld, type InboxWorld } from '../inbox.suite.ts'
import { inboxNotifies } from './notifies.ts'

let world: InboxWorld
beforeEach(() => (world = openInboxWorld()))
afterEach(() => world.end())

/** What people are told of the newest event of this type. */
function newsOf(type: 'ask.opened' | 'ask.reminded'): News | undefined {
  const event = world.events(type).at(-1) as Event<typeof type>
  return inboxNotifies(world.inbox)[type]?.(event as never)
}

test('[NTF25] a notification has the words of the ask, and of long ones the first thousand characters', () => {
  world.raise({ text: 'Short?', type: 'blocking', options: [] })
  expect(newsOf('ask.opened')).toMatchObject({
    title: 'alpha asks you something',
    text: 'Short?',
    ask: { reminder: 0, isWhole: true },
  })
  world.raise({ text: 'x'.repeat(1000), type: 'blocking', options: [] })
  expect(newsOf('ask.opened')).toMatchObject({ text: 'x'.repeat(1000), ask: { isWhole: true } })
  world.raise({ text: 'y'.repeat(1001), type: 'blocking', options: [] })
  expect(newsOf('ask.opened')).toMatchObject({ text: `${'y'.repeat(1000)}…`, ask: { isWhole: false } })
})

test('[NTF25] a permission says what would be done: the command alone where that is all, else every argument', () => {
  const told = (tool: string, input: object) => {
    world.request({ tool, input: JSON.stringify(input), text: 'It wants this' })
    return newsOf('ask.opened')?.text.split('\n\n')[1]
  }
  expect(told('Bash', { command: 'make', description: 'Builds it' })).toBe('make')
  expect(told('Bash', { command: 'make', timeout: 5 })).toBe('{\n  "command": "make",\n  "timeout": 5\n}')
  expect(told('Bash', { script: 'make' })).toBe('{\n  "script": "make"\n}')
  expect(told('mcp__x__run', { command: 'make' })).toBe('{\n  "command": "make"\n}')
})

test('[NTF1] a reminder says that it is one', () => {
  world.raise({ text: 'Short?', type: 'blocking', options: [] })
  world.clock.advance(5 * 60_000)
  expect(newsOf('ask.reminded')).toMatchObject({
    title: 'Still waiting: alpha asks you something',
    ask: { reminder: 1 },
  })
})

test('[NTF2] good news is told although nothing is asked, and what was closed meanwhile is not', async () => {
  world.raise({ text: 'All tests pass.', type: 'celebratory', options: [] })
  expect(newsOf('ask.opened')).toMatchObject({ title: 'alpha has news', text: 'All tests pass.' })
  const { ask } = world.raise({ text: 'Which?', type: 'blocking', options: [] })
  await world.inbox.dismiss(ask.id, 'user')
  expect(newsOf('ask.opened')).toBeUndefined()
})

test('[NTF25] a question says what its options mean, where they mean anything', () => {
  const options = [
    { label: 'SQLite', description: 'One file' },
    { label: 'Postgres', description: '' },
  ]
  world.raise({ text: 'Which database?', type: 'blocking', options })
  expect(newsOf('ask.opened')?.text).toBe('Which database?\n\nSQLite: One file')
})

test('[NTF1] [ORG36] what was passed on to a lead comes to people when it is left to them', () => {
  const lead = newId('ses', 0)
  const { id } = world.request({ lead, forwardedTo: lead })
  expect(newsOf('ask.opened')).toBeUndefined()
  expect(world.inbox.escalate(id, 'The lead said nothing.')).toBe(true)
  expect(newsOf('ask.opened')).toMatchObject({ kind: 'ask', ask: { reminder: 0 } })
})
