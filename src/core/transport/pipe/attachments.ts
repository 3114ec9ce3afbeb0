import { IrisError } from '../../../contract/plain.ts'
import type { Agent } from './agent.ts'
import type { AgentExit } from './protocol.ts'

/** How pieces reach the reader; `isReady` is false while the reader is behind. */
export interface Reader {
  isReady(): boolean
  piece(n: number, offset: number, bytes: Buffer): void
  exit(n: number, exit: AgentExit): void
  broken(n: number, error: unknown): void
}

/** The readings one connection has open, each at its own place in a spool. */
export interface Attachments {
  /** Opens a reading and returns where it starts; nothing flows before `pump`. */
  attach(n: number, agent: Agent, offset: number): number
  detach(n: number): void
  /** Sends what is there for one reading as long as the reader is ready. */
  pump(n: number): void
  /** Goes on with every reading after the reader caught up. */
  pumpAll(): void
  close(): void
}

interface Reading {
  agent: Agent
  position: number
  unfollow: () => void
}

/** Follows agents for a reader. What a slow reader has not taken stays in the spool, never in memory. */
export function createAttachments(reader: Reader): Attachments {
  const readings = new Map<number, Reading>()

  return {
    attach(n, agent, offset) {
      if (readings.has(n)) throw new IrisError('INPUT_INVALID', `${n} is attached already.`)
      const position = Math.min(Math.max(offset, agent.spool.base()), agent.spool.size())
      readings.set(n, { agent, position, unfollow: agent.follow(() => pump(n)) })
      return position
    },
    detach,
    pump,
    pumpAll,
    close() {
      for (const n of readings.keys()) detach(n)
    },
  }

  function detach(n: number): void {
    readings.get(n)?.unfollow()
    readings.delete(n)
  }

  function pump(n: number): void {
    const reading = readings.get(n)
    if (!reading) return
    const { agent } = reading
    try {
      while (reader.isReady() && reading.position < agent.spool.size()) sendPiece(n, reading)
    } catch (error) {
      reader.broken(n, error)
      detach(n)
      return
    }
    const exit = agent.exit()
    if (!exit || !reader.isReady()) return
    reader.exit(n, exit)
    detach(n)
  }

  function sendPiece(n: number, reading: Reading): void {
    const { spool, id } = reading.agent
    // A trim may have taken what a slow reader has not read yet.
    const offset = Math.max(reading.position, spool.base())
    const piece = spool.read(offset)
    if (piece.length === 0) throw new Error(`the spool of ${id} ends at ${offset}`)
    reading.position = offset + piece.length
    reader.piece(n, offset, piece)
  }

  function pumpAll(): void {
    for (const n of Array.from(readings.keys())) {
      if (!reader.isReady()) return
      moveLast(n)
      pump(n)
    }
  }

  /** Who was served goes to the end of the line, so one loud agent does not starve the others of a slow reader. */
  function moveLast(n: number): void {
    const reading = readings.get(n)
    if (!reading) return
    readings.delete(n)
    readings.set(n, reading)
  }
}
