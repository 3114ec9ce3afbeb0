import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { newId, type SessionId, type Writing } from '../../contract/index.ts'
import { openLogWorld, printed, stopped, type LogWorld } from '../../core/store/log.suite.ts'
import { createEventStreams, type EventStreams } from './streams.ts'
import type { Stay } from './stays.ts'

let world: LogWorld
let streams: EventStreams
let server: Server
let sockets: WebSocketServer
let writing$: Subject<Writing>
let faults: unknown[]
let ended: AbortController
const stay: Stay = { signal: new AbortController().signal, during: (work) => work, end: () => undefined }

beforeEach(async () => {
  world = openLogWorld()
  writing$ = new Subject()
  faults = []
  ended = new AbortController()
  streams = createEventStreams({ ...world, writing$, onFault: (error) => faults.push(error) })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/events', async (context) => streams.respond(context, stay))
  app.get('/sessions/:session', async (context) =>
    streams.respond(context, stay, context.req.param('session') as SessionId),
  )
  // A stream writes its answer by itself; what the app gives besides is not used.
  server = createServer((incoming, outgoing) => {
    void app.fetch(new Request(`http://${at(incoming.url ?? '/')}`), { incoming, outgoing })
  }).listen(0, '127.0.0.1')
  sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    void streams.feed(socket, request, stay)
  })
  await once(server, 'listening')
})
afterEach(async () => {
  ended.abort()
  streams.close()
  server.closeAllConnections()
  server.close()
  await expect.poll(() => streams.count()).toBe(0)
  await world.end()
  expect(faults).toEqual([])
})

const at = (path: string) => `127.0.0.1:${(server.address() as AddressInfo).port}${path}`

/** Reads a stream; gives what it has heard so far. */
async function listen(path: string): Promise<() => string> {
  const response = await fetch(`http://${at(path)}`, { signal: ended.signal })
  let heard = ''
  void (async () => {
    for await (const chunk of response.body ?? []) heard += Buffer.from(chunk as Uint8Array).toString('utf8')
  })().catch(() => undefined)
  return () => heard
}
const idsIn = (heard: string) => [...heard.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))

test('[HTTP11] a stream has the types and the session that were asked for, and no others', async () => {
  const [own, other] = [newId('ses'), newId('ses')]
  world.log.write((append) => [
    append(printed('a', { session: own })),
    append(stopped('x')),
    append(printed('b', { session: other })),
    append(printed('c', { session: own })),
  ])
  const heard = await Promise.all(
    [
      '/events',
      '/events?types=agent.printed',
      `/events?session=${own}`,
      `/events?session=${other}&types=daemon.stopped`,
      `/sessions/${own}?after=1`,
    ].map(listen),
  )
  const last = world.log.write((append) => append({ ...stopped('y'), session: own }))
  expect(last.seq).toBe(5)
  await expect
    .poll(() => heard.map((said) => idsIn(said())))
    .toEqual([[1, 2, 3, 4, 5], [1, 3, 4], [1, 4, 5], [], [4, 5]])
})

test('[DSH42] who reads one session hears what is written in it; who did not ask hears nothing of it', async () => {
  const [own, other] = [newId('ses'), newId('ses')]
  const heard = await Promise.all(
    ['/events?writing=true', `/sessions/${own}?writing=true`, '/events'].map(listen),
  )
  for (const session of [own, other])
    writing$.next({ session, turn: newId('trn'), at: 0, text: session === own ? 'mine' : 'theirs' })
  writing$.next({ chat: 'ims_1', at: 0, text: 'chat' })
  world.clock.advance(200)
  const words = ['mine', 'theirs', 'chat']
  await expect
    .poll(() => heard.map((said) => words.filter((word) => said().includes(`"${word}"`))))
    .toEqual([words, ['mine'], []])
})

test('[HTTP13] readers are counted while they read, over either way', async () => {
  await listen('/events')
  const socket = new WebSocket(`ws://${at('/')}`)
  await expect.poll(() => streams.count()).toBe(2)
  socket.close()
  await expect.poll(() => streams.count()).toBe(1)
  ended.abort()
  await expect.poll(() => streams.count()).toBe(0)
})

test('[HTTP14] a WebSocket that takes nothing for ten seconds is dropped', async () => {
  const socket = new WebSocket(`ws://${at('/')}`)
  await once(socket, 'open')
  socket.pause()
  const closed = once(socket, 'close')
  const line = 'x'.repeat(1_000_000)
  world.log.write((append) => Array.from({ length: 40 }, () => append(printed(line))))
  await expect.poll(() => world.clock.waiting(9999)).toBe(1)
  world.clock.advance(9999)
  await new Promise(setImmediate)
  expect(streams.count()).toBe(1)
  world.clock.advance(1)
  await expect.poll(() => streams.count()).toBe(0)
  socket.resume()
  await closed
})
