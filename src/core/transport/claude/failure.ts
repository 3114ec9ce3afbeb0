import type { Fields } from '../../../contract/index.ts'
import type { FailureReason } from '../event.ts'
import { text } from './fields.ts'

const bySubtype: ReadonlyMap<string, FailureReason> = new Map([
  ['error_max_turns', 'max-turns'],
  ['error_max_budget_usd', 'budget'],
  ['error_max_structured_output_retries', 'structured-output'],
])

const byStatus: ReadonlyMap<number, FailureReason> = new Map([
  [400, 'invalid-request'],
  [401, 'auth'],
  [403, 'auth'],
  [404, 'model-unknown'],
  [413, 'prompt-too-long'],
  [429, 'limit'],
  [529, 'overloaded'],
])

/** What the CLI calls its own error messages. */
const byCode: ReadonlyMap<string, FailureReason> = new Map([
  ['authentication_failed', 'auth'],
  ['billing_error', 'billing'],
  ['rate_limit', 'limit'],
  ['model_not_found', 'model-unknown'],
  ['invalid_request', 'invalid-request'],
  ['overloaded', 'overloaded'],
  ['server_error', 'server'],
])

// The protocol has no field for these; the CLI's own sentences are all there is.
const telling: readonly [RegExp, FailureReason][] = [
  [/prompt is too long/i, 'prompt-too-long'],
  [/credit balance/i, 'billing'],
  [/no conversation found/i, 'conversation-unknown'],
]
const hinting: readonly [RegExp, FailureReason][] = [
  [/hit your .{0,40}limit|usage limit/i, 'limit'],
  [/usage policy/i, 'refusal'],
  [/overloaded/i, 'overloaded'],
  [/invalid api key|not logged in|\/login/i, 'auth'],
  [/unable to connect|connection|timed out|timeout|socket|network/i, 'unreachable'],
]

/** Why a turn failed, from its result alone. */
export function failureReason(
  result: Fields,
  { status, message }: { status: number | undefined; message: string },
): FailureReason {
  const named = bySubtype.get(text(result, 'subtype'))
  if (named) return named
  if (text(result, 'stop_reason') === 'refusal') return 'refusal'
  if (text(result, 'terminal_reason') === 'prompt_too_long') return 'prompt-too-long'
  return firstFit(telling, message) ?? reasonOfStatus(status) ?? firstFit(hinting, message) ?? 'other'
}

/** The reason behind the `error` of a message in which the CLI speaks for itself. */
export function reasonOfCode(code: string): FailureReason | undefined {
  return byCode.get(code)
}

function reasonOfStatus(status: number | undefined): FailureReason | undefined {
  if (status === undefined) return undefined
  return byStatus.get(status) ?? (status >= 500 ? 'server' : undefined)
}

function firstFit(patterns: readonly [RegExp, FailureReason][], message: string): FailureReason | undefined {
  return patterns.find(([pattern]) => pattern.test(message))?.[1]
}
