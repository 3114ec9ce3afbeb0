import type { AgentEvent, AgentExit, AgentLine, RunningAgent } from './index.ts'

/** The event of one kind. */
type EventOf<K extends AgentEvent['kind']> = AgentEvent & { kind: K }

/** Somebody who reads an agent's output. */
export interface Listening {
  lines: readonly AgentLine[]
  exit(): AgentExit | undefined
  /** The first event of a kind, and fitting, after the last one taken; rejects when the agent ends first. */
  next<K extends AgentEvent['kind']>(kind: K, fits?: (event: EventOf<K>) => boolean): Promise<EventOf<K>>
  /** Everything of a kind so far. */
  all<K extends AgentEvent['kind']>(kind: K): EventOf<K>[]
  /** Resolves when the output has ended. */
  ended: Promise<void>
  stop(): void
}

/** Reads an agent's output from where it was started or attached. */
export function listen(agent: RunningAgent): Listening {
  const lines: AgentLine[] = []
  let exit: AgentExit | undefined
  let isOver = false
  let taken = 0
  let wake = (): void => {}
  let finish = (): void => {}
  const ended = new Promise<void>((resolve) => {
    finish = resolve
  })
  const over = (): void => {
    isOver = true
    finish()
    wake()
  }
  const reading = agent.output$.subscribe({
    next(output) {
      if ('exit' in output) exit = output.exit
      else lines.push(output)
      wake()
    },
    error: over,
    complete: over,
  })
  return {
    lines,
    exit: () => exit,
    async next(kind, fits = () => true) {
      for (;;) {
        while (taken < lines.length) {
          const { event } = lines[taken++]!
          if (is(event, kind) && fits(event)) return event
        }
        if (isOver) throw new Error(`the agent ended: ${lines.at(-1)?.line.slice(0, 2000)}`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    all: (kind) => lines.flatMap(({ event }) => (is(event, kind) ? [event] : [])),
    ended,
    stop: () => reading.unsubscribe(),
  }
}

function is<K extends AgentEvent['kind']>(event: AgentEvent, kind: K): event is EventOf<K> {
  return event.kind === kind
}
