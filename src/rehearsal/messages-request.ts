import { z } from 'zod'

/** A content block, as far as a rehearsal looks at it. */
export const Block = z.object({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  tool_use_id: z.string().optional(),
  content: z.unknown().optional(),
})
export type Block = z.infer<typeof Block>

const Content = z
  .union([z.string(), z.array(Block)], 'expected text or a list of content blocks')
  .transform((content): Block[] =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  )

/** The body of `POST /v1/messages`, as far as a rehearsal looks at it. */
export const MessagesRequest = z.object({
  model: z.string().min(1),
  max_tokens: z.number().min(1).optional(),
  stream: z.boolean().default(false),
  system: Content.default([]),
  messages: z.array(z.object({ role: z.string(), content: Content })).min(1),
  tools: z.array(z.unknown()).default([]),
  output_config: z
    .object({ format: z.object({ schema: z.unknown() }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
})
export type MessagesRequest = z.infer<typeof MessagesRequest>
export type Message = MessagesRequest['messages'][number]

/** The text of a tool result's content, which is a string or a list of blocks. */
export function textOf(content: unknown): string {
  const blocks = Content.safeParse(content)
  return blocks.success ? joinTexts(blocks.data) : ''
}

/** The texts of some blocks, one under the other. */
export function joinTexts(blocks: readonly Block[]): string {
  return blocks
    .map((block) => block.text ?? '')
    .filter((text) => text !== '')
    .join('\n')
}
