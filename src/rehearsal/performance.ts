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
  /** Kills the process that asked, as a crash would. */
  killClient: () => void
}

/** Plays a reply on a stage; rejects when the signal aborts first. */
export async function perform(reply: Reply, stage: Stage, around: Surroundings): Promise<void> {
  for (const [index, step] of reply.steps.entries()) {
    around.signal.throwIfAborted()
    if (step.wait !== undefined) await pause(step.wait, around)
    if (step.gate !== undefined) await around.gates.pass(step.gate, around.signal)
    const isFinished = !isBroken(reply.steps[index + 1])
    for (const block of blocksOf(reply, index)) stage.show(block, isFinished)
    if (step.fail) return stage.fail(step.fail)
    if (step.die) around.killClient()
    if (isBroken(step)) return stage.cut()
    if (step.stop) return stage.end(step.stop)
  }
  stage.end(reply.steps.some((step) => step.tool) ? 'tool_use' : 'end_turn')
}

/** Whether an answer ends there in the middle. */
function isBroken({ cut, fail, die }: Step = {}): boolean {
  return (cut ?? die ?? fail) !== undefined
}

function blocksOf({ steps, fillings, toolId }: Reply, index: number): ShownBlock[] {
  const { thinking, text, tool, search } = steps[index] ?? {}
  if (thinking !== undefined)
    return [{ type: 'thinking', thinking: fill(thinking, fillings), signature: 'rehearsal' }]
  if (text !== undefined) return [{ type: 'text', text: fill(text, fillings) }]
  if (search) return searched(search, fillings, `srv${toolId(index)}`)
  if (!tool) return []
  return [{ type: 'tool_use', id: toolId(index), name: tool.name, input: fillIn(tool.input, fillings) }]
}

/** A search that the API itself makes, and what it found. */
function searched(
  { query, results }: NonNullable<Step['search']>,
  fillings: Fillings,
  id: string,
): ShownBlock[] {
  const content = results.map(({ title, url }) => ({
    type: 'web_search_result' as const,
    title: fill(title, fillings),
    url: fill(url, fillings),
    encrypted_content: 'rehearsal',
    page_age: null,
  }))
  return [
    { type: 'server_tool_use', id, name: 'web_search', input: { query: fill(query, fillings) } },
    { type: 'web_search_tool_result', tool_use_id: id, content },
  ]
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
