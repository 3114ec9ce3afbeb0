import type { ServerResponse } from 'node:http'
import { responseHeaders, sendFailure, usageOf, type Heading, type ShownBlock, type Stage } from './stage.ts'

/** A stage that sends the answer as one JSON object at its end. */
export function wholeStage(response: ServerResponse, heading: Heading): Stage {
  const shown: ShownBlock[] = []
  return {
    show: (block) => void shown.push(block),
    fail: (failure) => sendFailure(response, failure, heading),
    cut: () => void response.destroy(),
    usage: () => usageOf(heading, shown),
    end(stop) {
      response.writeHead(200, { ...responseHeaders(heading), 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          id: heading.messageId,
          type: 'message',
          role: 'assistant',
          model: heading.model,
          content: shown,
          stop_reason: stop,
          stop_sequence: null,
          usage: usageOf(heading, shown),
        }),
      )
    },
  }
}
