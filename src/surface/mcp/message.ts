import { z } from 'zod'

const RequestId = z.union([z.string(), z.number()])
const Cancellation = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: RequestId }),
})
const Method = z.object({ method: z.string() })

/** The body of an MCP request, and what of it concerns us before the SDK sees it. */
export interface Body {
  text: string
  /** What it says; undefined when it is no JSON. */
  parsed: unknown
  messages: readonly unknown[]
  /** Ids of requests the client no longer waits for. */
  cancelled: readonly (string | number)[]
}

export async function readBody(request: Request): Promise<Body> {
  const text = request.method === 'POST' ? await request.text() : ''
  const parsed = parse(text)
  const messages = parsed === undefined ? [] : [parsed].flat()
  const cancelled = messages.flatMap((message) => {
    const found = Cancellation.safeParse(message)
    return found.success ? [found.data.params.requestId] : []
  })
  return { text, parsed, messages, cancelled }
}

export function methodsIn({ messages }: Body): string[] {
  return messages.flatMap((message) => Method.safeParse(message).data?.method ?? [])
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The SDK answers what is not JSON with the error MCP has for it.
    return undefined
  }
}
