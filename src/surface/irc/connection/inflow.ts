import type { Clock } from '../../../platform/clock/index.ts'
import { createLineReader, type Read } from '../codec/index.ts'
import type { Line } from '../server/dispatch.ts'
import { createAllowance } from './allowance.ts'
import type { ConnectionLimits } from './limits.ts'

/** What comes from a client: made into lines, and carried out one after the other, no faster than allowed. */
export interface Inflow {
  push(chunk: Buffer): void
  stop(): void
  /** When something last came, by the steady clock. */
  heardAt(): number
}

export interface InflowDeps {
  limits: ConnectionLimits
  clock: Clock
  /** Carries out a line; the next one waits until it is done. */
  carryOut: (line: Line) => void | Promise<void>
  /** Whether the next line costs the client nothing, as those of a long message. */
  isFree: () => boolean
  /** More waits than may wait. */
  onFlood: () => void
  onFault: (error: unknown) => void
}

const maxLine = 4096 + 512

export function createInflow({ limits, clock, carryOut, isFree, onFlood, onFault }: InflowDeps): Inflow {
  const reader = createLineReader(maxLine)
  const allowance = createAllowance(limits.flood, clock)
  const queue: Read[] = []
  let queuedBytes = 0
  let isBusy = false
  let isStopped = false
  let cancelWait: (() => void) | undefined
  let heardAt = clock.steady()

  return { push, stop, heardAt: () => heardAt }

  function push(chunk: Buffer): void {
    if (isStopped) return
    heardAt = clock.steady()
    for (const found of reader.push(chunk)) {
      queue.push(found)
      queuedBytes += sizeOf(found)
    }
    proceed()
    if (queuedBytes > limits.queuedBytes) onFlood()
  }

  function stop(): void {
    isStopped = true
    cancelWait?.()
    queue.length = 0
    queuedBytes = 0
  }

  function proceed(): void {
    while (canProceed()) {
      const wait = isFree() ? 0 : allowance.take()
      if (wait > 0) waitFor(wait)
      else next()
    }
  }

  function waitFor(wait: number): void {
    cancelWait = clock.after(wait, () => {
      cancelWait = undefined
      proceed()
    })
  }

  function canProceed(): boolean {
    return !isBusy && !isStopped && !cancelWait && queue.length > 0
  }

  function next(): void {
    const found = queue.shift()
    if (!found) return
    queuedBytes -= sizeOf(found)
    const waiting = carried(() => carryOut(lineOf(found)), onFault)
    if (!waiting) return
    isBusy = true
    void waiting.finally(() => {
      isBusy = false
      proceed()
    })
  }
}

/** Whichever way it goes wrong, the fault is told in one way. */
function carried(
  work: () => void | Promise<void>,
  onFault: (error: unknown) => void,
): Promise<void> | undefined {
  try {
    return work()?.catch(onFault)
  } catch (error) {
    onFault(error)
    return undefined
  }
}

function sizeOf(read: Read): number {
  return 'line' in read ? read.line.length + 32 : 32
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function lineOf(read: Read): Line {
  if ('tooLong' in read) return { fault: 'too-long' }
  try {
    return { text: utf8.decode(read.line) }
  } catch {
    return { fault: 'not-utf8' }
  }
}
