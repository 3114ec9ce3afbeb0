import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, type Message } from '../../contract/index.ts'
import type { ChannelNews } from './index.ts'
import { openChannelWorld, shop, you } from './world.suite.ts'

test('[CHN1] [CHN2] a body of 3 MiB is one message, with its event in the same transaction', async () => {
  const { say, channels, log } = openChannelWorld()
  const body = `# Long\n\n${'ä'.repeat(1_500_000)}`
  const posted = await say(body)
  expect(channels.message(posted.message)?.body).toBe(body)
  expect(log.read({ after: 0, limit: 10, types: ['message.posted'] }).events).toMatchObject([
    { data: { message: posted.message, number: posted.seq, name: '#lobby' } },
  ])
  await expect(say('x'.repeat(4 * 1024 * 1024 + 1))).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
  await expect(say(' \n')).rejects.toMatchObject({ code: 'MESSAGE_EMPTY' })
})

test('[CHN1] a clock that is set back takes no message before another', async () => {
  const { say, clock } = openChannelWorld()
  const first = await say('one')
  clock.setDate(-3_600_000)
  const second = await say('two')
  expect([second.at >= first.at, second.seq > first.seq]).toEqual([true, true])
})

test('[CHN3] the same message posted again is there once, and nobody takes the id of another', async () => {
  const { say, channels, room } = openChannelWorld()
  const message = newId('msg')
  const [one, other] = await Promise.all([say('once', you, { message }), say('once', you, { message })])
  expect(other).toEqual(one)
  expect(channels.history(room.channel, { newest: true, limit: 10 }).messages).toHaveLength(1)
  await expect(say('once', shop, { message })).rejects.toMatchObject({ code: 'MESSAGE_UNKNOWN' })
  await expect(say('twice', you, { message })).rejects.toMatchObject({ code: 'MESSAGE_UNKNOWN' })
})

test('[CHN4] who listens hears everything after its commit, in order, with the words', async () => {
  const { say, channels, room, log } = openChannelWorld()
  const heard: ChannelNews[] = []
  const all = new Promise<void>((resolve) => {
    channels.news$.subscribe((news) => {
      heard.push(news)
      if (heard.length === 7) resolve()
    })
  })
  await Promise.all([say('one'), say('two', shop), say('three')])
  expect(() =>
    log.write(() => {
      channels.postNow({ channel: room.channel, author: you, body: 'undone', origin: 'http' })
      throw new Error('undone')
    }),
  ).toThrow('undone')
  channels.join(room.channel, shop)
  channels.setTopic(room.channel, 'shoes', 'user')
  channels.markRead(room.channel, 'shop', { seq: 3 })
  channels.archive(room.channel, 'user')
  await all
  expect(heard.map((news) => (news.kind === 'posted' ? news.message.body : news.kind))).toEqual([
    'opened',
    'one',
    'two',
    'three',
    'joined',
    'changed',
    'archived',
  ])
})

test('[CHN5] slices by number, message and time, and between them, in the order in which it was said', async () => {
  const { say, channels, room, clock } = openChannelWorld()
  const said: Message[] = []
  for (let n = 0; n < 10; n += 1) {
    said.push(await say(`m${n}`))
    if (n % 2 === 1) clock.advance(1000)
  }
  const at = (n: number): Message => said[n] ?? expect.fail()
  const bodies = (range: Parameters<typeof channels.history>[1]) =>
    channels.history(room.channel, range).messages.map(({ body }) => body)
  expect(bodies({ newest: true, limit: 3 })).toEqual(['m7', 'm8', 'm9'])
  expect(bodies({ after: { message: at(2).message }, limit: 2 })).toEqual(['m3', 'm4'])
  expect(bodies({ before: { message: at(2).message }, limit: 5 })).toEqual(['m0', 'm1'])
  expect(bodies({ around: { message: at(5).message }, limit: 3 })).toEqual(['m4', 'm5', 'm6'])
  // Two messages have the same time: none of them is lost or given twice.
  expect(bodies({ after: { at: at(3).at }, limit: 9 })).toEqual(['m4', 'm5', 'm6', 'm7', 'm8', 'm9'])
  expect(bodies({ before: { at: at(4).at }, limit: 9 })).toEqual(['m0', 'm1', 'm2', 'm3'])
  expect(bodies({ after: { seq: at(1).seq }, until: { seq: at(4).seq }, limit: 9 })).toEqual(['m2', 'm3'])
  expect(bodies({ before: { seq: at(8).seq }, since: { seq: at(5).seq }, limit: 9 })).toEqual(['m6', 'm7'])
  expect(channels.history(room.channel, { after: { seq: 0 }, limit: 10 }).hasMore).toBe(false)
  expect(channels.history(room.channel, { after: { seq: 0 }, limit: 9 }).hasMore).toBe(true)
})

test('[CHN5] who reads slice after slice, in either direction, misses nothing and gets nothing twice', async () => {
  const { say, channels, room } = openChannelWorld()
  const other = channels.open({ name: '#other' }, 'user')
  const said: string[] = []
  for (let n = 0; n < 60; n += 1) {
    if (n % 3 === 0) await say('elsewhere', shop, { channel: other.channel })
    said.push((await say(`m${n}`)).body)
  }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 25 }), fc.boolean(), (limit, isForwards) => {
      const got: string[] = []
      let from = isForwards ? 0 : Number.MAX_SAFE_INTEGER
      for (;;) {
        const place = { seq: from }
        const range = isForwards ? { after: place } : { before: place }
        const { messages, hasMore } = channels.history(room.channel, { ...range, limit })
        const bodies = messages.map(({ body }) => body)
        got.splice(isForwards ? got.length : 0, 0, ...bodies)
        from = (isForwards ? messages.at(-1) : messages[0])?.seq ?? from
        if (!hasMore) break
      }
      expect(got).toEqual(said)
    }),
  )
})

test('[CHN6] replies to replies are in the thread of the first, and stay in their channel', async () => {
  const { say, channels } = openChannelWorld()
  const first = await say('why?')
  const reply = await say('because', shop, { replyTo: first.message })
  const again = await say('ah', you, { replyTo: reply.message })
  expect([first.thread, reply.thread, again.thread]).toEqual([null, first.message, first.message])
  expect(channels.thread(first.message, { after: 0, limit: 2 })).toMatchObject({
    messages: [{ body: 'why?' }, { body: 'because' }],
    hasMore: true,
  })
  const other = channels.open({ name: '#other' }, 'user')
  const elsewhere = say('no', you, { channel: other.channel, replyTo: first.message })
  await expect(elsewhere).rejects.toMatchObject({ code: 'MESSAGE_UNKNOWN' })
})

test('[CHN7] words are found newest first, in the channels that are named, whatever is typed', async () => {
  const { say, channels, room } = openChannelWorld()
  await say('the till is broken')
  await say('which till?', shop)
  const ids = [room.channel]
  const { found, next } = channels.search({ words: 'till', channels: ids, limit: 1 })
  expect(found).toMatchObject([{ author: 'shop', channel: '#lobby', snippet: 'which \u0002till\u0003?' }])
  expect(channels.search({ words: 'till', channels: ids, before: next ?? 0, limit: 5 }).found).toHaveLength(1)
  expect(channels.search({ words: 'till', channels: [], limit: 5 }).found).toEqual([])
  expect(channels.search({ words: '"; DROP * NEAR(', channels: ids, limit: 5 }).found).toEqual([])
})

test.each([
  'lobby',
  '#',
  '# a',
  '#a,b',
  '#a:b',
  '#a\u0007',
  '#a\u200Bb',
  `#${'x'.repeat(100)}`,
  '#a\r\nQUIT',
])('[CHN8] %j is no name', (name) => {
  const { channels } = openChannelWorld()
  expect(() => channels.open({ name }, 'user')).toThrow(
    expect.objectContaining({ code: 'CHANNEL_NAME_INVALID' }),
  )
})

test('[CHN8] the case of letters makes no other channel', () => {
  const { channels, room } = openChannelWorld()
  expect(channels.open({ name: '#LOBBY' }, 'shop').channel).toBe(room.channel)
  expect(channels.byName('#Lobby')?.name).toBe('#lobby')
})

test('[CHN9] an archived channel can be read and found, not written to; reopened it goes on', async () => {
  const { say, channels, room } = openChannelWorld()
  await say('before')
  channels.archive(room.channel, 'user')
  await expect(say('after')).rejects.toMatchObject({ code: 'CHANNEL_ARCHIVED' })
  expect(channels.search({ words: 'before', channels: [room.channel], limit: 5 }).found).toHaveLength(1)
  channels.reopen(room.channel, 'user')
  expect((await say('after')).body).toBe('after')
})

test('[CHN10] two have one channel of direct messages, which nobody leaves', () => {
  const { channels } = openChannelWorld()
  const one = channels.direct(you, shop)
  expect(channels.direct(shop, you).channel).toBe(one.channel)
  expect(one).toMatchObject({ kind: 'direct', name: '@shop+user', between: ['user', 'shop'] })
  expect(channels.part(one.channel, 'user')).toBe(false)
  expect(channels.members(one.channel).map(({ name }) => name)).toEqual(['shop', 'user'])
  expect(() => channels.direct(you, you)).toThrow(expect.objectContaining({ code: 'CHAT_REFUSED' }))
})

test('[CHN11] a marker moves on only, by an ack or by the words of one who had read everything', async () => {
  const { say, channels, room } = openChannelWorld()
  const id = room.channel
  await say('before')
  channels.join(id, shop)
  expect(channels.seen(id, 'shop')).toMatchObject({ unread: 0, isMember: true })
  const first = await say('one')
  await say('two')
  // It answers without having read "two": that must not be skipped.
  await say('mine', shop)
  expect(channels.seen(id, 'shop')).toMatchObject({ unread: 2 })
  channels.markRead(id, 'shop', { seq: first.seq })
  expect(channels.seen(id, 'shop').unread).toBe(1)
  const { seq } = channels.markRead(id, 'shop', { seq: 9_999_999 })
  expect(seq).toBe(channels.get(id).lastSeq)
  expect(channels.markRead(id, 'shop', { seq: 1 }).seq).toBe(seq)
  const last = await say('mine again', shop)
  expect(channels.marker(id, 'shop').seq).toBe(last.seq)
  channels.part(id, 'shop')
  expect(channels.marker(id, 'shop').seq).toBe(last.seq)
})

test('[CHN11] a time that a client marks is kept as it was given', async () => {
  const { say, channels, room, clock } = openChannelWorld()
  const first = await say('one')
  clock.advance(5000)
  await say('two')
  const at = first.at + 17
  expect(channels.markRead(room.channel, 'shop', { at })).toEqual({ seq: first.seq, at })
  expect(channels.markRead(room.channel, 'shop', { at: at - 10 })).toEqual({ seq: first.seq, at })
})

test('[CHN12] own messages are not unread, mentions are counted apart', async () => {
  const { say, channels, room } = openChannelWorld()
  await say('@shop look')
  await say('mine', shop)
  await say('and this')
  expect(channels.seen(room.channel, 'shop')).toMatchObject({ unread: 2, mentions: 1 })
  expect(channels.seen(room.channel, 'user')).toMatchObject({ unread: 1, mentions: 0 })
})

test('[CHN12] unread are counted without reading what was said, however long it is', () => {
  const { sql } = openChannelWorld()
  const plan = sql.prepare<{ detail: string }>(
    "EXPLAIN QUERY PLAN SELECT 1 FROM message WHERE channel = 1 AND seq > 0 AND author <> 'shop' LIMIT 1000",
  )
  expect(plan.all().map(({ detail }) => detail)).toEqual([expect.stringContaining('USING COVERING INDEX')])
})

test('[CHN14] a person may call everybody, an agent nobody', async () => {
  const { say, channels, room } = openChannelWorld()
  for (const member of [you, shop, { name: 'jules', kind: 'guest' } as const])
    channels.join(room.channel, member)
  expect((await say('@all lunch')).mentions).toEqual(['jules', 'shop'])
  expect((await say('@here lunch', shop)).mentions).toEqual([])
  expect((await say('@user hi', shop, { form: 'notice' })).mentions).toEqual([])
})
