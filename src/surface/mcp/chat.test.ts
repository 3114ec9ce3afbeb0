import { expect, test } from 'vitest'
import { newId, type Caller, type Operations } from '../../contract/index.ts'
import { onlyOperations } from '../../../test/support/operations.ts'
import { chatTools } from './chat.ts'
import type { ToolContext } from './tool.ts'

const caller: Caller = { name: 'beta', kind: 'agent', session: newId('ses') }
const channel = { name: '#plans', kind: 'room', topic: '', unread: 2, mentions: 1 }

/** Rooms in which the test says what is there; what was asked of them. */
function open() {
  const asked: [string, object][] = []
  const note = (name: string, input: object): void => void asked.push([name, input])
  const messages: object[] = []
  // Of rooms only these fields are read.
  const given = {
    readMessages(input: object) {
      note('read', input)
      return { channel, messages, cursor: 9, hasMore: false, unreadLeft: 0, read: { seq: 4 } }
    },
    markRead: (input: object) => note('mark', input),
    listChannels: () => ({ channels: [channel] }),
    getChannel: () => ({ channel, members: [{ name: 'beta', kind: 'agent', joinedAt: 1 }] }),
    joinChannel: (input: object) => note('join', input),
    leaveChannel: (input: object) => note('leave', input),
    changeChannel: (input: object) => note('change', input),
  } as unknown as Partial<Operations>
  const use = async (name: string, input: object, who = caller) => {
    asked.length = 0
    const context = { operations: onlyOperations(given), caller: who, signal: new AbortController().signal }
    const tool = chatTools.find(({ listing }) => listing.name === name)!
    // The tools of rooms work with these alone.
    return tool.call(context as unknown as ToolContext, input)
  }
  return { use, asked, messages }
}

test('[CHN20] a room is read from where the caller is, from a number, or along a thread; only an ack marks it read', async () => {
  const { use, asked } = open()
  const read = async (input: object) => {
    await use('chat_read', { channel: '#plans', ...input })
    return [...asked]
  }
  const usual = { channel: '#plans', limit: 30 }
  const thread = newId('msg')
  expect(await read({})).toEqual([['read', { ...usual, unread: true }]])
  expect(await read({ after: 3 })).toEqual([['read', { ...usual, after: 3, unread: false }]])
  expect(await read({ thread, limit: 2 })).toEqual([['read', { ...usual, limit: 2, thread, unread: false }]])
  expect(await read({ ack: 9 })).toEqual([
    ['mark', { channel: '#plans', upTo: 9 }],
    ['read', { ...usual, unread: true }],
  ])
})

test('[CHN20] [CHN24] what was read is told with who said it and when, and where to go on; one message alone is whole', async () => {
  const { use, messages } = open()
  const said = (seq: number, body: string) => {
    const message = { seq, message: newId('msg'), author: 'alpha', kind: 'said', at: 0, body, replyTo: null }
    messages.push(message)
    return message
  }
  const [short, long] = [said(8, 'Hello'), said(9, `a${'x'.repeat(20_000)}z`)]
  const read = async (input: object = {}) => use('chat_read', { channel: '#plans', ...input })
  const several = await read()
  expect(several).toMatchObject({
    status: 'ok',
    channel: '#plans',
    messages: [
      {
        seq: 8,
        message: short.message,
        author: 'alpha',
        at: '1970-01-01T00:00:00.000Z',
        told: expect.stringContaining('Hello'),
      },
      { seq: 9, message: long.message },
    ],
    cursor: 9,
    has_more: false,
    unread_left: 0,
    read_up_to: 4,
  })
  // However it is laid out: how much of the long one is told.
  const toldOfLast = (given: Record<string, unknown>) =>
    (given['messages'] as { told: string }[]).at(-1)!.told.replaceAll(/[^xz]/g, '')
  expect(toldOfLast(several).length).toBeLessThan(20_000)
  messages.splice(0, 1)
  expect(toldOfLast(await read({ limit: 2 }))).toBe(toldOfLast(several))
  expect(toldOfLast(await read({ limit: 1 }))).toBe(`${'x'.repeat(20_000)}z`)
})

test('[CHN20] rooms are listed unless an action names one of them', async () => {
  const { use, asked } = open()
  const listed = { channel: '#plans', kind: 'room', unread: 2, mentions: 1 }
  for (const input of [{}, { channel: '#plans' }, { action: 'join' }]) {
    expect(await use('chat_channels', input)).toMatchObject({ status: 'ok', channels: [listed] })
    expect(asked).toEqual([])
  }
})

test('[CHN20] a caller joins and leaves as itself, a person as the user; a room tells its members', async () => {
  const { use, asked } = open()
  const act = async (action: string, who?: Caller) => {
    const given = await use('chat_channels', { action, channel: '#plans', topic: 'Plans' }, who)
    expect(given['channels']).toMatchObject([
      { channel: '#plans', unread: 2, mentions: 1, members: [{ name: 'beta', kind: 'agent' }] },
    ])
    return [...asked]
  }
  const room = { channel: '#plans' }
  expect(await act('members')).toEqual([])
  expect(await act('join')).toEqual([['join', room]])
  expect(await act('topic')).toEqual([['change', { ...room, topic: 'Plans' }]])
  expect(await act('leave')).toEqual([['leave', { ...room, member: 'beta' }]])
  expect(await act('leave', { name: 'alpha', kind: 'human' })).toEqual([
    ['leave', { ...room, member: 'user' }],
  ])
})
