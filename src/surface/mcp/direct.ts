import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import { openEventStream, type EventStream } from './event-stream.ts'
import type { Body } from './message.ts'

/** How long a client waits for the first byte: most answer sooner, and none gives up before that. */
const quickWithin = 1000

/** A call of a tool as it stands in a request. */
export interface DirectCall {
  id: string | number
  name: string
  arguments: unknown
  progressToken: string | number | undefined
  toolUse: string | undefined
}

const Id = z.union([z.string(), z.int()])
const ToolCall = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: Id,
  method: z.literal('tools/call'),
  params: z.strictObject({
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()).optional(),
    _meta: z
      .looseObject({ progressToken: Id.optional(), 'claudecode/toolUseId': z.string().optional() })
      .refine((meta) => !Object.keys(meta).some((key) => key.startsWith('io.modelcontextprotocol/')))
      .optional(),
  }),
})

/** The call in a request of 2025's revisions that is one, whole and with nothing besides; everything else is for the SDK. */
export function directCallIn(request: Request, { parsed }: Body): DirectCall | undefined {
  const found = speaksPlainly(request.headers) ? ToolCall.safeParse(parsed) : undefined
  if (!found?.success) return undefined
  const { id, params } = found.data
  const { progressToken, 'claudecode/toolUseId': toolUse } = params._meta ?? {}
  return { id, name: params.name, arguments: params.arguments, progressToken, toolUse }
}

function speaksPlainly(headers: Headers): boolean {
  const accept = headers.get('accept') ?? ''
  const revision = headers.get('mcp-protocol-version')
  return (
    headers.get('content-type') === 'application/json' &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    !headers.has('mcp-method') &&
    (revision === null || SUPPORTED_PROTOCOL_VERSIONS.includes(revision))
  )
}

/** Shows a waiting client what happens. */
export type Notify = (notification: { method: string; params: Record<string, unknown> }) => void

/**
 * Answers in one piece when the result is soon there, and as a stream from the first thing there is to show.
 * A call without a result (its client has let it go) ends without an answer.
 */
export function answerDirectly(
  { id }: Pick<DirectCall, 'id'>,
  call: (notify: Notify) => Promise<object | undefined>,
  clock: Clock,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let stream: EventStream | undefined
    run().catch((error: unknown) => {
      stream?.close()
      reject(error)
    })

    async function run(): Promise<void> {
      const cancel = clock.after(quickWithin, open)
      let isOver = false
      const notify: Notify = (notification) => {
        if (!isOver) open().send({ jsonrpc: '2.0', ...notification })
      }
      const result = await call(notify).finally(() => {
        isOver = true
        cancel()
      })
      if (!stream) return resolve(wholeAnswer(id, result))
      if (result) stream.send({ jsonrpc: '2.0', id, result })
      stream.close()
    }

    function open(): EventStream {
      if (stream) return stream
      stream = openEventStream(clock, 'at work')
      resolve(stream.response)
      return stream
    }
  })
}

function wholeAnswer(id: string | number, result: object | undefined): Response {
  if (!result) return new Response('', { headers: { 'content-type': 'text/event-stream' } })
  return new Response(JSON.stringify({ jsonrpc: '2.0', id, result }), {
    headers: { 'content-type': 'application/json' },
  })
}
