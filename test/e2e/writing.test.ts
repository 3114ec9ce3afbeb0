import { expect, onTestFinished, test } from 'vitest'
import type { Writing } from '../../src/contract/index.ts'
import { openTeams } from '../support/teams.ts'

const statement = Array.from({ length: 60 }, (_, n) => `Sentence ${n} of what I found.`).join(' ')

test('[DSH42] who wants it hears what an agent writes piece by piece, before the statement, and none of it is recorded', async () => {
  const lines = `  - { when: { says: /./ }, reply: '${statement}' }`
  const world = await openTeams({ lines, teams: { shop: {} } })
  onTestFinished(() => world.end())
  const pieces: Writing[] = []
  const stop = new AbortController()
  const events = world.client.events({
    after: world.daemon.log.head(),
    types: ['agent.printed'],
    signal: stop.signal,
    onWriting: (piece) => pieces.push(piece),
  })
  const telling = world.tell('What did you find?', 'shop')
  for await (const event of events) if (JSON.stringify(event.data).includes('Sentence 59')) break
  stop.abort()
  expect(pieces.map(({ text }) => text).join('')).toBe(statement)
  expect(pieces[0]).toMatchObject({ session: telling.session, turn: telling.turn, at: 0 })
  const reached = pieces.map(({ at, text }) => at + text.length)
  expect(pieces.slice(1).map(({ at }) => at)).toEqual(reached.slice(0, -1))
  await telling.outcome
  const printed = world.events('agent.printed').map(({ data }) => JSON.stringify(data))
  expect(printed.filter((line) => line.includes('text_delta'))).toEqual([])
})
