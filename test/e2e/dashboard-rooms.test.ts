import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iris, ranOf, spawnIris } from '../support/iris.ts'
import { barriersEverywhere } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { openDaemon } from '../support/daemon.ts'
import { visit, type Visitor } from '../support/page.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Visitor
let page: Page
let shop: string

beforeAll(async () => {
  shop = mkdtempSync(join(tmpdir(), 'iris-rooms-page-'))
  world = await openDaemon(`settings: { httpPort: 0 }\nteams:\n  shop: { path: ${shop} }\n`)
  await world.client.call('listChannels', {})
  browser = await openBrowser()
  visitor = await visit(browser, world.client)
  ;({ page } = visitor)
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
  rmSync(shop, { recursive: true, force: true })
})

const go = (path: string) => page.goto(new URL(path, world.daemon.url).href)
const log = () => page.getByRole('log', { name: 'What was said' })
const field = () => page.getByRole('textbox', { name: /^Message to/ })

test('[CHN28] the same from a terminal: rooms are listed, read, written to and searched', async () => {
  const json = async (...args: string[]) =>
    JSON.parse((await iris(world.home, ['chat', ...args, '--json'])).stdout) as Record<string, unknown>
  const sent = await json('send', '#project-shop', 'the kettle', 'boils')
  expect(sent).toMatchObject({ author: 'user', body: 'the kettle boils' })
  expect(await json('ls')).toMatchObject({
    channels: [{ name: '#errors-shop' }, { name: '#project-shop' }, {}],
  })
  expect(await json('read', '#project-shop')).toMatchObject({ messages: [{ body: 'the kettle boils' }] })
  expect(await json('search', 'kettle')).toMatchObject({ found: [{ channel: '#project-shop' }] })
  const plain = await iris(world.home, ['chat', 'read', 'project-shop'])
  expect(plain.stdout).toMatch(/^\d\d:\d\d user: the kettle boils\n$/)
  expect((await iris(world.home, ['chat', 'read', '#nowhere'])).code).toBe(4)
  const tail = spawnIris(world.home, ['chat', 'tail', '#project-shop', '--json'])
  const over = ranOf(tail)
  try {
    let shown = ''
    tail.stdout?.on('data', (chunk: string) => (shown += chunk))
    const bodies = () =>
      shown
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { body: string }).body)
    await expect.poll(bodies).toEqual(['the kettle boils'])
    await json('send', '#project-shop', 'tea', 'is', 'ready')
    await expect.poll(bodies).toEqual(['the kettle boils', 'tea is ready'])
  } finally {
    tail.kill('SIGINT')
    await over
  }
})

test('[DSH130] [DSH133] a room shows Markdown as text, marks mentions, and is written to with completion', async () => {
  const { secret } = await world.client.call('createToken', { name: 'desk', role: 'delegate' })
  const { createClient } = await import('../../src/client/index.ts')
  const desk = createClient({ url: world.daemon.url, token: secret })
  await desk.call('postMessage', {
    channel: '#project-shop',
    body: '## Plan\n\n- **one**\n- two\n\n```ts\nconst x = 1\n```\n<img src=x onerror=alert(1)>',
  })
  await go('/rooms')
  await page.getByRole('link', { name: /^#project-shop/ }).click()
  await log().getByRole('heading', { name: 'Plan' }).waitFor()
  expect(await log().locator('img').count()).toBe(0)
  await log().getByText('desk, for you').waitFor()
  await field().fill('@sh')
  await page.getByRole('list', { name: 'Completions' }).getByText('@shop').waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => field().inputValue()).toBe('@shop ')
  await field().fill('/to')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Shoes and boots')
  await page.keyboard.press('Enter')
  await page.getByText('Shoes and boots').waitFor()
  await expect.poll(() => field().inputValue()).toBe('')
  await field().fill('/nonsense')
  await page.keyboard.press('Enter')
  await page.getByText('There is no command /nonsense.').waitFor()
  expect(await field().inputValue()).toBe('/nonsense')
  await field().fill('hello **there**')
  await page.keyboard.press('Enter')
  await log().getByText('there', { exact: true }).waitFor()
})

test('[DSH131] a reply opens its thread, where one more is written, and news comes by itself', async () => {
  const first = await world.client.call('postMessage', { channel: '#standup-shop', body: 'Who paints?' })
  await go('/rooms/standup-shop')
  await log().getByText('Who paints?').waitFor()
  await world.client.call('postMessage', { channel: '#standup-shop', body: 'I do.', replyTo: first.message })
  await log().getByText('I do.').waitFor()
  await log()
    .getByRole('button', { name: /↳ You: Who paints/ })
    .click()
  const thread = page.getByRole('complementary', { name: 'Thread' })
  await expect.poll(() => thread.getByRole('listitem').count()).toBe(2)
  const reply = thread.getByRole('textbox', { name: 'Reply in this thread' })
  await reply.fill('@sh')
  await thread.getByRole('list', { name: 'Completions' }).getByText('@shop').waitFor()
  await reply.fill('Red, **please**.')
  await page.keyboard.press('Enter')
  await thread.getByText('please', { exact: true }).waitFor()
  await expect.poll(() => reply.inputValue()).toBe('')
  const newest = async () =>
    (await world.client.call('readMessages', { channel: '#standup-shop', limit: 9 })).messages.at(-1)
  await expect.poll(newest).toMatchObject({ body: 'Red, **please**.', replyTo: first.message })
  expect(await field().inputValue()).toBe('')
  expect(await barriersEverywhere(page, 'thread')).toEqual([])
  await thread.getByRole('button', { name: 'Close' }).click()
})

test('[DSH132] [DSH133] what is unread is a press away, and what an agent asks is answered in its room', async () => {
  const room = '#project-shop'
  const raise = (text: string) => {
    const { ask } = world.daemon.inbox.raise({
      team: 'shop',
      caller: 'user',
      source: 'alert',
      type: 'clarifying',
      text,
      options: [{ label: 'Red', recommended: true }, { label: 'Blue' }],
      freeText: true,
    })
    return {
      number: world.daemon.inbox.find(ask.id).seq,
      answer: () => world.daemon.inbox.view(ask.id).answer,
    }
  }
  await go('/rooms/standup-shop')
  const [first, second] = [raise('Which colour?'), raise('Which shape?')]
  for (let n = 0; n < 12; n += 1)
    await Promise.all(
      Array.from({ length: 10 }, () =>
        world.client.call('postMessage', { channel: room, body: 'said later' }),
      ),
    )
  await page.getByRole('link', { name: /^#project-shop/ }).click()
  await page.getByRole('button', { name: 'Jump to 2 unread' }).click()
  await log().getByText('New', { exact: true }).waitFor()
  await log().getByText(`shop asks (${first.number}): Which colour?`).waitFor()
  const asks = page.getByRole('list', { name: 'Asks' })
  await asks.getByRole('button', { name: 'Red' }).click()
  await expect.poll(first.answer).toMatchObject({ chosen: [{ labels: ['Red'] }] })
  await asks.getByText('Which shape?').waitFor()
  await field().fill(`/answer ${second.number} a circle`)
  await page.keyboard.press('Enter')
  await log().getByText(`You answered ${second.number} of shop: a circle`).waitFor()
  expect(second.answer()).toMatchObject({ chosen: [{ text: 'a circle' }] })
})

test('[DSH130] [DSH134] on a phone too the members are shown, and one press leads to direct messages', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await go('/rooms/project-shop')
  await page.getByRole('button', { name: 'Members' }).click()
  const members = page.getByRole('region', { name: 'Members' })
  await members.getByText('asleep').waitFor()
  await page.getByText('Shoes and boots').last().waitFor()
  expect(await barriersEverywhere(page, 'members', ['phone'])).toEqual([])
  await members.getByRole('link', { name: 'shop' }).click()
  await page.getByRole('heading', { name: '@shop' }).waitFor()
  await page.getByRole('textbox', { name: 'Message to @shop' }).waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('[DSH132] of 600 messages only those on the screen exist, and older ones come as one scrolls', async () => {
  await world.client.call('openChannel', { name: '#long' })
  for (let n = 0; n < 6; n += 1)
    await Promise.all(
      Array.from({ length: 100 }, (_, m) =>
        world.client.call('postMessage', { channel: '#long', body: `line ${n * 100 + m}` }),
      ),
    )
  await world.client.call('postMessage', { channel: '#long', body: 'the last line' })
  await go('/rooms/long')
  await log().getByText('the last line').waitFor()
  expect(await log().getByRole('article').count()).toBeLessThan(120)
  await log().focus()
  await expect
    .poll(async () => {
      await page.keyboard.press('Home')
      return log()
        .getByText(/^line [0-3]\d\d$/)
        .count()
    })
    .toBeGreaterThan(0)
  expect(await log().getByRole('article').count()).toBeLessThan(120)
})

test('[DSH133] what was said and not answered is said again and is there once; /me and /archive do what they say', async () => {
  let sent = 0
  await page.route(/\/messages$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    if (sent > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await field().fill('said in a storm')
  await page.keyboard.press('Enter')
  await field().fill('written meanwhile')
  await expect.poll(() => sent).toBe(2)
  await log().getByText('said in a storm').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  expect(await field().inputValue()).toBe('written meanwhile')
  // The browser tells of the call that was cut.
  visitor.faults.splice(0)
  await field().fill('/me waves')
  await page.keyboard.press('Enter')
  await log().getByText('waves').waitFor()
  await expect
    .poll(async () => (await world.client.call('readMessages', { channel: '#long', limit: 3 })).messages)
    .toMatchObject([
      { body: 'the last line' },
      { body: 'said in a storm' },
      { body: 'waves', form: 'action' },
    ])
  await field().fill('/archive')
  await page.keyboard.press('Enter')
  await page.getByText('This room is archived: it can only be read.').waitFor()
})

test('[BRD12] where the server of the rooms is away, page, terminal and doctor say so, and how much waits', async () => {
  const irc = '{ host: 127.0.0.1, port: 1 }'
  appendFileSync(join(world.home, 'config.yaml'), `channels: { backend: irc, irc: ${irc} }\n`)
  await go('/rooms/project-shop')
  await page.getByText('Not connected to 127.0.0.1:1.').waitFor()
  await world.client.call('postMessage', { channel: '#project-shop', body: 'who hears this?' })
  await page.getByText('Not connected to 127.0.0.1:1; 1 message waits.').waitFor()
  expect((await iris(world.home, ['chat', 'ls'])).stderr).toContain('1 message waits.')
  expect((await iris(world.home, ['doctor'])).stdout).toMatch(/! +Rooms +Not connected to 127\.0\.0\.1:1/)
})

test('[DSH134] nothing on the pages of rooms keeps somebody out, light or dark, at a desk or on a phone', async () => {
  await go('/rooms/project-shop')
  await log().getByText('a circle').waitFor()
  const found = await barriersEverywhere(page, 'room')
  await go('/rooms')
  await page.getByRole('heading', { name: 'Rooms', exact: true }).waitFor()
  found.push(...(await barriersEverywhere(page, 'rooms')))
  expect(found).toEqual([])
  expect(visitor.faults).toEqual([])
})
