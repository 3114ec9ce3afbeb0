import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendOverHttp } from './send.ts'

const server = createServer((request, response) => void answer(request, response))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/endless') {
    response.write('first')
    return
  }
  const { method, headers, url } = request
  response.statusCode = url === '/bad' ? 400 : 200
  response.end(JSON.stringify({ method, token: headers.authorization, body: await text(request) }))
}

let base: URL

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  base = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

test('[CLI22] a request over Node carries method, headers and body, whatever the method', async () => {
  for (const method of ['POST', 'DELETE', 'PUT']) {
    const answer = await sendOverHttp(base, { method, headers: { authorization: 'Bearer x' }, body: 'größe' })
    expect(answer).toMatchObject({ ok: true, status: 200 })
    expect(await answer.json()).toEqual({ method, token: 'Bearer x', body: 'größe' })
  }
  const bad = await sendOverHttp(new URL('/bad', base), { headers: {} })
  expect(bad).toMatchObject({ ok: false, status: 400 })
  expect(await bad.json()).toMatchObject({ method: 'GET', body: '' })
})

test('[CLI22] an answer that is aborted under way ends with an error', async () => {
  const stop = new AbortController()
  const { body } = await sendOverHttp(new URL('/endless', base), { headers: {}, signal: stop.signal })
  const heard: string[] = []
  const reading = (async () => {
    for await (const part of body as AsyncIterable<Uint8Array>) {
      heard.push(Buffer.from(part).toString())
      stop.abort()
    }
  })()
  await expect(reading).rejects.toThrow('aborted')
  expect(heard).toEqual(['first'])
})
