import { readdirSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
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
/** The status of a request with these Host headers, byte for byte. */
function statusFor(hosts: string[], version = 'HTTP/1.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp(Number(new URL(world.daemon.url).port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
    socket.on('error', reject).on('end', () => resolve(Number(answer.split(' ')[1])))
    const lines = [`GET /api/health ${version}`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close']
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}
const isRefusal = (status: number) => status === 400 || status === 403
const loggedLines = (): string => {
  const folder = join(world.home, 'logs')
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
}
const codeOf = (body: string) => (JSON.parse(body) as { error: { code: string } }).error.code

describe('who may call', () => {
  test('[HTTP1] listens on 127.0.0.1 and on no other address of this machine', async () => {
    const { hostname, port } = new URL(world.daemon.url)
    expect(hostname).toBe('127.0.0.1')
    const reached = (host: string): Promise<boolean> =>
      new Promise((resolve) => {
        const socket = connectTcp(Number(port), host, () => settle(true))
        socket.on('error', () => settle(false))
        const settle = (is: boolean): void => {
          socket.destroy()
          resolve(is)
        }
      })
    expect(await reached(hostname)).toBe(true)
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    const others = addresses.filter(({ scopeid = 0 }) => scopeid === 0).map(({ address }) => address)
    // The whole of 127.0.0.0/8 is this machine on Linux, so there is one more to try wherever this runs.
    for (const host of new Set([...others, '127.0.0.2']))
      if (host !== hostname) expect([host, await reached(host)]).toEqual([host, false])
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

  test('[HTTP3] this machine is answered by any port, as a tunnel has one of its own', async () => {
    for (const host of ['localhost', 'LocalHost:9', '127.0.0.1:65535', '127.255.0.9:80', '[::1]:20000'])
      expect([host, await statusFor([host])]).toEqual([host, 200])
  })

  test('[HTTP3] what only looks like this machine is refused, and so are two Hosts or none', async () => {
    const shapes = [
      '127.1 0x7f.1 0x7f000001 2130706433 017700000001 127.0.0.01 127.0.0.256 127.0.0.1. 128.0.0.1 0.0.0.0',
      'localhost. localhost.evil.example evil.localhost 127.0.0.1.evil.example lоcalhost 127.0.0.1,evil.example',
      '[::] [::ffff:127.0.0.1] [0:0:0:0:0:0:0:1] [::1%25lo] ::1 [::1].evil.example',
      'user@127.0.0.1 127.0.0.1:80@evil.example localhost: localhost:x localhost:123456 localhost/x',
    ].flatMap((line) => line.split(' '))
    for (const host of [...shapes, '', '127.0.0.1 evil.example'])
      expect([host, await statusFor([host])]).toEqual([host, expect.toSatisfy(isRefusal)])
    const own = new URL(world.daemon.url).host
    expect(await statusFor([own, 'evil.example'])).toBe(403)
    expect(await statusFor(['evil.example', own])).toBe(403)
    expect(await statusFor([own, own])).toBe(403)
    expect([await statusFor([]), await statusFor([], 'HTTP/1.0')]).toEqual([400, 400])
  })

  test('[HTTP4] a foreign Origin is refused, our own is not, and no CORS header is sent', async () => {
    const { port } = new URL(world.daemon.url)
    for (const origin of [
      'http://evil.example',
      'null',
      'http://127.0.0.1:1',
      'http://127.0.0.1',
      `http://localhost:${port}`,
      `https://127.0.0.1:${port}`,
    ]) {
      const answer = await raw('/api/status', { ...authorized(), origin })
      expect([answer.status, codeOf(answer.body)]).toEqual([403, 'ORIGIN_REFUSED'])
    }
    const own = await raw('/api/status', { ...authorized(), origin: world.daemon.url })
    expect(own.status).toBe(200)
    const tunnelled = { host: 'localhost:9000', origin: 'http://localhost:9000' }
    expect((await raw('/api/status', { ...authorized(), ...tunnelled })).status).toBe(200)
    expect(Object.keys(own.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('[MCP3] MCP is refused to whoever has no token, and to a foreign Host and Origin', async () => {
    const refused = [
      [{}, 'TOKEN_MISSING'],
      [{ authorization: 'Bearer iris_wrong' }, 'TOKEN_INVALID'],
      [{ ...authorized(), host: 'evil.example' }, 'HOST_REFUSED'],
      [{ ...authorized(), origin: 'http://evil.example' }, 'ORIGIN_REFUSED'],
    ] as const
    for (const method of ['GET', 'POST', 'DELETE'])
      for (const [headers, code] of refused)
        expect([method, codeOf((await raw('/mcp', headers, method)).body)]).toEqual([method, code])
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    const accept = 'application/json, text/event-stream'
    const headers = { ...authorized(), accept, 'content-type': 'application/json' }
    const answer = await fetch(new URL('/mcp', world.daemon.url), { method: 'POST', headers, body })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"result":{}')])
  })

  test('[MCP3] over MCP a caller is who its token says', async () => {
    const { secret } = await world.client.call('createToken', { name: 'onlooker', role: 'observer' })
    const listedTo = async (token: string): Promise<string> => {
      const headers = {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      return (await fetch(new URL('/mcp', world.daemon.url), { method: 'POST', headers, body })).text()
    }
    expect(await listedTo(world.daemon.token)).toContain('"team_tell"')
    const lookers = await listedTo(secret)
    expect(lookers).toContain('"team_report"')
    expect(lookers).not.toContain('"team_tell"')
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

  test('[HTTP9] a fault inside Iris is told without what went wrong, which is in the log', async () => {
    const { log } = world.daemon
    const settle = log.settle.bind(log)
    log.settle = () => {
      throw new TypeError('a fault for the log alone')
    }
    try {
      const sent = { method: 'POST', headers: authorized(), body: '{"name":"faulty"}' }
      const answer = await fetch(new URL('/api/tokens', world.daemon.url), sent)
      const body = await answer.text()
      expect([answer.status, codeOf(body)]).toEqual([500, 'UNEXPECTED'])
      expect(body).not.toMatch(/a fault for the log alone|TypeError|\.ts|    at /)
    } finally {
      log.settle = settle
    }
    await expect.poll(loggedLines).toContain('a fault for the log alone')
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
    const readers = async (): Promise<number> => (await world.client.call('getStatus', {})).readers
    await expect.poll(readers).toBe(2)
    for (let n = 0; n < 400; n += 1) printed(String(n).padEnd(50_000, `${n}`))
    expect(await healthy).toHaveLength(400)
    await expect.poll(readers).toBe(0)
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
    const heard: number[] = []
    socket.on('message', (next: Buffer) => heard.push((JSON.parse(next.toString()) as EventEnvelope).seq))
    const more = ['second', 'third'].map((line) => printed(line).seq)
    await expect.poll(() => heard).toEqual(more)
    socket.close()
    await once(socket, 'close')
  })

  test('[HTTP14] a WebSocket whose query is wrong is closed and told why', async () => {
    const url = `${world.daemon.url.replace('http', 'ws')}/api/stream?after=soon`
    const socket = new WebSocket(url, { headers: authorized() })
    const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
    expect([code, reason.toString()]).toEqual([1008, expect.stringContaining('not right')])
  })

  test('[HTTP15] when the daemon stops, a stream ends at once and in order', async () => {
    const { daemon, end } = await openDaemon()
    const headers = { authorization: `Bearer ${daemon.token}` }
    const events = { headers: { ...headers, accept: 'text/event-stream' } }
    const stream = await fetch(new URL('/api/events', daemon.url), events)
    const socket = new WebSocket(`${daemon.url.replace('http', 'ws')}/api/stream`, { headers })
    await once(socket, 'message')
    const closed = once(socket, 'close')
    // What is cut off in the middle rejects, as a connection that is only ended after a grace would be.
    const read = stream.text()
    await end()
    expect(await read).toContain('event: daemon.started')
    expect((await closed)[0]).toBe(1001)
  })

  test('[DMN5] [HTTP15] a call that never ends does not hold a stop up', async () => {
    const { daemon, end } = await openDaemon()
    const { hostname, port } = new URL(daemon.url)
    const client = connectTcp(Number(port), hostname)
    const head = [
      'POST /api/tokens HTTP/1.1',
      `host: ${hostname}:${port}`,
      `authorization: Bearer ${daemon.token}`,
      'content-length: 100',
    ]
    client.write(`${head.join('\r\n')}\r\n\r\n{`)
    const cut = once(
      client.on('error', () => undefined),
      'close',
    )
    // Answered after it on another connection, so the daemon has seen the first one.
    await fetch(new URL('/api/health', daemon.url))
    await end()
    await cut
  })
})
