import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { IrisError, toErrorBody } from '../../contract/index.ts'
import { bodyText, withLimitedBody } from './body.ts'

const mebibyte = 1024 * 1024
let server: Server

beforeEach(async () => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.all('/text', async (context) => context.json({ length: (await bodyText(context)).length }))
  app.all('/mebibyte', async (context) =>
    context.json({ length: (await bodyText(context, mebibyte)).length }),
  )
  app.all('/ticket', async (context) => context.json({ length: (await bodyText(context, 4096)).length }))
  app.all('/mcp', async (context) => {
    const request = await withLimitedBody(context)
    return context.json({ length: (await request.text()).length, trace: request.headers.get('x-trace') })
  })
  app.onError((error) =>
    Response.json(toErrorBody(error), { status: error instanceof IrisError ? error.kind.status : 500 }),
  )
  const listener = getRequestListener(app.fetch)
  server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** A body that says how long it is, or one that comes in pieces and does not. */
function send(
  path: string,
  { size, isChunked, method = 'POST' }: { size: number; isChunked: boolean; method?: string },
): Promise<{ status: number | undefined; said: unknown }> {
  const { port } = server.address() as AddressInfo
  const length = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(size) }
  const headers = { ...length, 'x-trace': 'kept' }
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, path, method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (piece: string) => (body += piece))
      response.on('end', () => resolve({ status: response.statusCode, said: JSON.parse(body) as unknown }))
    })
    sent.on('error', reject)
    for (let left = size; left > 0; left -= mebibyte) sent.write('x'.repeat(Math.min(left, mebibyte)))
    sent.end()
  })
}

const tooLarge = (limit: string) => ({
  status: 413,
  said: {
    error: expect.objectContaining({ code: 'BODY_TOO_LARGE', message: `The body is larger than ${limit}.` }),
  },
})

test.each(['/text', '/mcp'])(
  '[HTTP8] [HTTP28] %s takes 8 MiB and not a byte more, whether the body says its length or not',
  async (path) => {
    for (const isChunked of [false, true]) {
      const most = await send(path, { size: 8 * mebibyte, isChunked })
      expect(most).toMatchObject({ status: 200, said: { length: 8 * mebibyte } })
      expect(await send(path, { size: 8 * mebibyte + 1, isChunked })).toEqual(tooLarge('8 MiB'))
    }
  },
)

test('[HTTP8] a smaller limit is told as what it is', async () => {
  expect(await send('/ticket', { size: 4096, isChunked: false })).toMatchObject({ status: 200 })
  for (const isChunked of [false, true])
    expect(await send('/ticket', { size: 4097, isChunked })).toEqual(tooLarge('4 KiB'))
  const [most, more] = [mebibyte, mebibyte + 1].map((size) => send('/mebibyte', { size, isChunked: false }))
  expect([await most, await more]).toEqual([expect.objectContaining({ status: 200 }), tooLarge('1 MiB')])
})

test('[HTTP28] a request whose body was counted keeps its headers', async () => {
  expect(await send('/mcp', { size: 10, isChunked: true })).toMatchObject({
    said: { length: 10, trace: 'kept' },
  })
})
