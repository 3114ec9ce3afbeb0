import { IrisError } from '../../../contract/plain.ts'
import { endGroup, type GroupCommand, type GroupOutcome } from '../run-in-group.ts'
import type { Outcome } from '../run-to-end.ts'
import type { PipedProcess } from '../start.ts'
import { eachLine, lineOf, type PlainCommand, type Said, type Told } from './lines.ts'

/** The small process, as seen from here. */
export interface Hand {
  run(command: PlainCommand & { signal?: AbortSignal }): Promise<Outcome>
  runInGroup(command: GroupCommand): Promise<GroupOutcome>
  /** How many commands it has. */
  busy(): number
  close(): Promise<void>
}

type Start = Extract<Told, { run: unknown } | { group: unknown }>
/** Not told apart for each kind of command: the id belongs to one of them. */
type StartWithoutId = { [K in 'run' | 'group']: Omit<Extract<Start, Record<K, unknown>>, 'id'> }[
  | 'run'
  | 'group']

/** Hears of a command; undefined is that the small process was killed. */
type Hear = (said: Said | undefined) => void

export function createHand(child: PipedProcess): Hand {
  const conversation = createConversation(child)
  return {
    async run({ signal, ...command }) {
      const last = await conversation.ask({ run: command }, { signal })
      return last?.is === 'ended' ? last.outcome : unended(last, killed)
    },
    runInGroup: (command) => inGroup(command),
    busy: () => conversation.busy(),
    async close() {
      child.stdin.end()
      await child.exited
    },
  }

  async function inGroup(wanted: GroupCommand): Promise<GroupOutcome> {
    const { command, args, cwd, env, timeoutMs, mark, signal, onStart, onOutput } = wanted
    let leader: string | undefined
    const last = await conversation.ask(
      { group: { command, args, cwd, env, timeoutMs, mark } },
      {
        signal,
        onSaid(said, id) {
          if (said.is === 'started') onStart?.((leader = said.identity ?? undefined))
          if (said.is === 'output') void taken(id, said)
        },
      },
    )
    if (last?.is === 'group ended') return last.outcome
    // It was to end what the command left.
    const left = last ? [] : await endGroup(mark, leader)
    return unended(last, { code: null, signal: 'SIGKILL', timedOut: false, left })

    async function taken(id: number, { stream, base64 }: Extract<Said, { is: 'output' }>): Promise<void> {
      await onOutput(stream, Buffer.from(base64, 'base64'))
      conversation.tell({ id, taken: stream })
    }
  }
}

interface Asking {
  signal: AbortSignal | undefined
  /** Hears what is said before the last. */
  onSaid?: (said: Said, id: number) => void
}

interface Conversation {
  /** Has something run, and gives the last that is said of it. */
  ask(start: StartWithoutId, asking: Asking): Promise<Said | undefined>
  tell(told: Told): void
  busy(): number
}

function createConversation(child: PipedProcess): Conversation {
  const waiting = new Map<number, Hear>()
  let count = 0
  eachLine(child.stdout, (line) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program wrote it
    const said = JSON.parse(line) as Said
    waiting.get(said.id)?.(said)
  })
  child.stderr.resume()
  void endWithIt()
  return { ask, tell, busy: () => waiting.size }

  async function endWithIt(): Promise<void> {
    await child.exited
    for (const hear of waiting.values()) hear(undefined)
  }

  async function ask(start: StartWithoutId, { signal, onSaid }: Asking): Promise<Said | undefined> {
    const id = (count += 1)
    const end = (): void => tell({ id, end: true })
    try {
      return await new Promise<Said | undefined>((resolve) => {
        waiting.set(id, (said) => {
          if (said?.is === 'started' || said?.is === 'output') onSaid?.(said, id)
          else resolve(said)
        })
        tell({ id, ...start })
        signal?.addEventListener('abort', end, { once: true })
        if (signal?.aborted) end()
      })
    } finally {
      waiting.delete(id)
      signal?.removeEventListener('abort', end)
    }
  }

  function tell(told: Told): void {
    child.stdin.write(lineOf(told))
  }
}

/** What comes of a command that has no end: it did not start, or nobody saw its end. */
function unended<T>(last: Said | undefined, killed: T): T {
  if (last?.is === 'not started') throw new IrisError('PROCESS_DID_NOT_START', last.why)
  return killed
}

const killed: Outcome = { code: null, signal: 'SIGKILL', stdout: '', stderr: '', timedOut: false }
