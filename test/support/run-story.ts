import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { EventEnvelope } from '../../src/contract/index.ts'
import { isAlive } from '../../src/platform/process/index.ts'

type Data = Readonly<Record<string, unknown>>
const dataOf = (event: EventEnvelope): Data => event.data as Data

/** The events of one run tell one story: what begins ends once, each state follows the one before, and one end closes it. */
export function expectOneStory(events: readonly EventEnvelope[]): void {
  const of = (...types: string[]) => events.filter(({ type }) => types.includes(type))
  const seqs = events.map(({ seq }) => seq)
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
  let state: unknown = 'starting'
  for (const { was, state: next } of of('run.changed').map(dataOf)) {
    expect(was).toBe(state)
    expect(next).not.toBe(was)
    state = next
  }
  const closing = of('run.ended', 'run.resumed').map(({ type }) => type)
  expect(closing.filter((type) => type === 'run.ended')).toHaveLength(
    closing.filter((type) => type === 'run.resumed').length + 1,
  )
  expect(dataOf(of('run.ended').at(-1)!)['state']).toBe(state)
  const turns = of('turn.accepted', 'turn.woken').map(({ turn }) => turn)
  expect(of('turn.ended')).toHaveLength(turns.length)
  expect(new Set(of('turn.ended').map(({ turn }) => turn))).toEqual(new Set(turns))
  expect(of('agent.exited').map(({ agent }) => agent)).toEqual(of('agent.started').map(({ agent }) => agent))
  expectPaired(of('teammate.started', 'teammate.ended'))
  const closed = of('ask.answered', 'ask.withdrawn', 'ask.dismissed').map((event) => dataOf(event)['ask'])
  expect(of('ask.opened').filter((event) => !closed.includes(dataOf(event)['ask']))).toEqual([])
}

/** Each teammate starts, then ends, then may start again. */
function expectPaired(events: readonly EventEnvelope[]): void {
  const working = new Set<unknown>()
  for (const event of events) {
    const { teammate } = dataOf(event)
    expect([event.type, working.has(teammate)]).toEqual([event.type, event.type === 'teammate.ended'])
    if (event.type === 'teammate.started') working.add(teammate)
    else working.delete(teammate)
  }
  expect([...working]).toEqual([])
}

/** No process that a run started is alive: its agents, and what wrote its number into a file. */
export function expectNoProcess(events: readonly EventEnvelope[], pidFile: string): void {
  const agents = events
    .filter(({ type }) => type === 'agent.started')
    .map((event) => Number(dataOf(event)['pid']))
  const others = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim().split('\n').map(Number) : []
  expect([...agents, ...others].filter((pid) => pid > 0 && isAlive(pid))).toEqual([])
}
