import { request as httpRequest } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createClient } from '../../src/client/index.ts'
import { calls, IrisError, paths, type EventEnvelope } from '../../src/contract/index.ts'
import { openDaemon } from '../support/daemon.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
beforeAll(async () => {
  world = await openDaemon()
})
afterAll(() => world.end())

const authorized = () => ({ authorization: `Bearer ${world.daemon.token}` })
const printed = (line: string) =>
  world.daemon.log.write((append) => append({ type: 'agent.printed', data: { line } }))

/** fetch refuses to set Host, so this goes through node:http. */
function raw(
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number; body: string; headers: object }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(new URL(path, world.daemon.url), { method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }))
    })
    sent.on('error', reject).end()
  })
}
const codeOf = (body: string) => (JSON.parse(body) as { error: { code: string } }).error.code

describe('who may call', () => {
  test('[HTTP1] listens on loopback', () => {
    expect(new URL(world.daemon.url).hostname).toBe('127.0.0.1')
  })

  test('[HTTP2] health is open; everything else, also what is not there, needs a valid token', async () => {
    expect((await raw('/api/health', {})).status).toBe(200)
    for (const path of ['/api/status', '/api/events', '/api/openapi.json', '/nothing']) {
      const none = await raw(path, {})
      expect([none.status, codeOf(none.body)]).toEqual([401, 'TOKEN_MISSING'])
      const wrong = await raw(path, { authorization: 'Bearer iris_wrong' })
      expect([wrong.status, codeOf(wrong.body)]).toEqual([401, 'TOKEN_INVALID'])
    }
  })

  test('[HTTP2] a revoked token is refused at once', async () => {
    const { token, secret } = await world.client.call('createToken', { name: 'short lived' })
    const other = createClient({ url: world.daemon.url, token: secret })
    await other.call('getStatus', {})
    await world.client.call('revokeToken', { token: token.id })
    await expect(other.call('getStatus', {})).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
  })

  test('[HTTP3] a foreign Host is refused, also on the open route and before the token', async () => {
    for (const host of [
      'evil.example',
      'evil.example:80',
      `127.0.0.1.evil.example:${new URL(world.daemon.url).port}`,
    ]) {
      for (const path of ['/api/health', '/api/status']) {
        const answer = await raw(path, { ...authorized(), host })
        expect([answer.status, codeOf(answer.body)]).toEqual([403, 'HOST_REFUSED'])
      }
    }
  })

  test('[HTTP4] a foreign Origin is refused, our own is not, and no CORS header is sent', async () => {
    for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:1']) {
      const answer = await raw('/api/status', { ...authorized(), origin })
      expect([answer.status, codeOf(answer.body)]).toEqual([403, 'ORIGIN_REFUSED'])
    }
    const own = await raw('/api/status', { ...authorized(), origin: world.daemon.url })
    expect(own.status).toBe(200)
    expect(Object.keys(own.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('[HTTP5] an observer reads and changes nothing', async () => {
    const { secret } = await world.client.call('createToken', { name: 'looker', role: 'observer' })
    const looker = createClient({ url: world.daemon.url, token: secret })
    await looker.call('getStatus', {})
    await looker.call('readEvents', {})
    for (const attempt of [
      looker.call('createToken', { name: 'x' }),
      looker.call('listTokens', {}),
      looker.call('stopDaemon', {}),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })

  test('[HTTP6] the WebSocket holds the same rules', async () => {
    const url = `${world.daemon.url.replace('http', 'ws')}/api/stream`
    const refused = async (headers: Record<string, string>, path = url) => {
      const socket = new WebSocket(path, { headers })
      const [error] = (await once(socket, 'error')) as [Error]
      return error.message
    }
    expect(await refused({})).toContain('401')
    expect(await refused({ authorization: 'Bearer iris_wrong' })).toContain('401')
    expect(await refused({ ...authorized(), origin: 'http://evil.example' })).toContain('403')
    expect(await refused({ ...authorized(), host: 'evil.example' })).toContain('403')
    expect(await refused(authorized(), url.replace('stream', 'other'))).toContain('404')
  })
})

describe('calls', () => {
  test('[HTTP7] every wrong field is named', async () => {
    const wrong = world.client.call('createToken', { name: '', role: 'king' as 'human' })
    await expect(wrong).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      details: {
        fields: expect.arrayContaining([
          expect.objectContaining({ field: 'name' }),
          expect.objectContaining({ field: 'role' }),
        ]),
      },
    })
    const answer = await raw('/api/events?after=-1&limit=many', authorized())
    expect(answer.body).toMatch(/after.*limit/)
  })

  test('[HTTP8] a body above 8 MiB and one that is not JSON are refused', async () => {
    const post = (body: string) =>
      fetch(new URL('/api/tokens', world.daemon.url), { method: 'POST', headers: authorized(), body })
    const large = await post(JSON.stringify({ name: 'x'.repeat(8 * 1024 * 1024) }))
    expect([large.status, codeOf(await large.text())]).toEqual([413, 'BODY_TOO_LARGE'])
    for (const body of ['{', '[]', '"x"', '1'])
      expect(codeOf(await (await post(body)).text())).toBe('INPUT_INVALID')
  })

  test('[HTTP24] a change is answered once it is on disk; who only looks does not wait for the disk', async () => {
    const { log } = world.daemon
    const settle = log.settle.bind(log)
    log.settle = () => {
      throw new IrisError('NOT_ON_DISK', 'no disk today')
    }
    try {
      const change = world.client.call('createToken', { name: 'never told' })
      const done = { token: { name: 'never told' } }
      await expect(change).rejects.toMatchObject({ code: 'NOT_ON_DISK', details: { done } })
      await expect(world.client.call('getStatus', {})).resolves.toBeDefined()
    } finally {
      log.settle = settle
    }
  })

  test('[HTTP25] an idle connection is kept longer than clients keep theirs', async () => {
    const { headers } = await raw('/api/health', { connection: 'keep-alive' })
    expect(headers).toMatchObject({ 'keep-alive': 'timeout=600' })
  })

  test('[HTTP9] an unknown route has a code and advice, and no stack', async () => {
    const answer = await raw('/api/nothing', authorized())
    expect(JSON.parse(answer.body)).toEqual({
      error: {
        code: 'ROUTE_NOT_FOUND',
        message: 'There is no GET /api/nothing.',
        advice: expect.any(String),
      },
    })
  })

  test('[HTTP10] the OpenAPI document has every call and its parameters', async () => {
    const answer = await raw('/api/openapi.json', authorized())
    const document = JSON.parse(answer.body) as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    const described = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    )
    expect(described.toSorted()).toEqual(Object.keys(calls).toSorted())
    expect(Object.keys(calls).toSorted()).toEqual(Object.keys(paths).toSorted())
    expect(document.paths['/api/tokens/{token}']?.['delete']).toMatchObject({
      parameters: [{ name: 'token', in: 'path', required: true }],
    })
  })
})

describe('events', () => {
  async function take(events: AsyncGenerator<EventEnvelope>, count: number): Promise<EventEnvelope[]> {
    const taken: EventEnvelope[] = []
    for await (const event of events) {
      taken.push(event)
      if (taken.length === count) break
    }
    return taken
  }
  const lineOf = (event: EventEnvelope) => (event.data as { line: string }).line

  test('[HTTP11] pages as JSON, streams after a number, both filtered', async () => {
    const before = world.daemon.log.head()
    printed('one')
    const page = await world.client.call('readEvents', { after: before, types: ['agent.printed'] })
    expect(page.events.map(lineOf)).toEqual(['one'])
    const live = take(world.client.events({ after: before, types: ['agent.printed'] }), 2)
    printed('two')
    expect((await live).map(lineOf)).toEqual(['one', 'two'])
  })

  test('[HTTP11] Last-Event-ID wins over after, and each event carries its number as id', async () => {
    const { seq } = printed('marked')
    const ended = new AbortController()
    const response = await fetch(new URL('/api/events?after=0', world.daemon.url), {
      headers: { ...authorized(), accept: 'text/event-stream', 'last-event-id': String(seq - 1) },
      signal: ended.signal,
    })
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString('utf8')
      if (text.includes('data:')) break
    }
    ended.abort()
    expect(text).toMatch(new RegExp(`^: connected\n\nid: ${seq}\nevent: agent.printed\ndata: `))
  })

  test('[HTTP107] from now on: nothing of before comes, as a page, as a stream and over the WebSocket', async () => {
    const types = ['agent.printed']
    printed('before')
    const page = await world.client.call('readEvents', { from: 'now', types })
    expect(page).toMatchObject({ events: [], next: world.daemon.log.head() })
    let isOpen = false
    const live = take(world.client.events({ from: 'now', types, onState: () => (isOpen = true) }), 1)
    const address = `${world.daemon.url.replace('http', 'ws')}/api/stream?from=now&types=agent.printed`
    const socket = new WebSocket(address, { headers: authorized() })
    const heard = once(socket, 'message')
    await once(socket, 'open')
    await expect.poll(() => isOpen).toBe(true)
    printed('after')
    expect((await live).map(lineOf)).toEqual(['after'])
    const [message] = (await heard) as [Buffer]
    expect(lineOf(JSON.parse(message.toString()) as EventEnvelope)).toBe('after')
    socket.close()
    const all = await take(world.client.events({ after: 0 }), 1)
    expect(all[0]?.seq).toBe(1)
  })

  test('[HTTP107] a reader from now on that loses its connection before anything came misses nothing', async () => {
    let connections = 0
    const client = createClient({
      url: world.daemon.url,
      token: world.daemon.token,
      async send(url, init) {
        connections += 1
        if (connections > 1) return fetch(url, init)
        const cut = new AbortController()
        const response = await fetch(url, { ...init, signal: cut.signal })
        let said = ''
        for await (const chunk of response.body ?? []) {
          said += Buffer.from(chunk as Uint8Array).toString('utf8')
          if (/\nid: \d+\n\n/.test(said)) break
        }
        cut.abort()
        printed('in between')
        return new Response(said)
      },
    })
    const [event] = await take(client.events({ from: 'now', types: ['agent.printed'] }), 1)
    expect([event && lineOf(event), connections]).toEqual(['in between', 2])
  })

  test('[HTTP13] a reader that takes nothing is dropped while others go on', async () => {
    const { hostname, port } = new URL(world.daemon.url)
    const stalled = connectTcp(Number(port), hostname)
    stalled.pause()
    stalled.write(
      `GET /api/events HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: ${authorized().authorization}\r\naccept: text/event-stream\r\n\r\n`,
    )
    const closed = once(stalled, 'close')
    stalled.on('error', () => undefined)
    const before = world.daemon.log.head()
    const healthy = take(world.client.events({ after: before }), 400)
    const readersWith = async (count: number): Promise<void> => {
      while ((await world.client.call('getStatus', {})).readers !== count) await new Promise(setImmediate)
    }
    await readersWith(2)
    for (let n = 0; n < 400; n += 1) printed(String(n).padEnd(50_000, `${n}`))
    expect(await healthy).toHaveLength(400)
    await readersWith(0)
    stalled.resume()
    await closed
  })

  test('[HTTP14] the WebSocket carries the same events', async () => {
    const { seq } = printed('over the wire')
    const socket = new WebSocket(
      `${world.daemon.url.replace('http', 'ws')}/api/stream?after=${seq - 1}&types=agent.printed`,
      {
        headers: authorized(),
      },
    )
    const [message] = (await once(socket, 'message')) as [Buffer]
    expect(JSON.parse(message.toString())).toMatchObject({ seq, data: { line: 'over the wire' } })
    socket.close()
    await once(socket, 'close')
  })
})
