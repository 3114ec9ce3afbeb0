import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../../platform/clock/index.ts'
import { enter, openClient, type TestClient } from '../client.suite.ts'
import { defaultLimits } from '../connection/limits.ts'
import type { IrcServer } from '../server/server.ts'
import { addStandaloneAccount, serveStandalone, type StandaloneOptions } from './serve.ts'

let home: string
let server: IrcServer
const faults: unknown[] = []

const serve = async (options: Partial<StandaloneOptions> = {}): Promise<void> => {
  server = await serveStandalone({
    home,
    host: '127.0.0.1',
    port: 0,
    name: 'irc.test',
    onFault: (error) => void faults.push(error),
    ...options,
  })
}
const login = async (name: string, capabilities: string): Promise<TestClient> => {
  const client = await openClient(server.port)
  const shown = Buffer.from(`\0${name}\0secret`).toString('base64')
  client.send(`CAP REQ :sasl ${capabilities}`, 'AUTHENTICATE PLAIN', `AUTHENTICATE ${shown}`)
  await client.line(/ 903 /)
  client.send(`NICK ${name}`, `USER ${name} 0 * :x`, 'CAP END')
  await client.line(/ 422 /)
  return client
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'iris-irc-'))
})
afterEach(async () => {
  await server.close()
  rmSync(home, { recursive: true, force: true })
  expect(faults).toEqual([])
})

describe('a client that costs too much', () => {
  test('[IRC5] who floods is dropped with a reason, and nobody else notices', async () => {
    await serve({ limits: { flood: { burst: 10, perSecond: 1 }, queuedBytes: 4096 } })
    const [flooder, other] = [
      await enter(server.port, { nick: 'flooder' }),
      await enter(server.port, { nick: 'other' }),
    ]
    for (let sent = 0; sent < 500; sent += 1) flooder.send(`PRIVMSG other :${'x'.repeat(100)}`)
    expect(await flooder.closed).toMatch(/^ERROR .*Excess flood/)
    expect((await other.settle()).at(-1)).toMatch(/PONG/)
  })

  test('[IRC5] who sends no faster than allowed is heard, only later', async () => {
    await serve({ limits: { flood: { burst: 5, perSecond: 50 } } })
    const client = await enter(server.port, { nick: 'quick', capabilities: 'echo-message' })
    for (let sent = 0; sent < 20; sent += 1) client.send(`PRIVMSG quick :line ${sent}`)
    expect(await client.line(/:line 19/)).toMatch(/line 19/)
  })

  test('[IRC6] who never reads is dropped, and nobody else notices', async () => {
    await serve({ limits: { flood: undefined, unreadBytes: 256 * 1024 } })
    const [deaf, loud] = [
      await enter(server.port, { nick: 'deaf' }),
      await enter(server.port, { nick: 'loud' }),
    ]
    deaf.socket.pause()
    loud.send('JOIN #room')
    deaf.send('JOIN #room')
    await loud.line(/:deaf!.* JOIN/)
    const many = Array.from({ length: 1000 }, () => `PRIVMSG #room :${'x'.repeat(400)}`)
    let isDropped = false
    // How much the system itself keeps for who does not read, it says to nobody.
    for (let round = 0; round < 100 && !isDropped; round += 1) {
      loud.send(...many)
      isDropped = (await loud.settle()).some((line) => /:deaf!.* QUIT .*unread/.test(line))
    }
    expect(isDropped).toBe(true)
    loud.end()
  })

  test('[IRC7] who never says who it is is dropped with a reason', async () => {
    const clock = manualClock(1_700_000_000_000)
    await serve({ clock })
    const silent = await openClient(server.port)
    silent.send('NICK half', 'PING half')
    await silent.line(/ 451 |PONG/)
    clock.advance(defaultLimits.registerWithin)
    expect(await silent.closed).toMatch(/^ERROR .*Registration timed out/)
  })

  test('[IRC7] who is gone without a word is asked, and dropped', async () => {
    const clock = manualClock(1_700_000_000_000)
    await serve({ clock })
    const gone = await enter(server.port, { nick: 'gone' })
    clock.advance(defaultLimits.registerWithin)
    clock.advance(defaultLimits.silence)
    expect(await gone.line(/^PING /)).toBe('PING irc.test')
    clock.advance(defaultLimits.answerWithin)
    expect(await gone.closed).toMatch(/Ping timeout/)
  })

  test('[IRC8] no more than so many come in at once', async () => {
    await serve({ limits: { connections: 1 } })
    const first = await enter(server.port, { nick: 'first' })
    const second = await openClient(server.port)
    expect(await second.closed).toMatch(/Too many connections/)
    first.end()
  })

  test('[IRC2] lines of anything leave the server as it was', async () => {
    await serve({ limits: { flood: undefined } })
    const noisy = await enter(server.port, { nick: 'noisy' })
    noisy.socket.write(Buffer.from([0, 1, 2, 255, 254, 10, 13, 10]))
    noisy.send(
      '@ : :',
      ':x',
      '@a=\\ ',
      'PRIVMSG',
      'MODE #',
      'JOIN :#a b',
      `X${'y'.repeat(9000)}`,
      'PRIVMSG noisy :a\0b',
    )
    expect(await noisy.line(/PRIVMSG noisy/)).toMatch(/ab$/)
    noisy.end()
  })
})

describe('what is kept', () => {
  const capabilities = 'server-time message-tags echo-message batch draft/chathistory draft/multiline'

  test('[IRC9] what was said, and where an account was, is there after a restart', async () => {
    await addStandaloneAccount(home, 'ann', 'secret')
    await serve()
    const before = await login('ann', capabilities)
    before.send('JOIN #plans', 'MODE #plans +k door', 'PRIVMSG #plans :remember this')
    await before.line(/remember this/)
    before.end()
    await server.close()
    await serve()
    const after = await login('ann', capabilities)
    expect(await after.line(/JOIN/)).toMatch(/#plans$/)
    after.send('CHATHISTORY LATEST #plans * 10')
    expect(await after.line(/remember this/)).toMatch(/^@batch=\S+time=\S+ :ann!/)
    after.send('PART #plans')
    await after.line(/PART/)
    const guest = await enter(server.port, { nick: 'guest' })
    guest.send('JOIN #plans')
    expect(await guest.line(/ 475 /)).toMatch(/key/)
    guest.end()
    after.end()
  })

  test('[IRC13] a client that comes back is shown what it missed, and nothing twice', async () => {
    await addStandaloneAccount(home, 'ann', 'secret')
    await serve()
    const other = await enter(server.port, { nick: 'other', capabilities: 'echo-message' })
    const say = async (words: string): Promise<void> => {
      other.send(`PRIVMSG #plans :${words}`)
      await other.line(new RegExp(`${words}$`))
    }
    other.send('JOIN #plans', 'JOIN #else', 'PRIVMSG #else :elsewhere')
    await say('first')
    const shownTo = async (client: TestClient): Promise<string[]> => {
      const lines = await client.settle()
      return lines
        .filter((line) => line.includes('PRIVMSG'))
        .map((line) => line.replace(/^.* PRIVMSG \S+ :?/, ''))
    }
    const before = await login('ann', 'server-time')
    before.send('JOIN #plans')
    expect(await shownTo(before)).toEqual(['first'])
    before.send('PRIVMSG #plans :of her own')
    expect(await shownTo(before)).toEqual([])
    await other.line(/of her own/)
    before.send('QUIT')
    await before.closed
    await other.line(/QUIT/)
    await say('missed')
    const after = await login('ann', 'server-time')
    expect(await shownTo(after)).toEqual(['missed'])
    await say('not answered')
    after.end()
    await other.line(/QUIT/)
    const last = await login('ann', 'server-time')
    last.send('JOIN #else')
    expect(await shownTo(last)).toEqual(['not answered', 'elsewhere'])
    last.end()
    other.end()
  })

  test('[IRC28] after a restart of the server a client is shown all that it missed, in order, and nothing twice', async () => {
    await addStandaloneAccount(home, 'ann', 'secret')
    await addStandaloneAccount(home, 'ben', 'secret')
    await serve()
    const words = async (client: TestClient): Promise<string[]> =>
      (await client.settle())
        .filter((line) => line.includes('PRIVMSG'))
        .map((line) => line.replace(/^.* PRIVMSG \S+ :?/, ''))
    let ben = await login('ben', 'echo-message draft/chathistory')
    ben.send('JOIN #plans', 'PRIVMSG #plans first')
    await ben.line(/first$/)
    const ann = await login('ann', 'server-time')
    ann.send('JOIN #plans')
    expect(await words(ann)).toEqual(['first'])
    ben.send('PRIVMSG #plans second')
    await ann.line(/second$/)
    await server.close()
    await serve()
    ben = await login('ben', 'echo-message draft/chathistory')
    const missed = Array.from({ length: 30 }, (_, n) => `missed-${n}`)
    ben.send(...missed.map((word) => `PRIVMSG #plans ${word}`))
    await ben.line(/missed-29$/)
    const back = await login('ann', 'server-time')
    expect(await words(back)).toEqual(missed)
    // It is there and says nothing: then it may not have got the next one.
    ben.send('PRIVMSG #plans unheard')
    await ben.line(/unheard$/)
    await back.line(/unheard$/)
    back.end()
    await ben.line(/QUIT/)
    const last = await login('ann', 'server-time')
    expect(await words(last)).toEqual(['unheard'])
    for (const client of [ben, last]) client.end()
  })

  test('[IRC13] a client that was sent something is asked whether it has it; one that missed very much is told', async () => {
    await addStandaloneAccount(home, 'ann', 'secret')
    const clock = manualClock(1_700_000_000_000)
    await serve({ clock, limits: { flood: undefined } })
    const other = await enter(server.port, { nick: 'other', capabilities: 'echo-message' })
    other.send('JOIN #plans')
    const ann = await login('ann', 'server-time')
    ann.send('JOIN #plans')
    await ann.settle()
    other.send('PRIVMSG #plans hello')
    await ann.line(/hello$/)
    clock.advance(1000)
    expect(await ann.line(/PING/)).toMatch(/PING irc.test$/)
    ann.send('PONG irc.test', 'QUIT')
    await ann.closed
    await other.line(/QUIT/)
    other.send(...Array.from({ length: 600 }, (_, n) => `PRIVMSG #plans line-${n}`))
    await other.line(/line-599$/)
    const back = await login('ann', 'server-time')
    const shown = (await back.settle()).filter((line) => /line-|You missed/.test(line))
    expect(shown).toHaveLength(501)
    expect(shown[0]).toMatch(/NOTICE #plans :You missed more than 500/)
    expect(shown[1]).toMatch(/line-100$/)
    for (const client of [other, back]) client.end()
  })

  test('[IRC10] a guest cannot take the nick of an account, and a wrong password is none', async () => {
    await addStandaloneAccount(home, 'ann', 'secret')
    await serve()
    const guest = await openClient(server.port)
    guest.send('NICK ann', 'USER ann 0 * :x')
    expect(await guest.line(/ 433 /)).toMatch(/ann/)
    guest.send(
      'CAP REQ sasl',
      'AUTHENTICATE PLAIN',
      `AUTHENTICATE ${Buffer.from('\0ann\0wrong').toString('base64')}`,
    )
    expect(await guest.line(/ 904 /)).toMatch(/failed/)
    guest.end()
  })

  test('[IRC11] a long message is a batch to who takes batches, and lines of at most 400 bytes to others', async () => {
    await serve()
    const [ann, ben, cy] = [
      await enter(server.port, { nick: 'ann', capabilities }),
      await enter(server.port, { nick: 'ben', capabilities }),
      await enter(server.port, { nick: 'cy' }),
    ]
    for (const client of [ann, ben, cy]) client.send('JOIN #long')
    for (const client of [ann, ben, cy]) await client.settle()
    ann.send(
      'BATCH +1 draft/multiline #long',
      '@batch=1 PRIVMSG #long :one',
      '@batch=1 PRIVMSG #long :',
      '@batch=1 PRIVMSG #long :two',
      'BATCH -1',
    )
    await ann.settle()
    const batch = await ben.settle()
    expect(batch.map((line) => line.replace(/^@\S+ /, '').replace(/^\S+ /, ''))).toEqual([
      expect.stringMatching(/^BATCH \+\S+ draft\/multiline #long$/),
      'PRIVMSG #long one',
      'PRIVMSG #long :',
      'PRIVMSG #long two',
      expect.stringMatching(/^BATCH -/),
      expect.stringMatching(/^PONG/),
    ])
    const lines = await cy.settle()
    expect(lines.filter((line) => line.includes('PRIVMSG')).map((line) => line.split(' ').at(-1))).toEqual([
      'one',
      'two',
    ])
    for (const client of [ann, ben, cy]) client.end()
  })

  test('[IRC12] elsewhere than on this machine it listens only with a certificate', async () => {
    await serve()
    await expect(
      serveStandalone({ home, host: '0.0.0.0', port: 0, name: 'x', onFault: () => undefined }),
    ).rejects.toThrow(/only with a certificate/)
  })
})
