import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriers } from '../support/barriers.ts'
import { noted, openDesk, pressLast, type Desk } from '../support/background.ts'
import { photograph } from '../support/page.ts'
import { openTeams, writeFakeClaude, type TeamWorld } from '../support/teams.ts'

const folder = mkdtempSync(join(tmpdir(), 'iris-background-'))
const agent = `init(); result('All done.', { is_error: text === 'break' })`
let world: TeamWorld
let desk: Desk
let first: Page
let second: Page
let other: Page

beforeAll(async () => {
  const claudePath = writeFakeClaude(join(folder, 'claude'), agent)
  const lines = '  - { when: { says: /./ }, reply: Yes. }'
  world = await openTeams({ lines, teams: { shop: { claudePath }, docs: { claudePath } } })
  // Two that run already fail in one moment.
  await Promise.all(['shop', 'docs'].map((team) => world.ask('hello', team)))
  desk = await openDesk()
  const { context } = desk
  context.setDefaultTimeout(60_000)
  first = await context.newPage()
  await first.goto((await world.client.call('createLoginLink', {})).url)
  await first.waitForURL((at) => at.pathname === '/')
  second = await context.newPage()
  await second.goto(`${world.daemon.url}/inbox`)
  other = await context.newPage()
})
afterAll(async () => {
  await desk?.close()
  await world?.end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

const raise = (text: string) =>
  world.inbox.raise({
    source: 'ask_human',
    type: 'blocking',
    text,
    options: [{ label: 'SQLite' }, { label: 'Postgres' }],
    team: 'shop',
    caller: 'user',
    session: null,
  }).ask
const titles = async () =>
  [...(await noted(first)).shown, ...(await noted(second)).shown].map(({ title }) => title)
const forget = () => Promise.all([first, second].map((page) => page.evaluate('noted.shown.length = 0')))
const notes = async () => (await noted(first)).notes + (await noted(second)).notes
/** How far this browser has told news, or seen it. */
const toldUpTo = () => first.evaluate<number>(`Number(localStorage.getItem('iris.news')?.split(' ')[0])`)
const icon = (page: Page) => page.locator('link[rel=icon]').getAttribute('href')
const browserPart = async (page: Page) => {
  await page.getByRole('tab', { name: 'This browser' }).click()
  return page.getByRole('region', { name: 'While you look elsewhere' })
}

test('[DSH72] the tab says how many asks are open and how many problems there are, without any leave', async () => {
  await first.bringToFront()
  expect([await first.title(), await icon(first)]).toEqual(['Iris', '/icon.svg'])
  const { id } = raise('Which database?')
  await world.ask('break', 'docs')
  await expect.poll(() => first.title()).toBe('(2) Iris')
  expect(decodeURIComponent((await icon(first)) ?? '')).toMatch(/^data:image\/svg\+xml,<svg .*>2<\/text>/)
  await world.inbox.answer(id, { who: { kind: 'human', name: 'user' }, input: { choose: '1' } })
  await world.ask('again', 'docs')
  await expect.poll(() => first.title()).toBe('Iris')
  expect(await icon(first)).toBe('/icon.svg')
  expect((await noted(first)).asked).toBe(0)
})

test('[DSH70] [DSH73] leave is asked for by a press only; a browser that refuses is explained', async () => {
  const { origin } = new URL(world.daemon.url)
  await desk.permit(origin, 'prompt')
  await second.bringToFront()
  await second.goto(`${world.daemon.url}/inbox`)
  const offer = second.getByRole('button', { name: 'Switch on notifications' })
  await offer.waitFor()
  expect((await noted(second)).asked).toBe(0)
  await photograph(second, 'inbox-offer')
  await offer.press('Enter')
  await offer.waitFor({ state: 'detached' })
  expect((await noted(second)).asked).toBe(1)
  await desk.permit(origin, 'denied')
  await second.goto(`${world.daemon.url}/settings`)
  const part = await browserPart(second)
  const notifications = part.getByRole('switch', { name: 'Notifications' })
  const sound = part.getByRole('switch', { name: 'Sound' })
  expect([await notifications.isChecked(), await sound.isChecked()]).toEqual([false, false])
  await notifications.press('Space')
  await part.getByText('This browser blocks notifications from Iris.').waitFor()
  await photograph(second, 'settings-background-refused')
  await desk.permit(origin, 'granted')
  await notifications.press('Space')
  await part.getByRole('button', { name: 'Try it' }).press('Enter')
  await expect.poll(titles).toEqual(['Iris can reach you'])
  await photograph(second, 'settings-background')
  expect(await barriers(second)).toEqual([])
})

test('[DSH71] [NTF19] with no page in front, each thing is one notification for all tabs, and opens its page', async () => {
  await forget()
  await other.bringToFront()
  await expect.poll(() => first.evaluate('document.visibilityState')).toBe('hidden')
  await expect.poll(() => second.evaluate('document.visibilityState')).toBe('hidden')
  // What the second tab has stored, the first reads a moment later.
  await expect.poll(() => first.evaluate(`localStorage.getItem('iris.notifications')`)).toBe('on')
  const { id } = raise('Which cache?')
  await expect.poll(titles).toEqual(['shop asks you something'])
  await forget()
  // Who tells waits here, so that both are news of one moment.
  await second.evaluate(`new Promise((isHeld) => {
    void navigator.locks.request('iris.news', () => new Promise((letGo) => { globalThis.letGo = letGo; isHeld() }))
  })`)
  await Promise.all([world.ask('break', 'shop'), world.ask('break', 'docs')])
  await second.evaluate('letGo()')
  await expect.poll(titles).toEqual([expect.stringMatching(/^2 failed turns: /)])
  const failed = world.events('turn.ended').at(-1)
  await expect.poll(toldUpTo).toBeGreaterThanOrEqual(failed?.seq ?? Infinity)
  expect(await titles()).toEqual([expect.stringMatching(/^2 failed turns: /)])
  expect(await notes()).toBe(0)
  const teller = (await noted(first)).shown.length > 0 ? first : second
  await pressLast(teller)
  await expect.poll(() => new URL(teller.url()).pathname).toBe('/')
  await world.inbox.answer(id, { who: { kind: 'human', name: 'user' }, input: { choose: '1' } })
})

test('[DSH71] [DSH73] who has a page in front is not notified; the sound is off until it is switched on', async () => {
  await forget()
  await first.bringToFront()
  await expect.poll(() => first.evaluate('document.visibilityState')).toBe('visible')
  const { id } = raise('Seen at once?')
  await first.getByText('Seen at once?').first().waitFor()
  const asked = world.daemon.log.head()
  await expect.poll(toldUpTo).toBeGreaterThanOrEqual(asked)
  expect(await titles()).toEqual([])
  await first.goto(`${world.daemon.url}/settings`)
  const part = await browserPart(first)
  await part.getByRole('switch', { name: 'Sound' }).press('Space')
  await expect.poll(notes).toBe(2)
  // Either tab may tell the next news, and what one has stored the other reads a moment later.
  await expect.poll(() => second.evaluate(`localStorage.getItem('iris.sound')`)).toBe('on')
  await other.bringToFront()
  await expect.poll(() => first.evaluate('document.visibilityState')).toBe('hidden')
  const again = raise('Heard too?')
  await expect.poll(titles).toEqual(['shop asks you something'])
  await expect.poll(notes).toBe(4)
  for (const one of [id, again.id])
    await world.inbox.answer(one, { who: { kind: 'human', name: 'user' }, input: { choose: '1' } })
})

test('[DSH43] [DSH71] pages that were left and are kept for the way back keep nothing from the others, and go on', async () => {
  // Nobody finds out by asking from time to time: only who gives something up passes it on.
  await desk.context.addInitScript('globalThis.setInterval = () => 0')
  await second.goto(`${world.daemon.url}/inbox`)
  await first.bringToFront()
  for (const place of ['', 'settings', 'inbox', 'usage']) {
    await first.goto(`${world.daemon.url}/${place}`)
    await first.getByRole('heading', { level: 1 }).waitFor()
    await first.evaluate(`addEventListener('pageshow', ({ persisted }) => (globalThis.wasKept = persisted))`)
  }
  await other.bringToFront()
  await expect.poll(() => first.evaluate('document.visibilityState')).toBe('hidden')
  await forget()
  raise('Which queue?')
  await expect.poll(titles).toEqual(['shop asks you something'])
  await second.goto(`${world.daemon.url}/`)
  await forget()
  raise('Which parser?')
  await expect.poll(titles).toEqual(['shop asks you something'])
  await first.bringToFront()
  // A kept page loads nothing.
  await first.goBack({ waitUntil: 'commit' })
  await expect.poll(() => first.evaluate('globalThis.wasKept')).toBe(true)
  await first.getByText('Which parser?').first().waitFor()
  await other.bringToFront()
  await expect.poll(() => first.evaluate('document.visibilityState')).toBe('hidden')
  await forget()
  raise('Which printer?')
  await expect.poll(titles).toEqual(['shop asks you something'])
})
