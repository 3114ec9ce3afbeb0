import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Clock } from '../platform/clock/index.ts'
import { peerOf } from '../platform/process/index.ts'
import { Refusal } from './api-error.ts'
import type { Gates } from './gates.ts'
import { MessagesRequest } from './messages-request.ts'
import { perform } from './performance.ts'
import type { Playbook, Step, Usage } from './playbook.ts'
import { createPrompter } from './prompter.ts'
import { summarize, type RecordedRequest, type RequestRecord } from './record.ts'
import { readBody } from './request-body.ts'
import { readScene, type Scene } from './scene.ts'
import { sideRequest } from './side-request.ts'
import { estimateTokens, sendJson, type Heading } from './stage.ts'
import { streamStage } from './stream-stage.ts'
import type { Fillings } from './template.ts'
import { wholeStage } from './whole-stage.ts'

/** One request and its response. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  /** The playbook's name. */
  playbook: string
  /** Aborts when the client hangs up or the rehearsal closes. */
  signal: AbortSignal
}

/** The scripted model behind the two routes of the Messages API. */
export interface Model {
  answer(exchange: Exchange): Promise<void>
  count(exchange: Exchange): Promise<void>
}

interface ModelDeps {
  playbook: Playbook
  gates: Gates
  clock: Clock
  record: RequestRecord
  /** Makes the ids of this rehearsal unlike those of any other. */
  run: string
  /** How long each reply of the conversation waits first, in ms. */
  pace: number
  onRequest: ((request: RecordedRequest, body: MessagesRequest) => void) | undefined
}

interface Answer {
  steps: readonly Step[]
  fillings: Fillings
  usage: Usage
}

/** A model that plays one playbook. */
export function createModel(deps: ModelDeps): Model {
  const { clock, gates, record, run, pace, onRequest } = deps
  const prompter = createPrompter(deps.playbook)

  function choose(
    body: MessagesRequest,
    scene: Scene,
    userAgent: string | undefined,
  ): Answer & { number: number } {
    const side = sideRequest(body, scene, userAgent)
    const cue = prompter.cue(scene, side?.kind)
    const recorded = record.add({ at: clock.now(), kind: side?.kind ?? 'turn', scene, line: cue?.line })
    onRequest?.(recorded, body)
    const { number } = recorded
    if (cue) return { steps: paced(cue.line.reply), fillings: cue.fillings, usage: cue.line.usage, number }
    const text = side?.answer ?? `The rehearsal has no line for this: ${summarize(scene)}`
    // As a filling, so that nothing inside it is taken for one.
    return { steps: [{ text: '${answer}' }], fillings: new Map([['answer', text]]), usage: {}, number }
  }

  function paced(steps: readonly Step[]): readonly Step[] {
    return pace > 0 ? [{ wait: pace }, ...steps] : steps
  }

  return {
    async answer(exchange) {
      const { body, scene, inputTokens } = await read(exchange)
      const { steps, fillings, usage, number } = choose(body, scene, exchange.request.headers['user-agent'])
      const { requestId, playbook, response, signal } = exchange
      const messageId = `msg_rehearsal_${run}_${number}`
      const heading: Heading = { messageId, requestId, playbook, model: body.model, usage, inputTokens }
      const stage = body.stream ? streamStage(response, heading) : wholeStage(response, heading)
      const toolId = (index: number): string => `toolu_rehearsal_${run}_${number}_${index + 1}`
      try {
        const killClient = (): void => killAtOtherEnd(exchange.request)
        await perform({ steps, fillings, toolId }, stage, { gates, clock, signal, killClient })
      } finally {
        record.count(scene, stage.usage())
      }
    },
    async count(exchange) {
      const { scene, inputTokens } = await read(exchange)
      record.add({ at: clock.now(), kind: 'count', scene, line: undefined })
      sendJson(exchange, { input_tokens: inputTokens })
    },
  }
}

/** Who shares our own process is only cut off. */
function killAtOtherEnd({ socket }: IncomingMessage): void {
  const { remotePort: itsPort, localPort: ourPort } = socket
  const pid = itsPort && ourPort ? peerOf({ itsPort, ourPort }) : undefined
  if (pid !== undefined && pid !== process.pid) process.kill(pid, 'SIGKILL')
}

async function read(
  exchange: Exchange,
): Promise<{ body: MessagesRequest; scene: Scene; inputTokens: number }> {
  const text = await readBody(exchange.request)
  const checked = MessagesRequest.safeParse(json(text))
  if (!checked.success) throw new Refusal(400, z.prettifyError(checked.error))
  const scene = readScene(checked.data, exchange.request.headers)
  return { body: checked.data, scene, inputTokens: estimateTokens(text.length) }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON (rehearsal)')
  }
}
