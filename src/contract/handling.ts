import type { z } from 'zod'
import type { calls } from './api.ts'
import type { SessionId } from './ids.ts'
import type { Caller, Operation } from './operation.ts'

/** Does something when the connection of a call is over, answered or not. */
export type OnHangUp = (then: () => void) => void

/** Who calls; nobody in particular where no token is needed. */
type CallerFor<O extends Operation> = O['for'] extends 'anyone' ? undefined : Caller

/** What an operation does, whichever way it was called. */
type Handler<O extends Operation> = (
  input: z.output<O['input']>,
  caller: CallerFor<O>,
  onHangUp: OnHangUp,
) => z.output<O['output']> | Promise<z.output<O['output']>>

/** What a live operation does: it reads a page, and says in which session its stream is; in all of the log without. */
interface LiveHandler<O extends Operation> {
  page: Handler<O>
  session(input: z.output<O['input']>, caller: CallerFor<O>): SessionId | undefined
}

type Handling<All extends Readonly<Record<string, Operation>>> = {
  [N in keyof All]: All[N] extends { live: true } ? LiveHandler<All[N]> : Handler<All[N]>
}

/** What the operations of one noun do; the folder of its service says so, in `operations.ts`. */
export type OperationsOf<N extends { operations: Readonly<Record<string, Operation>> }> = Handling<
  N['operations']
>

/** What every operation does. HTTP and the tools that are made from operations call the same. */
export type Operations = Handling<typeof calls>
