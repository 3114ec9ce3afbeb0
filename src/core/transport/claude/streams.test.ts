import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AgentEvent } from '../event.ts'
import { readLine } from './line.ts'

const folder = join(import.meta.dirname, '../../../../test/fixtures/streams')
const names = readdirSync(folder).filter((name) => name.endsWith('.ndjson'))
const versions = [...new Set(names.map((name) => name.slice(0, name.indexOf('-'))))]

function stream(name: string): AgentEvent[] {
  const text = readFileSync(join(folder, `${name}.ndjson`), 'utf8')
  return text.trimEnd().split('\n').map(readLine)
}

function only<K extends AgentEvent['kind']>(
  events: readonly AgentEvent[],
  kind: K,
): Extract<AgentEvent, { kind: K }>[] {
  return events.filter((event): event is Extract<AgentEvent, { kind: K }> => event.kind === kind)
}

/** How the subagents of each role ended, in order. */
function endings(events: readonly AgentEvent[]): Record<string, (string | undefined)[]> {
  const steps = only(events, 'subagent-step')
  const roles = new Map(
    steps.flatMap(({ step, id, role }) => (step === 'started' && role ? [[id, role] as const] : [])),
  )
  const ended: Record<string, (string | undefined)[]> = {}
  for (const { step, id, status } of steps) {
    if (step === 'ended') (ended[roles.get(id) ?? 'unknown'] ??= []).push(status)
  }
  return ended
}

const everybody = ['architect', 'be', 'designer', 'fe', 'pm', 'qa']

const expectedOther = [
  'stream_event/content_block_delta',
  'stream_event/content_block_start',
  'stream_event/content_block_stop',
  'stream_event/message_delta',
  'stream_event/message_start',
  'stream_event/message_stop',
  'system/thinking_tokens',
]

test('[TRA22] there are five streams of each of the two CLIs', () => {
  expect(versions).toEqual(['2.1.197', '2.1.326'])
  expect(names).toHaveLength(10)
})

test.each(names)('[TRA22] %s is read whole', (name) => {
  const events = stream(name.replace('.ndjson', ''))
  expect(only(events, 'garbage')).toEqual([])
  const other = new Set(only(events, 'other').map(({ type }) => type))
  expect([...other].filter((type) => !expectedOther.includes(type))).toEqual([])
  expect(events.filter(({ conversation }) => conversation === undefined).map(({ kind }) => kind)).toEqual(
    events.filter(({ kind }) => kind === 'control-answered').map(({ kind }) => kind),
  )
})

describe.each(versions)('%s', (version) => {
  test.each(['background', 'be-crashes', 'qa-fails', 'stopped'])(
    '[TRA21] in %s one turn answers the user, all others were begun by a report',
    (name) => {
      const results = only(stream(`${version}-${name}`), 'result')
      const [first, ...others] = results.map(({ origin }) => origin)
      expect(first).toBeUndefined()
      expect(others.length).toBeGreaterThan(3)
      expect(new Set(others)).toEqual(new Set(['task-notification']))
    },
  )

  test('[TRA21] in the foreground all is one turn', () => {
    const results = only(stream(`${version}-foreground`), 'result')
    expect(results).toMatchObject([
      { origin: undefined, text: expect.stringMatching(/^Done/), isEmpty: false },
    ])
  })

  test.each(['background', 'foreground'])('[TRA23] in %s every role works once and completes', (name) => {
    const ended = endings(stream(`${version}-${name}`))
    expect(Object.keys(ended).toSorted()).toEqual(everybody)
    expect(Object.values(ended)).toEqual(everybody.map(() => ['completed']))
  })

  test.each(['background', 'foreground', 'be-crashes', 'qa-fails', 'stopped'])(
    '[TRA23] in %s every line of a teammate names its role and a tool call of the leader',
    (name) => {
      const events = stream(`${version}-${name}`)
      const calls = only(events, 'said')
        .filter(({ subagent }) => !subagent)
        .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool' ? [part.toolUse] : [])))
      const theirs = events.filter(({ subagent }) => subagent)
      expect(theirs.length).toBeGreaterThan(10)
      for (const { subagent } of theirs) {
        expect(calls).toContain(subagent?.toolUse)
        expect(everybody).toContain(subagent?.role)
      }
    },
  )

  test('[TRA23] who is sent back keeps its task and works under the call that sent it', () => {
    const steps = only(stream(`${version}-qa-fails`), 'subagent-step')
    for (const role of ['fe', 'qa']) {
      const id = steps.find((one) => one.role === role)?.id
      const ends = steps.filter((one) => one.id === id && one.step === 'ended')
      expect(ends.map(({ status }) => status)).toEqual(['completed', 'completed'])
      expect(new Set(ends.map(({ toolUse }) => toolUse)).size).toBe(2)
      const last = steps.findLast((one) => one.id === id && one.step === 'progressed')
      expect(last?.toolUse).toBe(ends[1]?.toolUse)
    }
  })

  test('[TRA24] a teammate that dies of an API error says so, whatever its task says', () => {
    const events = stream(`${version}-be-crashes`)
    const errors = only(events, 'said').filter(({ error }) => error !== undefined)
    expect(errors).toMatchObject([{ error: 'server_error', subagent: { role: 'be' } }])
    expect(endings(events)['be']).toEqual([version === '2.1.197' ? 'completed' : 'failed', 'completed'])
    expect(only(events, 'result').at(-1)).toMatchObject({
      end: { how: 'answered' },
      text: expect.stringMatching(/^Done/),
    })
  })

  test('[TRA24] an interrupt while the leader waits stops the teammate and gives no result', () => {
    const events = stream(`${version}-stopped`)
    expect(endings(events)).toMatchObject({ be: ['completed'], fe: ['stopped'] })
    const answered = events.findIndex(({ kind }) => kind === 'control-answered')
    expect(events.slice(answered).some(({ kind }) => kind === 'result')).toBe(false)
  })
})
