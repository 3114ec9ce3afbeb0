import { expect, onTestFinished, test } from 'vitest'
import type { SessionId, Writing } from '../../src/contract/index.ts'
import { openTeams } from '../support/teams.ts'

const statement = Array.from({ length: 60 }, (_, n) => `Sentence ${n} of what I found.`).join(' ')

test('[DSH42] who wants it hears what an agent writes piece by piece, before the statement, and none of it is recorded', async () => {
  const lines = `  - { when: { says: find }, reply: '${statement}' }\n  - { when: { says: /./ }, reply: Hello. }`
  const world = await openTeams({ lines, teams: { shop: {}, docs: {} } })
  onTestFinished(() => world.end())
  const { session: elsewhere } = await world.ask('hello', 'docs')
  const after = world.daemon.log.head()

  /** What is written until the statement is whole, in all sessions or one. */
  async function hear(session?: SessionId): Promise<Writing[]> {
    const pieces: Writing[] = []
    const onWriting = (piece: Writing): void => void pieces.push(piece)
    for await (const event of world.client.events({ after, onWriting, ...(session ? { session } : {}) })) {
      if (JSON.stringify(event.data).includes('Sentence 59')) break
      if (event.type === 'session.rebooted') break
    }
    return pieces
  }

  const [all, ofAnother] = [hear(), hear(elsewhere)]
  await expect.poll(async () => (await world.client.call('getStatus', {})).readers).toBe(2)
  const telling = world.tell('What did you find?', 'shop')
  const pieces = await all
  expect(pieces.map(({ text }) => text).join('')).toBe(statement)
  expect(pieces[0]).toMatchObject({ session: telling.session, turn: telling.turn, at: 0 })
  const reached = pieces.map(({ at, text }) => at + text.length)
  expect(pieces.slice(1).map(({ at }) => at)).toEqual(reached.slice(0, -1))
  await telling.outcome
  const printed = world.events('agent.printed').map(({ data }) => JSON.stringify(data))
  expect(printed.filter((line) => line.includes('text_delta'))).toEqual([])
  await world.client.call('rebootSession', { team: 'docs' })
  expect(await ofAnother).toEqual([])
})
