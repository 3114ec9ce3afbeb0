import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SessionId } from '../../src/contract/index.ts'
import { openBrowser } from '../support/browser.ts'
import { visit } from '../support/page.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let browser: Awaited<ReturnType<typeof openBrowser>>
let session: SessionId
let context: BrowserContext
let tabs: Page[]
let step = 0

beforeAll(async () => {
  world = await openTeams({ lines: '  - { when: { says: /./ }, reply: Yes. }', teams: { shop: {} } })
  browser = await openBrowser()
  session = (await world.ask('hello', 'shop')).session
  const visitor = await visit(browser, world.client)
  context = visitor.context
  tabs = [visitor.page]
  while (tabs.length < 8) tabs.push(await context.newPage())
  // Their time is ours to turn, to see them lose their patience.
  await context.clock.install()
  for (const tab of tabs) await tab.goto(`${world.daemon.url}/sessions/${session}`)
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
})

/** Lets the agent say so many things, one event each. */
function say(times: number): void {
  world.daemon.log.write((append) => {
    for (let n = 0; n < times; n += 1) {
      const words = [{ type: 'text', text: `Step ${(step += 1)}.` }]
      const line = JSON.stringify({ type: 'assistant', message: { content: words } })
      append({ type: 'agent.printed', session, data: { line } })
    }
  })
}

/** Waits until a tab shows every step once, in order. */
async function showsAll(tab: Page): Promise<void> {
  const wanted = Array.from({ length: step }, (_, place) => `Step ${place + 1}.`)
  await expect.poll(() => tab.getByText(/^Step \d+\.$/).allTextContents()).toEqual(wanted)
}

const streams = async (): Promise<number> => (await world.client.call('getStatus', {})).readers

/** Which tab holds the stream, and the others. */
async function leaderAndOthers(): Promise<[Page, ...Page[]]> {
  const ownAndHolders = `navigator.locks.request('test', async () => {
    const { held } = await navigator.locks.query()
    return ['test', 'iris.live'].map((name) => held.find((lock) => lock.name === name)?.clientId)
  })`
  const isLeader: boolean[] = []
  for (const tab of tabs) {
    const [own, holder] = await tab.evaluate<unknown[]>(ownAndHolders)
    isLeader.push(own === holder)
  }
  const leader = tabs.find((_, place) => isLeader[place])
  if (!leader) throw new Error('no tab holds the stream')
  return [leader, ...tabs.filter((tab) => tab !== leader)]
}

test('[DSH40] eight tabs share one stream; all are live and can read', async () => {
  for (const tab of tabs) await tab.getByText('Yes.', { exact: true }).waitFor()
  say(3)
  for (const tab of tabs) await showsAll(tab)
  expect(await streams()).toBe(1)
})

test('[DSH40] when the tab that holds the stream goes, the next goes on; nothing is lost or told twice', async () => {
  const [leader, ...others] = await leaderAndOthers()
  const closing = leader.close()
  for (let n = 0; n < 5; n += 1) {
    say(1)
    await new Promise(setImmediate)
  }
  await closing
  tabs = others
  say(1)
  for (const tab of tabs) await showsAll(tab)
  await expect.poll(streams).toBe(1)
})

test('[DSH42] what an agent is writing is shown at the end until its statement is whole', async () => {
  const [leader, ...others] = await leaderAndOthers()
  const write = (at: number, text: string): Promise<void> => {
    const word = { say: 'writing', writing: { session, turn: 'trn_1', at, text } }
    // One channel for all of it: the words of two may come in another order.
    return leader.evaluate(
      `(globalThis.tells ??= new BroadcastChannel('iris.live')).postMessage(${JSON.stringify(word)})`,
    )
  }
  await write(0, 'I am ')
  await write(5, 'just **writing')
  for (const tab of others) {
    await tab.getByText('I am just **writing').waitFor()
    await tab.getByText('writing', { exact: true }).waitFor()
  }
  say(1)
  for (const tab of others) await showsAll(tab)
  for (const tab of others) await tab.getByText('I am just').waitFor({ state: 'detached' })
  await write(900, 'and the rest')
  await others[0]!.getByText('… and the rest').waitFor()
  say(1)
  await showsAll(others[0]!)
})

test('[DSH40] a tab that holds the stream and no longer answers loses it to another, and hears from that one', async () => {
  const [leader, ...others] = await leaderAndOthers()
  await leader.evaluate('BroadcastChannel.prototype.postMessage = () => undefined')
  say(1)
  for (let n = 0; n < 2; n += 1) await context.clock.fastForward(15_000)
  for (const tab of others) await showsAll(tab)
  expect((await leaderAndOthers())[0]).not.toBe(leader)
  say(1)
  for (const tab of tabs) await showsAll(tab)
  await expect.poll(streams).toBe(1)
})
