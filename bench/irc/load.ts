// Clients that talk in rooms, as a process of its own: told where, it comes in, talks, and says what it measured.
import { connect, type Socket } from 'node:net'

/** What to do, and where. */
export interface LoadOrder {
  port: number
  rooms: number
  clientsPerRoom: number
  /** Messages a second, of all clients together. */
  perSecond: number
  warmUpSeconds: number
  seconds: number
  /** The password of each client is its nick. */
  usesPasswords: boolean
  capabilities: string
}

/** What was measured after the warm-up. */
export interface LoadResult {
  sent: number
  heard: number
  /** How many lines should have been heard. */
  expected: number
  seconds: number
  /** From the write of a message to the read of each line that carries it, in ms. */
  delays: number[]
}

interface Talker {
  socket: Socket
  room: string
}

const mark = ' t='
const stampLength = 13

process.once('message', (order: LoadOrder) => {
  talk(order).then(
    (result) => process.send?.(result, undefined, undefined, () => process.disconnect()),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function talk(order: LoadOrder): Promise<LoadResult> {
  const { rooms, clientsPerRoom, perSecond, warmUpSeconds, seconds } = order
  const delays: number[] = []
  let countFrom = Number.POSITIVE_INFINITY
  let heardAll = 0
  const onStamp = (stamp: number): void => {
    heardAll += 1
    if (stamp >= countFrom) delays.push((now() - stamp) / 1000)
  }
  const talkers: Talker[] = []
  for (let n = 0; n < rooms * clientsPerRoom; n += 20)
    talkers.push(
      ...(await Promise.all(Array.from({ length: 20 }, (_, m) => enter(order, { number: n + m, onStamp })))),
    )
  const started = performance.now()
  let sentAll = 0
  let sent = 0
  const until = (warmUpSeconds + seconds) * 1000
  await new Promise<void>((resolve) => {
    const tick = (): void => {
      const passed = performance.now() - started
      if (passed >= warmUpSeconds * 1000 && countFrom === Number.POSITIVE_INFINITY) countFrom = now()
      for (
        const due = Math.floor((Math.min(passed, until) / 1000) * perSecond);
        sentAll < due;
        sentAll += 1
      ) {
        const { socket, room } = talkers[(sentAll * 61) % talkers.length] ?? fail('no talkers')
        const stamp = now()
        if (stamp >= countFrom) sent += 1
        socket.write(
          `PRIVMSG ${room} :the build of this branch is green again${mark}${String(stamp).padStart(stampLength, '0')}\r\n`,
        )
      }
      if (passed < until) setTimeout(tick, 4)
      else resolve()
    }
    tick()
  })
  const talked = (performance.now() - started) / 1000 - warmUpSeconds
  const patience = performance.now() + 10_000
  const isHeard = (): boolean => heardAll >= sentAll * clientsPerRoom
  while (!isHeard() && performance.now() < patience) await new Promise((resolve) => setTimeout(resolve, 20))
  for (const { socket } of talkers) socket.destroy()
  return { sent, heard: delays.length, expected: sent * clientsPerRoom, seconds: talked, delays }
}

/** Microseconds since this process began. */
function now(): number {
  return Math.round(performance.now() * 1000)
}

async function enter(
  { port, rooms, usesPasswords, capabilities }: LoadOrder,
  { number, onStamp }: { number: number; onStamp: (stamp: number) => void },
): Promise<Talker> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const room = `#room-${number % rooms}`
  const nick = `talker-${number}`
  let rest = ''
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`the server hung up: ${rest.slice(0, 400)}`)))
    socket.on('data', (chunk: Buffer) => {
      const text = rest + chunk.toString('latin1')
      const end = text.lastIndexOf('\n') + 1
      rest = text.slice(end)
      if (read(text.slice(0, end), onStamp)) resolve()
      if (text.includes('PING ')) answerPings(socket, text)
    })
    const password = usesPasswords ? `PASS ${nick}\r\n` : ''
    socket.write(
      `CAP REQ :${capabilities}\r\n${password}NICK ${nick}\r\nUSER ${nick} 0 * :talker\r\nCAP END\r\n`,
    )
    socket.write(`JOIN ${room}\r\n`)
  })
  return { socket, room }
}

/** Takes the stamps out of whole lines; says whether the room was entered. */
function read(lines: string, onStamp: (stamp: number) => void): boolean {
  for (let at = lines.indexOf(mark); at >= 0; at = lines.indexOf(mark, at + stampLength))
    onStamp(Number(lines.slice(at + mark.length, at + mark.length + stampLength)))
  return / 366 /.test(lines)
}

function answerPings(socket: Socket, text: string): void {
  for (const [, token = ''] of text.matchAll(/(?:^|\n)(?::\S+ )?PING (\S+)\r/g))
    socket.write(`PONG ${token}\r\n`)
}

function fail(why: string): never {
  throw new Error(why)
}
