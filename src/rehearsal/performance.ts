import type { Clock } from '../platform/clock/index.ts'
import type { Gates } from './gates.ts'
import type { Step } from './playbook.ts'
import type { ShownBlock, Stage } from './stage.ts'
import { fill, fillIn, type Fillings } from './template.ts'

/** A reply to play: its steps, what fills them, and how its tool calls are named. */
export interface Reply {
  steps: readonly Step[]
  fillings: Fillings
  toolId: (index: number) => string
}

/** What a performance needs around it. */
export interface Surroundings {
  gates: Gates
  clock: Clock
  /** Aborts when the client hangs up or the rehearsal closes. */
  signal: AbortSignal
}

/** Plays a reply on a stage; rejects when the signal aborts first. */
export async function perform(reply: Reply, stage: Stage, around: Surroundings): Promise<void> {
  for (const [index, step] of reply.steps.entries()) {
    around.signal.throwIfAborted()
    if (step.wait !== undefined) await pause(step.wait, around)
    if (step.gate !== undefined) await around.gates.pass(step.gate, around.signal)
    const next = reply.steps[index + 1]
    const block = blockOf(reply, index)
    if (block) stage.show(block, !(next?.cut ?? next?.fail))
    if (step.fail) return stage.fail(step.fail)
    if (step.cut) return stage.cut()
    if (step.stop) return stage.end(step.stop)
  }
  stage.end(reply.steps.some((step) => step.tool) ? 'tool_use' : 'end_turn')
}

function blockOf({ steps, fillings, toolId }: Reply, index: number): ShownBlock | undefined {
  const { thinking, text, tool } = steps[index] ?? {}
  if (thinking !== undefined) {
    return { type: 'thinking', thinking: fill(thinking, fillings), signature: 'rehearsal' }
  }
  if (text !== undefined) return { type: 'text', text: fill(text, fillings) }
  if (!tool) return undefined
  return { type: 'tool_use', id: toolId(index), name: tool.name, input: fillIn(tool.input, fillings) }
}

function pause(ms: number, { clock, signal }: Surroundings): Promise<void> {
  return new Promise((resolve, reject) => {
    function giveUp(): void {
      cancel()
      reject(new Error('The client hung up.'))
    }
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    })
    signal.addEventListener('abort', giveUp, { once: true })
  })
}
