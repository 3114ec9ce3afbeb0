import type { ServerResponse } from 'node:http'
import { unreachable } from '../platform/lib/index.ts'
import { apiError } from './api-error.ts'
import { responseHeaders, sendFailure, usageOf, type Heading, type ShownBlock, type Stage } from './stage.ts'

/** A stage that sends the answer as server-sent events, piece by piece. */
export function streamStage(response: ServerResponse, heading: Heading): Stage {
  const shown: ShownBlock[] = []

  function send(type: string, fields: object): void {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
  }

  /** Headers wait for the first block, so that a failure before it can still be an HTTP error. */
  function begin(): void {
    if (response.headersSent) return
    response.writeHead(200, {
      ...responseHeaders(heading),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    })
    const usage = { ...usageOf(heading, []), output_tokens: 1 }
    const { messageId: id, model } = heading
    send('message_start', {
      message: {
        id,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage,
      },
    })
    send('ping', {})
  }

  return {
    show(block, finished) {
      begin()
      const index = shown.push(block) - 1
      send('content_block_start', { index, content_block: emptied(block) })
      for (const delta of deltas(block)) send('content_block_delta', { index, delta })
      if (finished) send('content_block_stop', { index })
    },
    fail(failure) {
      if (!response.headersSent) return sendFailure(response, failure, heading)
      send('error', apiError(failure, heading.requestId))
      response.end()
    },
    cut() {
      // What was written before has left once this comment has.
      if (response.headersSent) response.write(': cut\n\n', () => response.destroy())
      else response.destroy()
    },
    usage: () => usageOf(heading, shown),
    end(stop) {
      begin()
      send('message_delta', {
        delta: { stop_reason: stop, stop_sequence: null },
        usage: usageOf(heading, shown),
      })
      send('message_stop', {})
      response.end()
    },
  }
}

function emptied(block: ShownBlock): ShownBlock {
  switch (block.type) {
    case 'thinking':
      return { ...block, thinking: '', signature: '' }
    case 'text':
      return { ...block, text: '' }
    case 'tool_use':
    case 'server_tool_use':
      return { ...block, input: {} }
    case 'web_search_tool_result':
      return block
    default:
      return unreachable(block)
  }
}

function deltas(block: ShownBlock): object[] {
  switch (block.type) {
    case 'thinking':
      return [
        ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ]
    case 'text':
      return pieces(block.text).map((text) => ({ type: 'text_delta', text }))
    case 'web_search_tool_result':
      return []
    case 'tool_use':
    case 'server_tool_use':
      return ['', ...pieces(JSON.stringify(block.input))].map((json) => ({
        type: 'input_json_delta',
        partial_json: json,
      }))
    default:
      return unreachable(block)
  }
}

const maxPieces = 40
const smallestPiece = 8

/** A text in at most 40 pieces of at least 8 characters, none of which splits a character. */
export function pieces(text: string): string[] {
  const characters = Array.from(text)
  const size = Math.max(smallestPiece, Math.ceil(characters.length / maxPieces))
  const count = Math.ceil(characters.length / size)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  )
}
