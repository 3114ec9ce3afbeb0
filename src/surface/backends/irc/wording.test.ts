import fc from 'fast-check'
import { expect, test } from 'vitest'
import { channelFor, guestName, isCarried, nickFor, nickOfGuest } from './names.ts'
import { again, multilineOf, partsOf, readSaid, roomFor } from './wording.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 2000 }),
  fc
    .array(fc.constantFrom('grüße', ' ', '\n', '\r', '\0', '\u0001', '🙂', 'x'.repeat(600)), {
      maxLength: 40,
    })
    .map((parts) => parts.join('')),
)
// oxlint-disable-next-line no-control-regex -- these are what must not be there
const controls = /[\u0000-\u001f\u007f]/
const source = (nick: string): string => `:${nick}!~${'u'.repeat(13)}@${'h'.repeat(64)}`

test('[BRD4] [BRD13] whatever is said, each part fits into a line with the longest source, also when it is said again', () => {
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('message', 'action', 'notice' as const),
      fc.nat(20),
      (body, form, prefix) => {
        const nick = 'n'.repeat(30)
        const target = channelFor(`#${'c'.repeat(90)}`)
        const speaking = {
          maxBytes: roomFor({ nick, target }),
          prefix: '<'.repeat(prefix),
          maxLines: 20,
          room: '#c',
        }
        // One more than is allowed: it says how many there are besides.
        const parts = partsOf({ body, form, via: null }, speaking)
        return (
          parts.length <= 21 &&
          parts.every((part) => {
            const line = `${source(nick)} PRIVMSG ${target} :${again}${part}\r\n`
            const words = part.startsWith('\u0001ACTION ') ? part.slice(8, -1) : part
            return Buffer.byteLength(line) <= 512 && !controls.test(words) && words !== ''
          })
        )
      },
    ),
  )
})

test('[BRD13] whatever comes in, it is text without control characters, or nothing', () => {
  fc.assert(
    fc.property(text, (line) => {
      const said = readSaid('PRIVMSG', line.replaceAll(/[\r\n]/g, ' '))
      return said === undefined || (!controls.test(said.body) && said.body.trim() !== '')
    }),
  )
  expect(readSaid('PRIVMSG', '\u0001ACTION waves\u0001')).toEqual({ form: 'action', body: 'waves' })
  expect(readSaid('PRIVMSG', '\u0001VERSION\u0001')).toBe(undefined)
  expect(readSaid('NOTICE', '\u000304,01red\u0003 and \u0002bold\u0002')).toEqual({
    form: 'notice',
    body: 'red and bold',
  })
})

test('[BRD4] a message of many lines is its lines, or one message where the server takes it, and tells what was left out', () => {
  const message = { form: 'message', via: 'desk', body: 'one\n\ntwo\nthree' } as const
  const speaking = { maxBytes: 300, prefix: '', maxLines: 2, room: '#plans' }
  expect(partsOf(message, speaking)).toEqual(['[desk] one', 'two', "… 1 more line: iris chat read '#plans'"])
  const multiline = multilineOf(
    new Map([
      ['batch', ''],
      ['draft/multiline', 'max-bytes=40,max-lines=4'],
    ]),
  )
  expect(partsOf(message, { ...speaking, multiline })).toEqual(['[desk] one\n\ntwo\nthree'])
  expect(partsOf({ ...message, body: 'x\n'.repeat(30) }, { ...speaking, multiline })).toHaveLength(3)
  expect(multilineOf(new Map([['draft/multiline', '']]))).toBe(undefined)
})

test('[BRD1] names become nicks and channels that servers take, the same each time, and no guest is called like one of ours', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 80 }), (name) => {
      const nick = nickFor(name, { style: '{name}', max: 30 })
      const room = channelFor(`#${name.replaceAll(/[\s,:]/g, '-')}`)
      return /^[A-Za-z_[\]\\`^{}|][\w[\]\\`^{}|-]{0,29}$/.test(nick) && Buffer.byteLength(room) <= 49
    }),
  )
  expect(nickFor('shop', { style: '{name}-ai', max: 30 })).toBe('shop-ai')
  expect(channelFor(`#work-${'x'.repeat(80)}`)).not.toBe(channelFor(`#work-${'x'.repeat(79)}y`))
  expect([guestName('user'), nickOfGuest('user/irc'), nickOfGuest('user')]).toEqual([
    'user/irc',
    'user',
    undefined,
  ])
  expect([isCarried('#Work-1', ['#work-*']), isCarried('#errors', ['#work-*', '#error'])]).toEqual([
    true,
    false,
  ])
})
