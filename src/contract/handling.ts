import type { z } from 'zod'
import type { CallOutput, calls } from './api.ts'
import type { SessionId } from './ids.ts'
import type { Caller, Operation } from './operation.ts'
import type { CallName } from './paths.ts'

/** Does something when the connection of a call is over, answered or not. */
type OnHangUp = (then: () => void) => void

/** Who calls; nobody in particular where no token is needed. */
type CallerFor<O extends Operation> = O['for'] extends 'anyone' ? undefined : Caller

/** What an operation does, whichever way it was called. */
type Handler<O extends Operation> = (
  input: z.output<O['input']>,
  caller: CallerFor<O>,
  onHangUp: OnHangUp,
) => z.output<O['output']> | Promise<z.output<O['output']>>

type Handling<All extends Readonly<Record<string, Operation>>> = {
  [N in keyof All]: All[N] extends { live: true }
    ? // It reads a page, and says in which session its stream is; in all of the log without.
      {
        page: Handler<All[N]>
        session(input: z.output<All[N]['input']>, caller: CallerFor<All[N]>): SessionId | undefined
      }
    : Handler<All[N]>
}

/** What the operations of one noun do; the folder of its service says so, in `operations.ts`. */
export type OperationsOf<N extends { operations: Readonly<Record<string, Operation>> }> = Handling<
  N['operations']
>

/** What every operation does. HTTP and the tools that are made from operations call the same. */
export type Operations = Handling<typeof calls>

type Output = CallOutput<CallName>

/** What an operation does, seen without the types that are its own. */
interface AnyHandler {
  page: (input: unknown, caller: Caller | undefined, onHangUp: OnHangUp) => Output | Promise<Output>
  /** Where the stream of a live operation is read. */
  session?: (input: unknown, caller: Caller | undefined) => SessionId | undefined
}

/** What the operation of this name does. It is to be given what its own schema has parsed, and a caller unless it is open to anyone. */
export function handlerOf(operations: Operations, name: CallName): AnyHandler {
  const found = operations[name]
  // Whoever calls has parsed the input by the schema of this very operation.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (typeof found === 'function' ? { page: found } : found) as AnyHandler
}
