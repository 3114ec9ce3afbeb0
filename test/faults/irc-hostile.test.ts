import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enter, openClient } from '../../src/surface/irc/client.suite.ts'
import { bundled } from '../bundle/sources.ts'
import { randomFrom, seedOf } from '../support/points.ts'

const isLong = process.env['IRIS_FAULTS'] === 'all'
const lines = isLong ? 100_000 : 20_000
const maxGrowth = 8 * 1024 * 1024

let home: string
let server: ChildProcess | undefined
const faults: string[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'iris-irc-'))
})
afterEach(async () => {
  if (server) {
    const exit = once(server, 'exit')
    server.disconnect()
    await exit
  }
  rmSync(home, { recursive: true, force: true })
  expect(faults.splice(0)).toEqual([])
})

async function serve(limits: object): Promise<number> {
  server = fork(
    bundled(join(import.meta.dirname, '..', 'support', 'irc-server.ts')),
    [home, JSON.stringify(limits)],
    { execArgv: ['--expose-gc'] },
  )
  server.on('message', (told: { fault?: string }) => void (told.fault && faults.push(told.fault)))
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  return port
}

async function heapOf(child: ChildProcess | undefined): Promise<number> {
  child?.send('heap')
  for (;;) {
    const [told] = (await once(child ?? process, 'message')) as [{ heap?: number }]
    if (told.heap !== undefined) return told.heap
  }
}

test('[IRC2] lines of anything, very many of them: no fault, no memory that stays, and no CR, LF or NUL that passes', async () => {
  const port = await serve({ flood: 'none' })
  const random = randomFrom(seedOf())
  const heard: Buffer[] = []
  let strange = 0
  const witness = await comeIn(port)
  witness.socket.on('data', (chunk: Buffer) => {
    heard.push(chunk)
    if (heard.length < 50) return
    strange += strangeIn(Buffer.concat(heard.splice(0, 50)))
  })
  let before = 0
  let noisy = await comeIn(port)
  for (let sent = 0; sent < lines; sent += 500) {
    if (noisy.socket.destroyed) noisy = await comeIn(port)
    noisy.socket.write(Buffer.concat(Array.from({ length: 500 }, () => noise(random))))
    await noisy.answered()
    if (sent === lines / 10) before = await heapOf(server)
  }
  noisy.socket.destroy()
  await witness.answered()
  const growth = (await heapOf(server)) - before
  console.log(`${lines} lines; memory grew by ${Math.round(growth / 1024)} KiB`)
  expect(growth).toBeLessThan(maxGrowth)
  expect(strange).toBe(0)
  witness.socket.destroy()
})

/** CRs and LFs that are no end of a line, and NULs. Chunks may end inside a line end. */
function strangeIn(bytes: Buffer): number {
  const text = bytes.toString('latin1').replace(/^\n/, '').replace(/\r$/, '').replaceAll('\r\n', '')
  // oxlint-disable-next-line no-control-regex -- these are what must not be there
  return text.match(/[\r\n\0]/g)?.length ?? 0
}

const commands =
  'PRIVMSG NOTICE TAGMSG JOIN PART TOPIC MODE NICK KICK INVITE WHO WHOIS LIST NAMES CAP BATCH CHATHISTORY MARKREAD AWAY SETNAME AUTHENTICATE USER'
const parts =
  '#a #b n0 +b *!*@* @label=x @+draft/reply=y \u0001ACTION\u0001 LS REQ :message-tags LATEST * 1 é😀 :'
const words = [
  ...commands.split(' '),
  ...parts.split(' '),
  ':text of it',
  '\r',
  '\0',
  '@a=\\:;b',
  'x'.repeat(600),
]

/** A line of known words, or of any bytes. */
function noise(random: () => number): Buffer {
  if (random() < 0.3)
    return Buffer.from(Array.from({ length: Math.floor(random() * 60) }, () => Math.floor(random() * 256)))
  const count = 1 + Math.floor(random() * 6)
  const picked = Array.from({ length: count }, () => words[Math.floor(random() * words.length)])
  return Buffer.from(`${picked.join(' ')}\r\n`)
}

/** A client that says anything, and goes on once what it said was carried out, or it was thrown out. */
interface Noisy {
  socket: Socket
  answered(): Promise<void>
}

let asked = 0
async function comeIn(port: number): Promise<Noisy> {
  const socket = connect({ port, host: '127.0.0.1' })
  let rest = ''
  let wake = (): void => undefined
  socket.on('error', () => undefined)
  socket.on('close', () => wake())
  socket.on('data', (chunk: Buffer) => {
    rest += chunk.toString('latin1')
    wake()
  })
  await once(socket, 'connect')
  socket.write(`NICK n${asked}\r\nUSER n 0 * :n\r\nJOIN #a\r\n`)
  await answered()
  return { socket, answered }

  async function answered(): Promise<void> {
    asked += 1
    const token = `through${asked}`
    rest = ''
    socket.write(`\r\nPING :${token}\r\n`)
    while (!socket.destroyed && !rest.includes(token)) await new Promise<void>((resolve) => (wake = resolve))
  }
}

test('[IRC5] [IRC6] [IRC7] many who flood, never read or never say who they are are dropped with a reason, and cost nobody else anything', async () => {
  const port = await serve({ registerWithin: 1500, queuedBytes: 64 * 1024, unreadBytes: 256 * 1024 })
  const calm = await enter(port, { nick: 'calm' })
  const silent = await Promise.all(Array.from({ length: 30 }, () => openClient(port)))
  const flooders = await Promise.all(
    Array.from({ length: 10 }, (_, n) => enter(port, { nick: `flooder${n}` })),
  )
  const deaf = await Promise.all(Array.from({ length: 10 }, (_, n) => enter(port, { nick: `deaf${n}` })))
  const waits: number[] = []
  const over = new AbortController()
  const measuring = (async () => {
    while (!over.signal.aborted) {
      const asked = performance.now()
      await calm.settle()
      waits.push(performance.now() - asked)
    }
  })()
  for (const client of deaf) {
    client.socket.pause()
    // Each line is answered by far more than it has.
    client.send(...Array.from({ length: 190 }, () => 'VERSION'), 'JOIN #loud')
  }
  for (const client of flooders)
    client.send(...Array.from({ length: 3000 }, () => `PRIVMSG nobody :${'x'.repeat(80)}`))
  for (const client of flooders) expect(await client.closed).toMatch(/^ERROR .*Excess flood/)
  for (const client of silent) expect(await client.closed).toMatch(/^ERROR .*Registration timed out/)
  over.abort()
  await measuring
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  console.log(
    `answers to another meanwhile: ${waits.length}, median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
  )
  expect(at(0.5)).toBeLessThan(1000)
  for (const client of [calm, ...deaf]) client.end()
})
