import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/ports.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'
import { openTerminal, type Terminal } from '../support/terminal.ts'
import { commandsFor } from '../support/weechat.ts'

const room = '#project-shop'
let world: TeamWorld
let terminal: Terminal | undefined
let at: { port: number; token: string }
beforeAll(async () => {
  const port = await freePort()
  world = await openTeams({
    teams: { shop: {} },
    sections: { irc: { port } },
    lines: `
  - when: { says: '/said \\(\\w+\\):\\n.*how late/' }
    reply: "It is noon."
  - when: { system: 'You are Iris' }
    reply: 'One team is idle.'
`,
  })
  await world.client.call('listChannels', {})
  at = { port, token: (await world.client.call('createToken', { name: 'irc' })).secret }
})
afterEach(() => {
  terminal?.end()
  terminal = undefined
})
afterAll(() => world.end())

async function open(columns = 110): Promise<Terminal> {
  terminal = await openTerminal({ home: world.home, columns, rows: 40 })
  return terminal
}

async function type(into: Terminal, ...lines: string[]): Promise<void> {
  for (const line of lines) {
    await into.type(line)
    await into.press('Enter')
  }
}

/** One command after the other, each once the one before was taken: many lines at once are a paste to a client. */
async function command(into: Terminal, ...lines: string[]): Promise<void> {
  for (const line of lines) {
    await into.type(line)
    await into.shows(line.slice(0, 12))
    await into.press('Enter')
    await into.hides(line.slice(0, 12))
  }
}

const post = (body: string) => world.client.call('postMessage', { channel: room, body })

/** Something that waits for a person, and the number under which its room says it. */
function ask(text: string): { number: number; isAnswered: () => unknown } {
  const { ask: raised } = world.inbox.raise({
    team: 'shop',
    caller: 'user',
    source: 'alert',
    type: 'blocking',
    text,
    freeText: true,
  })
  return {
    number: world.inbox.find(raised.id).seq,
    isAnswered: () => world.inbox.view(raised.id).answer?.chosen,
  }
}

test('[IRC23] [IRC27] a new user of irssi who does what the guide says is in the rooms, is answered, and answers', async () => {
  const irssi = await open()
  await type(irssi, 'irssi')
  await irssi.shows('[(status)]')
  await type(irssi, ...commandsFor('irssi', at))
  await irssi.shows('That was all for today.')
  await type(irssi, `/window goto ${room}`)
  await irssi.shows(`[${room}]`)
  await type(irssi, '@shop how late is it?')
  await irssi.shows(/< ?shop> It is noon\./)
  await post('said on the page')
  await irssi.shows(/< ?user> said on the page/)
  const { number, isAnswered } = ask('Shall I go on?')
  await irssi.shows(`shop asks (${number}): Shall I go on?`)
  await type(irssi, `/answer ${number} yes`)
  await irssi.shows(`You answered ${number} of shop: yes`)
  expect(isAnswered()).toMatchObject([{ text: 'yes' }])
  await irssi.keep('irssi')
  await type(irssi, '/quit')
  await irssi.hides(`[${room}]`)
})

test('[IRC23] [IRC27] the same in WeeChat, which is shown what was said before it came', async () => {
  await post('said before anybody came')
  const weechat = await open()
  await type(weechat, 'weechat')
  await weechat.shows('Plugins loaded:')
  await command(weechat, ...commandsFor('WeeChat', at))
  // It goes to each room as it comes into it.
  await weechat.shows(/4\.\s+#standup-shop/)
  await command(weechat, `/buffer ${room}`)
  await weechat.shows(/user.*said before anybody came/)
  await type(weechat, '@shop how late is it now?')
  await weechat.shows(/how late is it now\?[\s\S]*It is noon\./)
  const { number, isAnswered } = ask('Shall I stop?')
  await weechat.shows(`shop asks (${number}): Shall I stop?`)
  await type(weechat, `/answer ${number} no`)
  await weechat.shows(`You answered ${number} of shop: no`)
  expect(isAnswered()).toMatchObject([{ text: 'no' }])
  await weechat.keep('weechat')
  await type(weechat, '/quit')
  await weechat.hides('said before anybody came')
})

test('[CHN28] iris chat on a terminal is live: what is said here and elsewhere, in a smaller window, until Ctrl-C', async () => {
  const chat = await open(100)
  await type(chat, `iris chat "${room}"; echo "left with $?"`)
  await chat.shows(`${room}>`)
  await type(chat, 'hello from the terminal')
  await chat.shows(/user.*hello from the terminal/)
  await chat.type('half a li')
  await post('said while you write')
  await chat.shows(/said while you write[\s\S]*> half a li/)
  await chat.resize(60, 20)
  await chat.type('ne')
  await chat.press('Enter')
  await chat.shows(/user.*half a line/)
  const { messages } = await world.client.call('readMessages', { channel: room, limit: 1 })
  expect(messages).toMatchObject([{ body: 'half a line', author: 'user' }])
  await type(chat, '/nonsense')
  await chat.shows('There is no command /nonsense.')
  await chat.type('@sh')
  await chat.press('Tab')
  await chat.type('!')
  await chat.shows('> @shop !')
  await chat.press('C-u')
  const said = await world.client.call('readMessages', { channel: room, limit: 1 })
  expect(said).toMatchObject({ messages: [{ body: 'half a line' }] })
  await chat.press('C-c')
  await chat.shows('left with 0')
})

test('[CHN27] the Iris agent answers a mention in a room, through its model', async () => {
  const asked = await post('@iris what is active?')
  await expect
    .poll(async () => (await world.client.call('readMessages', { channel: room, limit: 50 })).messages)
    .toContainEqual(
      expect.objectContaining({ author: 'iris', body: 'One team is idle.', replyTo: asked.message }),
    )
})
