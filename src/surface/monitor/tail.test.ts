import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EventEnvelope } from '../../contract/index.ts'
import { event, noon, printed, said } from './scenes.suite.ts'
import { addToTail, emptyTail, keepScroll, type Tail } from './tail.ts'

const tailOf = (...events: EventEnvelope[]): Tail =>
  events.reduce((tail, one) => addToTail(tail, one, '/shop'), emptyTail(undefined))

const words = (tail: Tail): string[] => tail.items.map(({ sign, words }) => `${sign} ${words}`.trim())

const piece = (text: string): EventEnvelope =>
  printed({ type: 'stream_event', event: { delta: { type: 'text_delta', text } } })
const use = (name: string, input: object): EventEnvelope =>
  printed({ type: 'assistant', message: { content: [{ type: 'tool_use', id: 't', name, input }] } })

describe('tail', () => {
  test('[MON5] a turn is told in words and text', () => {
    const tail = tailOf(
      event('turn.accepted', { from: 'user', to: 'shop', preview: 'Fix it' }),
      event('turn.delivered', { agent: 'agt_1' }, { at: noon }),
      said('I look first.'),
      use('Read', { file_path: '/shop/a.ts' }),
      printed({
        type: 'user',
        message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'one\ntwo' }] },
      }),
      event('ask.opened', { text: 'Bash: npm test' }),
      event('ask.answered', { allow: true, by: 'user' }),
      event('turn.ended', { how: 'answered', costUsd: 0.5, advice: null }, { at: noon + 5000 }),
    )
    expect(words(tail)).toEqual([
      '› you: Fix it',
      'I look first.',
      '· reading a.ts',
      '← one (2 lines)',
      '? Bash: npm test',
      '! Allowed by you.',
      '✓ answered in 5s · $0.50',
    ])
  })

  test('[MON26] what needs leave is wanted, not running; its wait is no work, and rehearsed money is marked', () => {
    const wanted = () =>
      printed({
        type: 'control_request',
        request: { subtype: 'can_use_tool', tool_use_id: 't' },
      })
    const tail = tailOf(
      event('turn.accepted', { from: 'user', preview: 'Build' }, { turn: 'trn_a' }),
      event('turn.delivered', { agent: 'agt_1' }, { at: noon, turn: 'trn_a' }),
      use('Bash', { command: 'rm -rf build' }),
      wanted(),
      event('ask.opened', { ask: 'ask_1', text: 'Bash: build', holds: true }, { at: noon + 1000 }),
      event('turn.accepted', { from: 'user', preview: 'And then?' }, { turn: 'trn_b', at: noon + 2000 }),
      event('ask.answered', { ask: 'ask_1', allow: true, by: 'user' }, { at: noon + 601_000 }),
      event('turn.ended', { how: 'answered', costUsd: 0.5 }, { at: noon + 605_000, turn: 'trn_a' }),
      event('usage.recorded', { costUsd: 0.5, rehearsed: true }, { turn: 'trn_a' }),
      event('turn.delivered', { agent: 'agt_1' }, { at: noon + 606_000, turn: 'trn_b' }),
    )
    expect(words(tail)).toEqual([
      '› you: Build',
      '· wants permission for running rm -rf build',
      '? Bash: build',
      '! Allowed by you.',
      '✓ answered in 5s · waited 10m for an answer · $0.50 rehearsed',
      '› you: And then?',
    ])
  })

  test('[MON5] what is written in pieces grows, and stands once when it is whole', () => {
    const writing = tailOf(piece('I lo'), piece('ok'))
    expect(writing.items).toMatchObject([{ words: 'I look', isLive: true }])
    const whole = addToTail(writing, said('I look first.'))
    expect(whole.items).toMatchObject([{ words: 'I look first.', isLive: false }])
  })

  test('[MON5] an event that was seen changes nothing, and what a helper prints is left to the page', () => {
    const one = said('once')
    const tail = tailOf(one)
    expect(addToTail(tail, one)).toBe(tail)
    const helper = {
      type: 'assistant',
      parent_tool_use_id: 't',
      message: { content: [{ type: 'text', text: 'x' }] },
    }
    expect(tailOf(printed(helper)).items).toEqual([])
  })

  test('[MON5] who scrolled back keeps seeing the same lines; who is at the end follows', () => {
    const before = tailOf(said('1'), said('2'), said('3'), piece('fo'))
    const after = [said('four'), said('5')].reduce((tail, one) => addToTail(tail, one), before)
    const bottom = (tail: Tail, scroll: number) => tail.items.at(-1 - scroll)?.words
    expect(bottom(before, 2)).toBe('2')
    expect(bottom(after, keepScroll(2, before, after))).toBe('2')
    expect(keepScroll(0, before, after)).toBe(0)
    expect(keepScroll(99, before, after)).toBe(4)
  })

  test('[MON5] a tail holds a bounded number of lines, the newest', () => {
    const many = Array.from({ length: 500 }, (_, n) => said(`line ${n}`))
    const { items } = tailOf(...many)
    expect([items.length, items.at(-1)?.words]).toEqual([300, 'line 499'])
  })

  test('[MON6] whatever an agent prints, no control character is left', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\u001B[2J\u0007\u202Etxt'))
    fc.assert(
      fc.property(text, (text) => {
        const tail = tailOf(
          said(text),
          piece(text),
          use(text, { command: text }),
          use('Bash', { command: text }),
          event('turn.accepted', { from: 'user', preview: text }),
          event('ask.opened', { text }),
          event('turn.ended', { how: 'failed', advice: text }),
        )
        // oxlint-disable-next-line no-control-regex
        expect(words(tail).join('')).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E]/)
      }),
    )
  })
})
