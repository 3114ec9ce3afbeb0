import { firstValueFrom, Subject } from 'rxjs'
import { IrisError, type AgentId } from '../../contract/index.ts'
import type { AgentEvent, AgentOutput, Asked, Result, RunningAgent } from '../../core/transport/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { ModelCall } from './model-call.ts'
import { createThinkingTime, type ThinkingTime } from './thinking-time.ts'

/** The end of a turn of the model. */
export interface Spoken {
  result: Result
  rehearsed: boolean
}

/** A running CLI that one question at a time is put to. */
export interface Process {
  id: AgentId
  ask(call: ModelCall): Promise<Spoken>
  /** Its time to answer stands still until what is returned is called: somebody else is waited for. */
  hold(): () => void
  /** Nothing more can be put to it: it has ended, or the pipe to it has. */
  isOver(): boolean
  /** Whether its conversation may be spoilt: it ended by itself, or was lost in the middle of an answer. */
  isBroken(): boolean
  close(): Promise<void>
}

const maxTime = 180_000
const grace = 2000
const late = (): Error => new IrisError('IRIS_UNAVAILABLE', 'The model did not answer in time.')

/** Listens to the process once, for its whole life: who subscribes again hears everything again. */
export function createProcess(deps: ProcessDeps): Process {
  const { clock, agent } = deps
  const outcomes$ = new Subject<Spoken | undefined>()
  let call: ModelCall | undefined
  let ended: 'whole' | 'broken' | undefined
  let rehearsed = false
  let written = 0
  let time: ThinkingTime | undefined
  const listening = agent.output$.subscribe({ next: hear, error: () => end(call ? 'broken' : 'whole') })

  return {
    id: agent.id,
    async ask(next) {
      call = next
      rehearsed = false
      written = 0
      const outcome = firstValueFrom(outcomes$)
      time = createThinkingTime(clock, { most: maxTime, late })
      const work = agent
        .ready()
        .then(() => agent.send({ uuid: globalThis.crypto.randomUUID(), text: next.message }))
        .then(() => outcome)
      const spoken = await time.limit(work).finally(() => (call = time = undefined))
      if (spoken) return spoken
      throw new IrisError('IRIS_UNAVAILABLE', 'The process of the Iris agent ended before it answered.')
    },
    hold: () => time?.hold() ?? ((): void => undefined),
    isOver: () => ended !== undefined,
    isBroken: () => ended === 'broken',
    async close() {
      await agent.close({ graceMs: grace }).catch(() => undefined)
      listening.unsubscribe()
      outcomes$.next(undefined)
    },
  }

  function hear(output: AgentOutput): void {
    if ('line' in output) notice(output.event)
    else end('broken')
  }

  function end(how: 'whole' | 'broken'): void {
    ended = how
    outcomes$.next(undefined)
  }

  function notice(event: AgentEvent): void {
    rehearsed ||= event.rehearsed ?? false
    if (event.kind === 'asked') void decide(deps, event, call)
    if (event.kind === 'delta' && event.of === 'text') write(event.text)
    if (event.kind === 'said') written = 0
    tellTools(event, call)
    if (event.kind === 'result' && !event.isEmpty) outcomes$.next({ result: event, rehearsed })
  }

  function write(text: string): void {
    if (text === '') return
    call?.onText?.({ at: written, text })
    written += text.length
  }
}

function tellTools(event: AgentEvent, call: ModelCall | undefined): void {
  if (event.kind === 'said') for (const part of event.parts) if (part.type === 'tool') call?.onTool?.(part)
  if (event.kind === 'tool-returned') for (const result of event.results) call?.onReturned?.(result)
}

interface ProcessDeps {
  clock: Clock
  agent: RunningAgent
  permit: (call: ModelCall, asked: Asked) => Promise<boolean>
}

async function decide({ agent, permit }: ProcessDeps, asked: Asked, call?: ModelCall): Promise<void> {
  const isAllowed = call !== undefined && (await permit(call, asked).catch(() => false))
  // The process may be gone meanwhile; then nobody waits for this.
  await agent.answer(asked.request, replyTo(asked, isAllowed)).catch(() => undefined)
}

function replyTo({ input }: Asked, isAllowed: boolean): Parameters<RunningAgent['answer']>[1] {
  return isAllowed ? { allow: true, input } : { allow: false, message: 'This was not allowed.' }
}
