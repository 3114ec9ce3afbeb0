import type { IncomingMessage, ServerResponse } from 'node:http'
import { IrisError } from '../contract/index.ts'
import { messageOf } from '../platform/lib/index.ts'
import { Refusal } from './api-error.ts'
import type { Gates } from './gates.ts'
import type { Exchange, Model } from './model.ts'
import type { Failure, Playbook } from './playbook.ts'
import type { RequestRecord } from './record.ts'
import { sendFailure, sendJson } from './stage.ts'

/** Takes requests to the parts that answer them. */
export interface Handler {
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Ends every reply that is still held. */
  close(): void
}

interface HandlerDeps {
  playbook: Playbook
  gates: Gates
  model: Model
  record: Pick<RequestRecord, 'counts'>
  run: string
}

/** A handler for `node:http`. */
export function createHandler(parts: HandlerDeps): Handler {
  const held = new Set<AbortController>()
  let count = 0
  return {
    handle(request, response) {
      count += 1
      const left = new AbortController()
      held.add(left)
      response.on('close', () => {
        held.delete(left)
        left.abort()
      })
      const requestId = `req_rehearsal_${parts.run}_${count}`
      const exchange = { request, response, requestId, playbook: parts.playbook.name, signal: left.signal }
      route(exchange, parts).catch((error: unknown) => refuse(exchange, error))
    },
    close() {
      for (const left of held) left.abort()
    },
  }
}

async function route(exchange: Exchange, { gates, model, record }: HandlerDeps): Promise<void> {
  const { method = '', url = '/' } = exchange.request
  const path = url.split('?')[0] ?? '/'
  switch (`${method} ${path}`) {
    case 'HEAD /':
    case 'GET /':
      return sendJson(exchange, {
        rehearsal: exchange.playbook,
        note: 'scripted, not a model',
        gates: gates.list(),
        counts: record.counts(),
      })
    case 'POST /v1/messages':
      return model.answer(exchange)
    case 'POST /v1/messages/count_tokens':
      return model.count(exchange)
    default: {
      const gate = /^POST \/rehearsal\/gates\/(?<name>[^/]+)$/.exec(`${method} ${path}`)?.groups?.['name']
      if (gate === undefined) throw new Refusal(404, `Not found: ${method} ${path} (rehearsal)`)
      gates.open(gate)
      return sendJson(exchange, { opened: gate })
    }
  }
}

function refuse(exchange: Exchange, error: unknown): void {
  const { response, signal } = exchange
  if (signal.aborted || response.headersSent) return void response.destroy()
  // The rest of a body that was turned down is not read.
  response.setHeader('connection', 'close')
  sendFailure(response, failureOf(error), exchange)
}

function failureOf(error: unknown): Failure {
  if (error instanceof Refusal) return error.failure
  return { status: error instanceof IrisError ? error.kind.status : 500, message: messageOf(error) }
}
