import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { AddressInfo } from 'node:net'
import { newId } from '../../contract/index.ts'
import { listen, openNotificationWorld, type Heard, type NotificationWorld } from './world.suite.ts'

let world: NotificationWorld
afterEach(() => world.end())
const user = { kind: 'human', name: 'user' } as const

describe('desktop', () => {
  /** A real program on the PATH that writes down how it was called. */
  function program(name: string, platform: NodeJS.Platform, exit = 0): () => string[] {
    const bin = mkdtempSync(join(tmpdir(), 'iris-bin-'))
    onTestFinished(() => rmSync(bin, { recursive: true }))
    world = openNotificationWorld({ platform, variables: { PATH: bin } })
    const out = join(world.folder, 'called')
    const script = `#!${process.execPath}\nrequire('fs').writeFileSync(${JSON.stringify(out)}, JSON.stringify(process.argv.slice(2)))\nif (${exit}) console.error('no bus')\nprocess.exit(${exit})\n`
    writeFileSync(join(bin, name), script)
    chmodSync(join(bin, name), 0o755)
    return () => JSON.parse(readFileSync(out, 'utf8')) as string[]
  }

  test.each([
    [
      'notify-send',
      'linux',
      [
        '--app-name=Iris',
        '--urgency=critical',
        '--',
        'alpha asks for permission',
        'Bash make &lt;b&gt;all&lt;/b&gt;\n\nmake\n\n“Always allow” adds the grant Bash(make)',
      ],
    ],
    [
      'osascript',
      'darwin',
      expect.arrayContaining([
        '--',
        'alpha asks for permission',
        'Bash make <b>all</b>\n\nmake\n\n“Always allow” adds the grant Bash(make)',
      ]),
    ],
  ] as const)('[NTF6] %s is called with the texts as arguments', async (name, platform, called) => {
    const calls = program(name, platform)
    world.configure(['desktop'])
    world.permission()
    await world.event('notification.sent')
    expect(calls()).toEqual(called)
  })

  test('[NTF6] [NTF12] what the program complains of is told', async () => {
    program('notify-send', 'linux', 1)
    world.configure(['desktop'])
    expect(await world.notifications.test()).toEqual([{ method: 'desktop', ok: false, error: 'no bus' }])
  })
})

test('[NTF8] ntfy gets topic, title, priority, link and token', async () => {
  world = openNotificationWorld()
  const server = await listen()
  onTestFinished(() => server.close())
  world.configure(['ntfy'], { ntfy: { server: server.url, topic: 'mine', token: 'tk_1' } })
  const { id } = world.permission()
  const { headers, body } = await server.next()
  expect(headers.authorization).toBe('Bearer tk_1')
  expect(body).toEqual({
    topic: 'mine',
    title: 'alpha asks for permission',
    message: 'Bash make <b>all</b>\n\nmake\n\n“Always allow” adds the grant Bash(make)',
    priority: 4,
    click: `http://127.0.0.1:1615/inbox?ask=${id}`,
  })
})

test('[NTF10] an email arrives over SMTP with log-in, as plain text', async () => {
  world = openNotificationWorld()
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      username === 'me' && password === 'pass'
        ? done(null, { user: 'me' })
        : done(new Error('wrong password')),
    onData(stream, _, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
      stream.on('end', () => (mails.push(text), done()))
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const email = {
    host: '127.0.0.1',
    port,
    security: 'none',
    user: 'me',
    password: 'pass',
    from: 'Iris <iris@example.org>',
    to: 'you@example.org',
  }
  world.configure(['email'], { email: { ...email, password: 'nope' } })
  expect(await world.notifications.test()).toMatchObject([
    { ok: false, error: expect.stringMatching(/login/i) },
  ])
  world.configure(['email'], { email })
  world.raise({ text: 'Which\r\nBcc: all@example.org database?' })
  await world.event('notification.sent')
  expect(mails[0]).toMatch(/^Subject: alpha asks you something\r$/m)
  expect(mails[0]).toMatch(/^To: you@example\.org\r$/m)
  expect(mails[0]).toMatch(/^Content-Type: text\/plain/m)
  expect(mails[0]!.split('\r\n\r\n')[0]).not.toMatch(/^Bcc/m)
  expect(mails[0]).toMatch(/- SQLite\r\n- Postgres/)
})

describe('Telegram', () => {
  /** A Bot API on loopback: a long poll waits for what the test sends. */
  async function bot() {
    const updates: object[] = []
    let wake = (): void => undefined
    let id = 0
    let isOpen = true
    const server = await listen(async ({ path, body }: Heard) => {
      if (path.endsWith('/sendMessage'))
        return { body: { ok: true, result: { message_id: 100 + (id += 1) } } }
      if (!path.endsWith('/getUpdates')) return { body: { ok: true } }
      const offset = Number(body['offset'])
      const fresh = () => updates.filter((_, place) => place + 1 >= offset)
      if (fresh().length === 0 && isOpen) await new Promise<void>((resolve) => (wake = resolve))
      return { body: { ok: true, result: fresh() } }
    })
    onTestFinished(async () => {
      isOpen = false
      wake()
      await server.close()
    })
    const settings = { token: '1:secret', chat: '42', server: server.url }
    world = openNotificationWorld()
    world.configure(['telegram'], { telegram: settings })
    const push = (update: object): void => {
      updates.push({ update_id: updates.length + 1, ...update })
      wake()
    }
    const heard = (method: string) => server.heard.filter(({ path }) => path === `/bot1:secret/${method}`)
    const tap = (data: string, chat = 42) =>
      push({ callback_query: { id: 'q', data, message: { message_id: 1, chat: { id: chat } } } })
    return { push, tap, heard, server, settings }
  }

  test('[NTF9] a tap on a button answers the ask, once, from the configured chat only', async () => {
    const { tap, heard, push } = await bot()
    const ask = world.permission()
    await world.event('notification.sent')
    expect(heard('sendMessage')[0]?.body).toMatchObject({
      chat_id: '42',
      text: expect.stringContaining('alpha asks for permission'),
      reply_markup: {
        inline_keyboard: [
          [{ text: 'Allow', callback_data: `${ask.id} y` }],
          [{ text: 'Always allow' }],
          [{ text: 'Deny' }],
        ],
      },
    })
    tap(`${ask.id} y`, 666)
    push({ strange: true })
    tap('nonsense')
    tap(`${ask.id} n`)
    await world.event('ask.answered')
    expect(world.inbox.view(ask.id).answer).toMatchObject({ allow: false, source: 'user', by: 'telegram' })
    tap(`${ask.id} y`)
    await world.event('ask.answered_late')
    await expect
      .poll(() => heard('answerCallbackQuery').map(({ body }) => body['text']))
      .toEqual([expect.stringContaining('do not know'), 'Taken.', expect.stringContaining('no longer open')])
  })

  test('[NTF25] what is told whole can be tapped; what is cut, or does not fit on a button, has a link instead', async () => {
    const { heard } = await bot()
    const first = world.permission()
    await world.event('notification.sent')
    expect(heard('sendMessage')[0]?.body['text']).toContain(
      '\n\nmake\n\n“Always allow” adds the grant Bash(make)',
    )
    const long = { command: `make ${'x'.repeat(1200)}` }
    const cut = world.permission({ input: JSON.stringify(long) })
    await world.event('notification.sent', 1)
    const wide = world.raise({ options: [{ label: 'y'.repeat(61) }, { label: 'no' }] })
    await world.event('notification.sent', 2)
    const sent = heard('sendMessage').map(
      ({ body }) => [String(body['text']), 'reply_markup' in body] as const,
    )
    expect(sent.map(([, hasButtons]) => hasButtons)).toEqual([true, false, false])
    expect(sent[1]?.[0]).toMatch(new RegExp(`…\\n\\nhttp\\S+ask=${cut.id}$`))
    expect(sent[2]?.[0]).toContain(`ask=${wide.id}`)
    expect(world.inbox.view(first.id).state).toBe('open')
  })

  test('[NTF9] a reply in words answers what it replies to', async () => {
    const { push, heard } = await bot()
    const ask = world.raise()
    await world.event('notification.sent')
    push({
      message: { message_id: 9, chat: { id: 42 }, text: 'DuckDB', reply_to_message: { message_id: 101 } },
    })
    await world.event('ask.answered')
    expect(world.inbox.view(ask.id).answer?.chosen).toMatchObject([{ labels: [], text: 'DuckDB' }])
    await expect.poll(() => heard('sendMessage').at(-1)?.body['text']).toBe('Taken.')
  })

  test('[NTF12] no error shows the token', async () => {
    const { server, settings } = await bot()
    await server.close()
    const [result] = await world.notifications.test('telegram')
    expect(result?.ok).toBe(false)
    expect(result?.error).not.toContain(settings.token)
  })
})

test('[NTF1] a request that was passed to a lead is told with its first reminder', async () => {
  world = openNotificationWorld()
  const server = await listen()
  onTestFinished(() => server.close())
  world.configure(['webhook'], { webhook: { url: server.url } })
  const lead = newId('ses')
  const ask = world.permission({ lead, forwardedTo: lead })
  world.clock.advance(5 * 60_000)
  await world.event('notification.sent')
  expect(server.heard.map(({ body }) => [body['ask'], body['reminder']])).toEqual([[ask.id, 1]])
  await world.inbox.answer(ask.id, { who: user, input: { choose: 'y' } })
})
