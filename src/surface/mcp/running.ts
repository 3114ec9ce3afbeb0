import { IrisError, toErrorBody, type AskId } from '../../contract/index.ts'
import { onceOnDisk, type EventLog } from '../../core/store/index.ts'
import type { Caller } from '../../teamwork/orchestrator/index.ts'
import type { Notify } from './direct.ts'
import type { Exchange } from './exchanges.ts'
import type { Marks } from './resuming.ts'
import type { Failure, IrisContext, Tool, ToolContext } from './tool.ts'

/** What every call works with. */
interface RunDeps extends Pick<
  ToolContext,
  'operations' | 'orchestrator' | 'inbox' | 'runs' | 'readLines' | 'clock'
> {
  log: Pick<EventLog, 'settle'>
  onFault: (error: unknown, where: string) => void
}

/** Who calls in one request, and what they may. */
export interface Call {
  caller: Caller
  tools: ReadonlyMap<string, Tool>
  exchange: Exchange
  marks: Marks
  iris: IrisContext | undefined
}

/** One call of a tool, and what belongs to it alone. */
interface ToolRun extends Pick<ToolContext, 'signal' | 'progress' | 'toolUse'> {
  tool: Tool
  input: unknown
  /** Its JSON-RPC id. */
  id: string | number
}

/** Runs a tool; whatever goes wrong is a result that says so. */
export async function runTool(
  deps: RunDeps,
  { caller, exchange, marks, iris }: Call,
  { tool, input, id, ...run }: ToolRun,
): Promise<ToolResult> {
  const { operations, orchestrator, inbox, runs, readLines, clock } = deps
  const done = exchange.started(id)
  try {
    const resumable = (ask: AskId): void => marks.mark({ ask, id })
    const parts = { operations, orchestrator, inbox, runs, iris, readLines, clock }
    const context = { caller, ...parts, resumable, ...run }
    const given = await tool.call(context, input)
    return result(tool.listing.annotations.readOnlyHint ? given : onceOnDisk(deps.log, given))
  } catch (error) {
    if (!(error instanceof IrisError) && !run.signal.aborted) deps.onFault(error, `MCP ${tool.listing.name}`)
    return { ...result(failureOf(error)), isError: true }
  } finally {
    done()
  }
}

/** How a client that asked for it is shown what happens. */
export function progressOf(
  progressToken: string | number | undefined,
  notify: Notify,
): ((text: string) => void) | undefined {
  if (progressToken === undefined) return undefined
  let progress = 0
  return (message) => {
    progress += 1
    notify({ method: 'notifications/progress', params: { progressToken, progress, message } })
  }
}

/** What MCP gives for a call. */
export interface ToolResult {
  // The SDK's type of a result has room for more.
  [more: string]: unknown
  content: { type: 'text'; text: string }[]
  structuredContent: Record<string, unknown>
  isError?: boolean
}

/** The same as structure and as text. */
export function result(structuredContent: Record<string, unknown>): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}

/** An error in the words of a result. */
export function failureOf(error: unknown): Failure {
  const { code, message, advice, details } = toErrorBody(error).error
  return { status: 'error', code, message, advice, ...(details ? { details: { ...details } } : {}) }
}
