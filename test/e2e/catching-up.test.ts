import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDaemon } from '../support/daemon.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
beforeAll(async () => {
  world = await openDaemon()
})
afterAll(() => world.end())

/** Reads the log from its beginning over a socket until an event is there. */
async function replay(seq: number): Promise<void> {
  const headers = { authorization: `Bearer ${world.daemon.token}`, accept: 'text/event-stream' }
  const sent = httpRequest(new URL('/api/events?after=0', world.daemon.url), { headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.setEncoding('utf8')
  let end = ''
  for await (const text of response) {
    end = `${end.slice(-200)}${String(text)}`
    if (end.includes(`id: ${seq}\n`)) break
  }
  response.destroy()
}

test('[HTTP30] calls are answered while readers catch up with the log', async () => {
  const { log } = world.daemon
  for (let n = 0; n < 10; n += 1) {
    log.write((append) =>
      Array.from({ length: 1_000 }, () => append({ type: 'agent.printed', data: { line: 'a line' } })),
    )
  }
  const head = log.head()
  const over = new AbortController()
  const replays = Promise.all(Array.from({ length: 10 }, () => replay(head))).finally(() => over.abort())
  let answered = 0
  while (!over.signal.aborted) {
    await world.client.call('getHealth', {})
    answered += 1
  }
  await replays
  // Ten replays are some 800 batches; a call waits for a few of them.
  expect(answered).toBeGreaterThan(40)
})
