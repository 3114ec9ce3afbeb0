import { z } from 'zod'
import {
  callNames,
  calls,
  handlerOf,
  type CallName,
  type Operation,
  type ToolOutput,
} from '../../contract/index.ts'
import { defineTool, forRoles, hints, type Tool } from './tool.ts'

/** The tools that operations name. Each does what the call over HTTP does; its operation says where its shape differs. */
export const operationTools: readonly Tool[] = callNames.flatMap((name) => toolOf(name) ?? [])

function toolOf(name: CallName): Tool | undefined {
  const operation: Operation = calls[name]
  const { tool, summary, input, for: allowed } = operation
  if (!tool) return undefined
  const gives = tool.output ?? usualOutput(operation)
  return defineTool({
    name: tool.name,
    title: tool.title,
    description: tool.description ?? `${summary}.`,
    input: tool.input ?? input,
    output: gives.shape,
    annotations: hints[tool.effect],
    roles: allowed === 'anyone' ? forRoles.all : allowed,
    async run({ operations, caller, signal }, given) {
      const { page } = handlerOf(operations, name)
      return gives.from(await page(given, caller, (then) => signal.addEventListener('abort', then)))
    },
  })
}

/** What the operation gives, and before it that all went well. */
function usualOutput({ output }: Operation): ToolOutput {
  if (!(output instanceof z.ZodObject))
    throw new Error('where an operation gives no object, its tool says what it gives')
  return {
    shape: z.object({ status: z.literal('ok'), ...output.shape }),
    // What the schema of an object gave.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    from: (given) => ({ status: 'ok', ...(given as object) }),
  }
}
