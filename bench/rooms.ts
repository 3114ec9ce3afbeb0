// A room of a million messages: how long it takes to read and search it, over MCP and on its page, and how many messages a
// second are committed. IRC clients beside ergo are measured by rooms-irc.ts.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createClient } from '../src/client/index.ts'
import { newId } from '../src/contract/index.ts'
import { createChannels } from '../src/core/channels/index.ts'
import { createLog } from '../src/core/store/index.ts'
import { createDaemon, type Daemon } from '../src/daemon/index.ts'
import { systemClock } from '../src/platform/clock/index.ts'
import { openSql } from '../src/platform/sqlite/index.ts'
import { openBrowser } from '../test/support/browser.ts'
import { environmentOf, makeHome } from '../test/support/daemon.ts'
import { visit } from '../test/support/page.ts'
import { finish, quantile, report, smoke, times } from './figures.ts'

const count = smoke ? 5000 : 1_000_000
const rounds = smoke ? 20 : 200
const visits = smoke ? 1 : 5
const home = makeHome('iris-bench-rooms-')
const open = (): Promise<Daemon> => createDaemon({ environment: environmentOf(home) })
const results: boolean[] = []

try {
  const first = await open()
  const { channel } = await createClient(first).call('openChannel', { name: '#long' })
  await first.close('filled while it is away')
  await inCore(channel)
  const daemon = await open()
  try {
    await overMcp(daemon)
    await onThePage(daemon)
  } finally {
    await daemon.close('bench ended')
  }
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
finish(results)

function told(name: string, taken: readonly number[], most?: number): void {
  results.push(
    report(`${name}, median`, { value: quantile(taken, 0.5), unit: 'ms', ...(most && { most }) }),
    report(`${name}, p99`, { value: quantile(taken, 0.99), unit: 'ms' }),
  )
}

/** Fills the room, most of it past the log: what is measured is the reading. */
async function inCore(channel: Parameters<ReturnType<typeof createChannels>['get']>[0]): Promise<void> {
  const sql = openSql(join(home, 'iris.db'))
  const log = createLog({ sql, clock: systemClock })
  const channels = createChannels({ sql, log, clock: systemClock })
  const author = { name: 'user', kind: 'person' } as const
  const posts = smoke ? 500 : 5000
  const began = performance.now()
  for (let n = 0; n < posts; n += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, m) =>
        channels.post({ channel, author, body: `message ${n + m}`, origin: 'http' }),
      ),
    )
  report('posts committed', { value: posts / ((performance.now() - began) / 1000), unit: '/s' })
  const insert = sql.prepare(
    `INSERT INTO message (id, channel, author, kind, via, form, body, replyTo, thread, mentions, at, origin, turn)
     VALUES (?, (SELECT n FROM channel WHERE id = ?), 'shop', 'agent', NULL, 'message', ?, NULL, NULL, '[]', ?, 'mcp', NULL)`,
  )
  for (let n = posts; n < count; n += 10_000)
    sql.transaction(() => {
      for (let m = n; m < Math.min(count, n + 10_000); m += 1)
        insert.run(newId('msg'), channel, `word${m % 977} of ${m}`, Date.now())
    })
  sql.exec("INSERT INTO message_words (message_words) VALUES ('rebuild')")
  sql
    .prepare('UPDATE channel SET lastSeq = (SELECT max(seq) FROM message), lastAt = ? WHERE id = ?')
    .run(Date.now(), channel)
  let n = 0
  const search = (): unknown =>
    channels.search({ words: `word${(n += 1) % 977}`, channels: [channel], limit: 20 })
  told('search a word', times(rounds, search))
  await channels.close()
  await log.close()
  sql.close()
}

/** As an agent or a connector reads it. */
async function overMcp({ url, token }: Daemon): Promise<void> {
  const client = new McpClient({ name: 'bench', version: '0' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  const read = async (n: number, wanted: object): Promise<number> => {
    const began = performance.now()
    const result = await client.callTool({ name: 'chat_read', arguments: { channel: '#long', ...wanted } })
    if (result.isError) throw new Error(`chat_read ${n} failed: ${JSON.stringify(result.content)}`)
    return performance.now() - began
  }
  const all = async (name: string, wanted: (n: number) => object): Promise<void> => {
    const taken: number[] = []
    for (let n = 0; n < rounds + 10; n += 1) taken.push(await read(n, wanted(n)))
    // The first ones are slower: the daemon has just started.
    told(`chat_read of ${name}, over MCP`, taken.slice(10), 10)
  }
  await all('50 from somewhere', (n) => ({ after: (n * 4999) % count, limit: 50 }))
  await all('50 unread', () => ({ limit: 50 }))
  await client.close()
}

async function onThePage(daemon: Daemon): Promise<void> {
  const browser = await openBrowser()
  try {
    const { page } = await visit(browser, createClient(daemon))
    await page
      .getByRole('link', { name: /^Rooms/ })
      .first()
      .click()
    const taken: number[] = []
    for (let n = 0; n < visits; n += 1) {
      await page.getByRole('link', { name: /^#long/ }).waitFor()
      const began = Date.now()
      await page.getByRole('link', { name: /^#long/ }).click()
      await page
        .getByRole('log', { name: 'What was said' })
        .getByText(`of ${count - 1}`)
        .waitFor()
      taken.push(Date.now() - began)
      await page
        .getByRole('link', { name: /^Rooms/ })
        .first()
        .click()
    }
    told('its page opened', taken, 1000)
  } finally {
    await browser.close()
  }
}
