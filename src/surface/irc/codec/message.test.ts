import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMessage, formatTags, parseMessage, type Message } from './message.ts'

/** What each line holds: tags, source, command, parameters. */
const lines: readonly [string, Partial<Message> | undefined][] = [
  ['TIME', { command: 'TIME', params: [] }],
  ['time', { command: 'TIME', params: [] }],
  ['JOIN #iris', { command: 'JOIN', params: ['#iris'] }],
  ['JOIN   #iris   key  ', { command: 'JOIN', params: ['#iris', 'key'] }],
  ['PRIVMSG #iris :good morning', { params: ['#iris', 'good morning'] }],
  ['PRIVMSG #iris ::)', { params: ['#iris', ':)'] }],
  ['PRIVMSG #iris :', { params: ['#iris', ''] }],
  ['PRIVMSG #iris : two  spaces ', { params: ['#iris', ' two  spaces '] }],
  ['PRIVMSG #iris a:b', { params: ['#iris', 'a:b'] }],
  [':ann!a@host QUIT', { source: 'ann!a@host', command: 'QUIT', params: [] }],
  [':ann  QUIT   :bye now', { source: 'ann', params: ['bye now'] }],
  ['@time=now :ann AWAY', { source: 'ann', command: 'AWAY', tags: new Map([['time', 'now']]) }],
  [
    '@a;b=;c=1 PING x',
    {
      tags: new Map([
        ['a', ''],
        ['b', ''],
        ['c', '1'],
      ]),
    },
  ],
  [String.raw`@x=\:\s\\\r\n\q\ PING`, { tags: new Map([['x', '; \\\r\nq']]) }],
  ['@x=1;x=2 PING', { tags: new Map([['x', '2']]) }],
  [
    '@+typing=active;iris/key=v TAGMSG ann',
    {
      tags: new Map([
        ['+typing', 'active'],
        ['iris/key', 'v'],
      ]),
    },
  ],
  ['@=lost;;=x PING', { tags: new Map() }],
  ['001 ann :hello', { command: '001', params: ['ann', 'hello'] }],
  [
    'A 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
    { params: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15 16'] },
  ],
  ['', undefined],
  ['   ', undefined],
  ['@only=tags', undefined],
  [':source', undefined],
]

const lettersOf = (text: string): fc.Arbitrary<string> => fc.constantFrom(...Array.from(text))

describe('a line', () => {
  test.each(lines)('[IRC1] %j is taken apart', (line, expected) => {
    const found = parseMessage(line)
    if (expected) expect(found).toMatchObject(expected)
    else expect(found).toBeUndefined()
  })

  test('[IRC1] is the same again after it was put together and taken apart', () => {
    const middle = fc
      .string({ minLength: 1, unit: lettersOf('ab#é😀:;=@-') })
      .filter((text) => !text.startsWith(':'))
    const trailing = fc.string({ unit: lettersOf('ab é:😀#') })
    const made = fc.record({
      source: fc.option(middle, { nil: undefined }),
      command: fc.constantFrom('PRIVMSG', '005'),
      params: fc.tuple(fc.array(middle, { maxLength: 10 }), trailing).map(([some, last]) => [...some, last]),
    })
    fc.assert(
      fc.property(made, (message) => {
        expect(parseMessage(formatMessage(message))).toEqual({ ...message, tags: new Map() })
      }),
    )
  })

  test('[IRC1] keeps its tags whatever their values hold', () => {
    const tags = fc.array(
      fc.tuple(fc.constantFrom('a', '+b', 'c/d'), fc.string({ unit: lettersOf('; \\\r\n\0a:é😀=') })),
      {
        maxLength: 4,
      },
    )
    fc.assert(
      fc.property(tags, (pairs) => {
        const expected = new Map(pairs.map(([key, value]) => [key, value.replaceAll('\0', '')]))
        const text = formatTags(expected)
        expect(parseMessage(`@${text} X`)?.tags).toEqual(expected)
      }),
    )
  })

  test('[IRC2] stays one line with no NUL in it, whatever its parts hold', () => {
    const anything = fc.string({ unit: lettersOf('a :\r\n\0\té') })
    const made = fc.record({
      source: fc.option(anything, { nil: undefined }),
      command: fc.constant('X'),
      params: fc.array(anything, { maxLength: 15 }),
    })
    fc.assert(
      fc.property(made, (message) => {
        const line = formatMessage(message)
        // oxlint-disable-next-line no-control-regex -- these are what must not be there
        expect(line).not.toMatch(/[\r\n\0]/)
        expect(parseMessage(line)?.params).toHaveLength(message.params.length)
      }),
    )
  })

  test('[IRC2] 100,000 lines of anything are read without a fault', () => {
    const bytes = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ unit: lettersOf('@:;= \\Aa#1é\0\t'), maxLength: 40 }),
    )
    fc.assert(
      fc.property(bytes, (text) => {
        const found = parseMessage(text)
        if (found) expect(found.params.length).toBeLessThanOrEqual(15)
      }),
      { numRuns: 100_000 },
    )
  }, 120_000)
})
