import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, paths, type CallName } from '../../src/contract/index.ts'
import { openDaemon } from '../support/daemon.ts'
import { connectRaw, headOf } from '../support/raw-http.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
beforeAll(async () => {
  world = await openDaemon()
})
afterAll(() => world.end())

const url = () => world.daemon.url
const known = () => ({ authorization: `Bearer ${world.daemon.token}` })
const chunked = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }

/** Sends the head of a request, and the beginning of a body that never ends; gives the answer. */
async function answerTo(
  line: string,
  headers: Record<string, string>,
  chunks: readonly string[] = [],
): Promise<{ status: number; code: string | undefined }> {
  const connection = await connectRaw(url())
  try {
    connection.send(headOf(url(), line, headers))
    for (const chunk of chunks) connection.send(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    return await connection.answer()
  } finally {
    connection.end()
  }
}

const withBody = Object.keys(paths)
  .filter((name): name is CallName => Object.hasOwn(paths, name))
  .filter((name) => paths[name].method !== 'GET' && calls[name].for !== 'anyone')
const lines = [
  ...withBody.map((name) => `${paths[name].method} ${paths[name].path.replaceAll(':', 'x')}`),
  'POST /mcp',
  'PUT /mcp',
  'POST /nothing',
]

describe('a body', () => {
  test('[HTTP27] nobody’s body is read before it is known who sends it, on any route', async () => {
    for (const line of lines) {
      for (const length of [chunked, { 'content-length': '1000' }]) {
        const none = await answerTo(line, length)
        expect([line, none.status, none.code]).toEqual([line, 401, 'TOKEN_MISSING'])
      }
      const wrong = await answerTo(line, { ...chunked, authorization: 'Bearer iris_wrong' })
      expect([line, wrong.code]).toEqual([line, 'TOKEN_INVALID'])
      const host = await answerTo(line, { ...chunked, ...known(), host: 'evil.example' })
      expect([line, host.code]).toEqual([line, 'HOST_REFUSED'])
      const origin = await answerTo(line, { ...chunked, ...known(), origin: 'http://evil.example' })
      expect([line, origin.code]).toEqual([line, 'ORIGIN_REFUSED'])
    }
  })

  test('[HTTP27] a role that may not call is told so before its body is read', async () => {
    const { secret } = await world.client.call('createToken', { name: 'looker', role: 'observer' })
    const answer = await answerTo('POST /api/tokens', { ...chunked, authorization: `Bearer ${secret}` })
    expect(answer).toEqual({ status: 403, code: 'FORBIDDEN' })
  })

  test('[HTTP28] a body of unknown length is refused as soon as it is over the limit', async () => {
    const nineMiB = Array.from({ length: 9 }, () => 'x'.repeat(1024 * 1024))
    for (const line of ['POST /api/tokens', 'POST /mcp']) {
      const answer = await answerTo(line, { ...chunked, ...known() }, nineMiB)
      expect([line, answer.status, answer.code]).toEqual([line, 413, 'BODY_TOO_LARGE'])
    }
  })

  test('[HTTP28] a body of unknown length below the limit is taken like any other', async () => {
    const body = JSON.stringify({ name: 'in pieces' })
    const answer = await answerTo('POST /api/tokens', { ...chunked, ...known() }, [
      body.slice(0, 5),
      body.slice(5),
      '',
    ])
    expect(answer.status).toBe(200)
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    const accept = { accept: 'application/json, text/event-stream' }
    const mcp = await answerTo('POST /mcp', { ...chunked, ...known(), ...accept }, [ping, ''])
    expect(mcp.status).toBe(200)
  })

  test('[HTTP27] whoever shows a login link may send 1 KiB', async () => {
    const page = { ...chunked, origin: url() }
    const answer = await answerTo('POST /api/login', page, ['x'.repeat(1025)])
    expect(answer).toEqual({ status: 413, code: 'BODY_TOO_LARGE' })
    const said = await answerTo('POST /api/login', { origin: url(), 'content-length': '2000000' })
    expect(said).toEqual({ status: 413, code: 'BODY_TOO_LARGE' })
  })
})

describe('an answer', () => {
  test('[HTTP32] every one, also a stream, a refusal and a page, says that its type is not to be guessed', async () => {
    const answers: [string, Record<string, string>][] = [
      ['/api/status', known()],
      ['/api/events', { ...known(), accept: 'text/event-stream' }],
      ['/api/status', {}],
      ['/api/status', { ...known(), origin: 'http://evil.example' }],
      ['/api/nothing', known()],
      ['/', { accept: 'text/html' }],
    ]
    for (const [path, headers] of answers) {
      const ended = new AbortController()
      const response = await fetch(new URL(path, url()), { headers, signal: ended.signal })
      expect([path, response.headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
      ended.abort()
    }
  })

  test('[DSH7] a folder of the dashboard is no page and no file', async () => {
    for (const path of ['/assets', '/assets/', '/assets/.']) {
      const stranger = await fetch(new URL(path, url()), { headers: { accept: 'text/html' } })
      expect([path, stranger.status]).toEqual([path, 401])
      const person = await fetch(new URL(path, url()), { headers: known() })
      expect([path, person.status]).toEqual([path, 404])
    }
  })
})
