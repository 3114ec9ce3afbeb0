import { IrisError } from '../../../contract/plain.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Agent } from './agent.ts'
import { createPause, mayWait, type Pause } from './patience.ts'
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
  attach(n: number, agent: Agent, from: Beginning): number
  detach(n: number): void
  /** Sends what is there for one reading as long as the reader is ready. */
  pump(n: number): void
  /** Goes on with every reading after the reader caught up. */
  pumpAll(): void
  close(): void
}

/** Where a reading begins, and how lines begin that the reader takes a few milliseconds later, together with others. */
interface Beginning {
  offset: number
  patient?: readonly string[] | undefined
}

interface Reading {
  agent: Agent
  position: number
  patient: readonly Buffer[]
  pause: Pause
  unfollow: () => void
}

/** Follows agents for a reader. What a slow reader has not taken stays in the spool, never in memory. */
export function createAttachments(reader: Reader, clock: Clock): Attachments {
  const readings = new Map<number, Reading>()

  return {
    attach(n, agent, { offset, patient = [] }) {
      if (readings.has(n)) throw new IrisError('INPUT_INVALID', `${n} is attached already.`)
      const position = Math.min(Math.max(offset, agent.spool.base()), agent.spool.size())
      readings.set(n, {
        agent,
        position,
        patient: patient.map((beginning) => Buffer.from(beginning)),
        pause: createPause(clock, () => pump(n)),
        unfollow: agent.follow(() => grew(n)),
      })
      return position
    },
    detach,
    pump,
    pumpAll,
    close: () => readings.forEach((_, n) => detach(n)),
  }

  function detach(n: number): void {
    const reading = readings.get(n)
    reading?.unfollow()
    reading?.pause.cancel()
    readings.delete(n)
  }

  /** Each piece wakes the reader, who shares the machine with the agents: so what may wait goes with the next that may not. */
  function grew(n: number): void {
    const reading = readings.get(n)
    // One that is behind is served when it is ready again.
    if (!reading || !reader.isReady()) return
    if (isPatient(reading)) reading.pause.later()
    else pump(n)
  }

  function pump(n: number): void {
    const reading = readings.get(n)
    if (!reading) return
    const { agent, pause } = reading
    pause.cancel()
    try {
      while (reader.isReady() && reading.position < agent.spool.size()) {
        const { offset, bytes } = nextPiece(reading)
        reader.piece(n, offset, bytes)
      }
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

  function pumpAll(): void {
    for (const n of Array.from(readings.keys())) {
      if (!reader.isReady()) return
      moveLast(readings, n)
      pump(n)
    }
  }
}

/** Who was served goes to the end of the line, so one loud agent does not starve the others of a slow reader. */
function moveLast(readings: Map<number, Reading>, n: number): void {
  const reading = readings.get(n)
  if (!reading) return
  readings.delete(n)
  readings.set(n, reading)
}

function isPatient({ agent, position, patient }: Reading): boolean {
  if (patient.length === 0 || agent.exit() || position < agent.spool.base()) return false
  try {
    return mayWait(agent.spool.read(position), patient)
  } catch {
    // Whoever reads it next is told.
    return false
  }
}

/** Moves a reading on by one piece. */
function nextPiece(reading: Reading): { offset: number; bytes: Buffer } {
  const { spool, id } = reading.agent
  // A trim may have taken what a slow reader has not read yet.
  const offset = Math.max(reading.position, spool.base())
  const bytes = spool.read(offset)
  if (bytes.length === 0) throw new Error(`the spool of ${id} ends at ${offset}`)
  reading.position = offset + bytes.length
  return { offset, bytes }
}
