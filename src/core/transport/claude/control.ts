import { randomUUID } from 'node:crypto'
import { type Fields, IrisError } from '../../../contract/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { ControlAnswer } from '../event.ts'

const maxOpen = 64

/** Requests to the CLI itself, matched with their answers. */
export interface Control {
  ask(request: ControlRequest, withinMs: number): Promise<Fields>
  answered(request: string, answer: ControlAnswer): void
  /** Fails all that is open. */
  fail(error: unknown): void
}

/** A request of the control protocol. */
export type ControlRequest = Fields & { subtype: string }

interface ControlDeps {
  clock: Clock
  write: (key: string, data: string) => Promise<void>
  /** Called when an answer is expected; the returned function when it is no longer. */
  hold: () => () => void
}

interface Open {
  answered(answer: ControlAnswer): void
  failed(error: unknown): void
}

/** Asks over one agent's stdin. */
export function createControl({ clock, write, hold }: ControlDeps): Control {
  const open = new Map<string, Open>()

  return {
    ask,
    answered: (request, answer) => open.get(request)?.answered(answer),
    fail(error) {
      for (const one of open.values()) one.failed(error)
    },
  }

  function ask(request: ControlRequest, withinMs: number): Promise<Fields> {
    const { subtype } = request
    if (open.size >= maxOpen) {
      return Promise.reject(new IrisError('PIPE_BUSY', `The agent has not answered ${open.size} requests.`))
    }
    const id = randomUUID()
    const release = hold()
    const answer = new Promise<Fields>((resolve, reject) => {
      open.set(id, {
        answered: (answer) => (answer.ok ? resolve(answer.value) : reject(refusal(subtype, answer.message))),
        failed: reject,
      })
    })
    const cancel = clock.after(withinMs, () => open.get(id)?.failed(silence(subtype, withinMs)))
    write(id, `${JSON.stringify({ type: 'control_request', request_id: id, request })}\n`).catch(
      (error: unknown) => open.get(id)?.failed(error),
    )
    return answer.finally(() => {
      cancel()
      open.delete(id)
      release()
    })
  }
}

function refusal(subtype: string, message: string): IrisError {
  return new IrisError('AGENT_REFUSED', `The agent refused ${subtype}: ${message}`)
}

function silence(subtype: string, ms: number): IrisError {
  return new IrisError('AGENT_DID_NOT_ANSWER', `The agent did not answer ${subtype} within ${ms} ms.`)
}
