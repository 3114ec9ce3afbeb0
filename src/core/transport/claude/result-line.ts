import { isFields, type Fields } from '../../../contract/index.ts'
import type { AgentEvent, ModelUse, TokenCount, TurnEnd } from '../event.ts'
import { failureReason } from './failure.ts'
import { maybeNumber, maybeText, nested, number, objects, text, texts } from './fields.ts'

/** Reads the end of a turn. */
export function readResult(line: Fields): AgentEvent {
  const end = turnEnd(line)
  const said = text(line, 'result')
  return {
    kind: 'result',
    end,
    text: said,
    usage: tokensOf(nested(line, 'usage')),
    totalCost: number(line, 'total_cost_usd'),
    models: modelsOf(nested(line, 'modelUsage')),
    origin: maybeText(nested(line, 'origin'), 'kind'),
    isEmpty: end.how === 'answered' && said === '' && number(line, 'num_turns') === 0,
    answers: texts(line, 'user_message_uuids'),
    structured: line['structured_output'],
    denials: objects(line, 'permission_denials').map((denial) => ({
      tool: text(denial, 'tool_name'),
      toolUse: text(denial, 'tool_use_id'),
    })),
    durationMs: number(line, 'duration_ms'),
    modelCalls: number(line, 'num_turns'),
  }
}

/** `subtype` says success for failures of the API and error for an interrupt, so other fields decide first. */
function turnEnd(line: Fields): TurnEnd {
  const terminal = text(line, 'terminal_reason')
  if (terminal.startsWith('aborted_')) {
    return { how: 'interrupted', during: terminal === 'aborted_tools' ? 'tools' : 'streaming' }
  }
  if (line['is_error'] !== true && !text(line, 'subtype').startsWith('error')) return { how: 'answered' }
  const message = maybeText(line, 'result') ?? texts(line, 'errors').join('\n')
  const status = maybeNumber(line, 'api_error_status')
  return { how: 'failed', reason: failureReason(line, { status, message }), status, message }
}

function tokensOf(usage: Fields): TokenCount {
  return {
    input: number(usage, 'input_tokens'),
    output: number(usage, 'output_tokens'),
    cacheRead: number(usage, 'cache_read_input_tokens'),
    cacheWrite: number(usage, 'cache_creation_input_tokens'),
  }
}

function modelsOf(usage: Fields): Record<string, ModelUse> {
  return Object.fromEntries(
    Object.entries(usage).flatMap(([model, use]) => (isFields(use) ? [[model, modelUseOf(use)]] : [])),
  )
}

function modelUseOf(use: Fields): ModelUse {
  return {
    input: number(use, 'inputTokens'),
    output: number(use, 'outputTokens'),
    cacheRead: number(use, 'cacheReadInputTokens'),
    cacheWrite: number(use, 'cacheCreationInputTokens'),
    cost: number(use, 'costUSD'),
    contextWindow: maybeNumber(use, 'contextWindow'),
  }
}
