import { IrisError } from '../contract/index.ts'
import type { Playbook } from './playbook.ts'

/** Places in replies that hold until somebody opens them. */
export interface Gates {
  /** Settles when the gate is open; rejects when `signal` aborts first. */
  pass(name: string, signal: AbortSignal): Promise<void>
  /** Opens a gate for those who stand there and all who come later. */
  open(name: string): void
  /** Settles as soon as a reply stands at the gate. */
  waiting(name: string): Promise<void>
  /** Every gate, whether it is open, and how many replies stand there. */
  list(): { name: string; open: boolean; waiting: number }[]
  close(): void
}

interface Gate {
  open: boolean
  standing: Set<() => void>
  lookouts: Set<{ arrived: () => void; closed: (reason: Error) => void }>
}

/** The gates of a playbook, all shut. */
export function createGates(playbook: Playbook): Gates {
  const names = playbook.lines.flatMap((line) => line.reply.flatMap((step) => step.gate ?? []))
  const gates = new Map<string, Gate>(
    names.map((name) => [name, { open: false, standing: new Set(), lookouts: new Set() }]),
  )
  let isClosed = false

  function find(name: string): Gate {
    const gate = gates.get(name)
    if (gate) return gate
    const known = names.length > 0 ? `It has ${[...gates.keys()].join(', ')}.` : 'It has none.'
    throw new IrisError('NOT_FOUND', `The playbook has no gate "${name}". ${known}`)
  }

  return {
    async pass(name, signal) {
      const gate = find(name)
      if (gate.open) return
      await stand(gate, signal)
    },
    open(name) {
      const gate = find(name)
      gate.open = true
      for (const go of gate.standing) go()
    },
    async waiting(name) {
      const gate = find(name)
      if (gate.standing.size > 0) return
      if (isClosed) throw closedError()
      await new Promise<void>((arrived, closed) => gate.lookouts.add({ arrived, closed }))
    },
    list: () => [...gates].map(([name, gate]) => ({ name, open: gate.open, waiting: gate.standing.size })),
    close() {
      isClosed = true
      for (const gate of gates.values()) {
        for (const lookout of gate.lookouts) lookout.closed(closedError())
        gate.lookouts.clear()
      }
    },
  }
}

function stand(gate: Gate, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    function leave(): void {
      gate.standing.delete(go)
      signal.removeEventListener('abort', giveUp)
    }
    function go(): void {
      leave()
      resolve()
    }
    function giveUp(): void {
      leave()
      reject(new Error('The client hung up.'))
    }
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp)
    gate.standing.add(go)
    for (const lookout of gate.lookouts) lookout.arrived()
    gate.lookouts.clear()
  })
}

function closedError(): Error {
  return new Error('The rehearsal was closed.')
}
