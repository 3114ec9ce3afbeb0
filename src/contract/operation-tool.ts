import type { z } from 'zod'

/** What calling a tool does to the world; clients are told so in the hints of MCP. */
export type ToolEffect = 'reads' | 'starts' | 'ends' | 'tells' | 'answers'

/** What every tool gives: how it went, in a word, and more. */
export interface Given {
  status: string
}

/** What a tool gives instead, made from what its operation gives. */
export interface ToolOutput<Output = unknown, Gives extends Given = Given> {
  shape: z.ZodType<Gives>
  from(output: Output): NoInfer<Gives>
}

/** An operation as a tool of MCP. What is left out is as the operation has it. */
export interface OperationTool<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Gives extends Given = Given,
> {
  name: string
  title: string
  effect: ToolEffect
  /** What a model has to know of it, where that is more than the summary. */
  description?: string
  /** What a model passes, where that differs; it parses to what the operation takes. */
  input?: z.ZodType<z.output<Input>>
  /** What it gives, where that is not the output of the operation with `status: "ok"` before it. */
  output?: ToolOutput<z.output<Output>, Gives>
}
