import { defer, finalize, map, tap, type Observable, type Subscription } from 'rxjs'
import type { AgentOutput, AttachPoint } from '../agent.ts'
import type { AgentEvent } from '../event.ts'
import type { AgentExit, Pipe, PipedOutput } from '../pipe/index.ts'
import { readLine } from './line.ts'
import { createReader } from './line.ts'

/** Words as they are written and notes about the session: nobody waits for one of them alone. */
const patientLines = ['{"type":"stream_event"', '{"type":"system"']

/** Reads an agent's output: for subscribers, and for us while we wait for something in it. */
export interface Following {
  output$: Observable<AgentOutput>
  exited: () => Promise<AgentExit>
  /** Sees to it that lines are heard until the returned function is called. */
  hold: () => () => void
}

/** What is told whoever reads; an answer may be told more than once. */
export interface Listener {
  answered(event: AgentEvent & { kind: 'control-answered' }): void
  /** Nothing more will come: the agent has gone, or the pipe. */
  ended(why: { exit: AgentExit } | { error: unknown }): void
}

/** Follows one agent. Nothing is read for ourselves while a subscriber reads anyway. */
export function createFollowing(pipe: Pipe, from: AttachPoint, listener: Listener): Following {
  const exit = promiseOf<AgentExit>()
  let isOver = false
  let isAwaited = false
  let position = from.offset
  let subscribers = 0
  let holders = 0
  let own: Subscription | undefined

  const output$ = defer(() => {
    const read = createReader(from.conversation)
    subscribers += 1
    return attach(from.offset).pipe(
      map((output) => ('exit' in output ? output : read(output))),
      finalize(() => {
        subscribers -= 1
        readOn()
      }),
    )
  })

  return { output$, exited, hold }

  function exited(): Promise<AgentExit> {
    if (!isAwaited) hold()
    isAwaited = true
    return exit.promise
  }

  function hold(): () => void {
    let isHeld = true
    holders += 1
    readOn()
    return () => {
      if (!isHeld) return
      isHeld = false
      holders -= 1
      if (holders === 0) own?.unsubscribe()
    }
  }

  function readOn(): void {
    if (isOver || holders === 0 || subscribers > 0 || (own && !own.closed)) return
    // Failures are told by `attach`.
    own = attach(position).subscribe({ error: () => {} })
  }

  function attach(offset: number): Observable<PipedOutput> {
    return pipe
      .attach(from.id, offset, patientLines)
      .pipe(tap({ next: note, error: (error) => over({ error }) }))
  }

  function note(output: PipedOutput): void {
    if ('exit' in output) return over(output)
    position = Math.max(position, output.next)
    // Most lines are not for us; looking for the word spares parsing them.
    if (!output.line.includes('control_response')) return
    const event = readLine(output.line)
    if (event.kind === 'control-answered') listener.answered(event)
  }

  function over(why: { exit: AgentExit } | { error: unknown }): void {
    if (isOver) return
    isOver = true
    listener.ended(why)
    if ('exit' in why) exit.resolve(why.exit)
    else exit.reject(why.error)
  }
}

function promiseOf<T>(): {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (error: unknown) => void
} {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  // Nobody may be waiting for it.
  promise.catch(() => {})
  return { promise, resolve, reject }
}
