import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SessionId, TurnId } from '../../../contract/index.ts'
import { endOf, pieceFrom, type Answer, type Piece } from './answers.ts'
import type { FakeAgent, FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
openOneSession((opened) => ({ world, session } = opened))

const text = (words: string, more: object = {}): object => ({
  type: 'assistant',
  message: { id: 'm', content: [{ type: 'text', text: words }] },
  ...more,
})
const toolUse: object = {
  type: 'assistant',
  message: { id: 'm', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] },
}

async function told(): Promise<{ agent: FakeAgent; turn: TurnId }> {
  const turn = await world.put(session, 'look')
  const agent = world.agents.at(-1)!
  agent.print({ type: 'system', subtype: 'init' })
  return { agent, turn }
}

const answer = (turn: TurnId): Answer => world.sessions.answerOf(world.sessions.turn(turn))

test('[TEA83] the answer is every message of the turn, the final one last, without what a teammate inside said', async () => {
  const { agent, turn } = await told()
  agent.print(text('Three tests fail.'))
  agent.print(toolUse)
  agent.print(text('said to the agent, not to us', { parent_tool_use_id: 't' }))
  agent.print(text('Two of them for the same cause.'))
  agent.print(toolUse)
  agent.print(text('Done.'))
  expect(answer(turn)).toEqual({
    messages: ['Three tests fail.', 'Two of them for the same cause.', 'Done.'],
    hasFinal: false,
  })
  agent.answerTurn('Done.')
  expect(answer(turn)).toEqual({
    messages: ['Three tests fail.', 'Two of them for the same cause.', 'Done.'],
    hasFinal: true,
  })
})

test('[TEA83] a daemon killed in the middle of a turn leaves the answer whole', async () => {
  const { agent, turn } = await told()
  agent.print(text('Before.'))
  await world.settle()
  await world.restart()
  agent.print(text('After.'))
  agent.answerTurn('Done.')
  await expect.poll(() => world.sessions.turn(turn).how).toBe('answered')
  expect(answer(turn).messages).toEqual(['Before.', 'After.', 'Done.'])
})

test('[TEA83] what an agent said in a turn that it began by itself is not part of the next answer', async () => {
  const { agent, turn } = await told()
  agent.print(text('About my teammate.'))
  agent.answerTurn('It has ended.', { origin: { kind: 'task-notification' } })
  agent.print({ type: 'system', subtype: 'init' })
  agent.print(text('About your message.'))
  agent.answerTurn('Done.')
  expect(answer(turn).messages).toEqual(['About your message.', 'Done.'])
  const { turns } = world.sessions.turnPage(session, 0, 10)
  const own = turns.find(({ wokenBy }) => wokenBy !== null)
  expect(answer(own!.id).messages).toEqual(['About my teammate.', 'It has ended.'])
})

test('[TEA83] a turn whose agent died has all that was said, and no final message', async () => {
  const { agent, turn } = await told()
  agent.print(text('One.'))
  agent.print(text('Two.'))
  agent.exit({ code: 1 })
  expect(answer(turn)).toEqual({ messages: ['One.', 'Two.'], hasFinal: false })
})

test('[INB29] what was said before a line is read without that line', async () => {
  const { agent, turn } = await told()
  agent.print(text('One.'))
  agent.print(text('Two.'))
  await world.settle()
  const { seq } = world.events('agent.printed').at(-1)!
  const before = (number: number) => world.sessions.saidBefore(turn, number)
  expect([before(seq), before(seq + 1)]).toEqual(['One.', 'One.\n\nTwo.'])
})

test('[TEA84] the turn keeps its final message and where the others are, not their words', async () => {
  const { agent, turn } = await told()
  agent.print(text('A finding of some length.'))
  agent.answerTurn('Done.')
  const row = world.sessions.turn(turn)
  const printed = world.events('agent.printed').find(({ data }) => JSON.stringify(data).includes('finding'))
  expect([row.answer, row.earlier]).toEqual(['Done.', JSON.stringify([printed?.seq])])
  world.log.write(() => world.log.lines.prune([{ seq: printed!.seq, session, bytes: 0 }]))
  expect(answer(turn)).toEqual({ messages: ['Done.'], hasFinal: true })
})

test('[TEA84] the lines of a turn that ended before are looked through, as far as that is allowed', async () => {
  const { agent, turn } = await told()
  agent.print(text('A finding.'))
  agent.print(text('Done.'))
  agent.answerTurn('Done.')
  const next = await told()
  next.agent.print(text('Of the next turn.'))
  world.sql.exec('UPDATE turn SET earlier = NULL')
  const row = world.sessions.turn(turn)
  expect(answer(turn).messages).toEqual(['A finding.', 'Done.'])
  const allowance = { lines: 100 }
  expect(world.sessions.answerOf(row, allowance).messages).toEqual(['A finding.', 'Done.'])
  expect(allowance.lines).toBeGreaterThan(90)
  const needed = 100 - allowance.lines
  expect(world.sessions.answerOf(row, { lines: needed }).messages).toEqual(['A finding.', 'Done.'])
  expect(world.sessions.answerOf(row, { lines: needed - 1 }).messages).toEqual(['Done.'])
  expect(world.sessions.answerOf(row, { lines: 2 }).messages).toEqual(['Done.'])
})

const said = (...messages: string[]): Answer => ({ messages, hasFinal: true })

test('[TEA85] of a long answer the end is given, in whole messages, the beginning of a final one that is too long', () => {
  const answer = said('first', 'second', 'last')
  expect(endOf(answer, 100)).toEqual({
    text: 'first\n\nsecond\n\nlast',
    from: 0,
    to: 19,
    of: 19,
    final: 'last',
  })
  expect(endOf(answer, 18)).toEqual({ text: 'second\n\nlast', from: 7, to: 19, of: 19, final: 'last' })
  expect(endOf(answer, 11)).toEqual({ text: 'last', from: 15, to: 19, of: 19, final: 'last' })
  expect(endOf(answer, 2)).toEqual({ text: 'la', from: 15, to: 17, of: 19, final: 'la' })
  expect(endOf({ ...answer, hasFinal: false }, 2)).toMatchObject({ text: 'st', final: null })
  expect(endOf(said('only'), 10)).toEqual({ text: 'only', from: 0, to: 4, of: 4, final: null })
  expect(endOf({ messages: [], hasFinal: false }, 10)).toMatchObject({ text: '', of: 0 })
})

test('[TEA85] read from a place on, pages of whole messages are together all of it', () => {
  expect(pieceFrom(said('first', 'second', 'last'), 0, 15)).toMatchObject({ text: 'first\n\nsecond', to: 15 })
  expect(pieceFrom(said('first', 'second', 'last'), 0, 13)).toMatchObject({ text: 'first\n\nsecond', to: 15 })
  expect(pieceFrom(said('first', 'second', 'last'), 0, 12)).toMatchObject({ text: 'first', to: 7 })
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 }),
      fc.integer({ min: 2, max: 30 }),
      (messages, most) => {
        const pieces = readAll(said(...messages), most)
        expect(pieces.every((piece) => piece.text.length <= most)).toBe(true)
        expect(pieces.map(({ text }) => hasHalf(text))).not.toContain(true)
        expect(joined(pieces)).toBe(messages.join('\n\n'))
      },
    ),
  )
})

function readAll(answer: Answer, most: number): Piece[] {
  const pieces = [pieceFrom(answer, 0, most)]
  for (let last = pieces[0]!; last.to < last.of; last = pieces.at(-1)!)
    pieces.push(pieceFrom(answer, last.to, most))
  return pieces
}

/** Whether a character was cut in two. */
function hasHalf(text: string): boolean {
  return /[\uD800-\uDFFF]/u.test(text)
}

/** Between two pages that end with whole messages stands what stands between messages. */
function joined(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, from, to, of }) => text + (from + text.length < to && to <= of ? '\n\n' : ''))
    .join('')
}

test('[TEA85] what has no final message yet is shown without one, wherever it is cut', () => {
  const unfinished: Answer = { messages: ['first', 'second'], hasFinal: false }
  expect(endOf(unfinished, 100)).toEqual({ text: 'first\n\nsecond', from: 0, to: 13, of: 13, final: null })
  expect(endOf(unfinished, 8)).toMatchObject({ text: 'second', final: null })
  expect(pieceFrom(unfinished, 0, 100)).toMatchObject({ text: 'first\n\nsecond', final: null })
})
