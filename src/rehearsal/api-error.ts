import type { Failure } from './playbook.ts'

const kinds: Readonly<Record<number, { type: string; message: string }>> = {
  400: { type: 'invalid_request_error', message: 'Invalid request (rehearsed)' },
  401: { type: 'authentication_error', message: 'Invalid API key (rehearsed)' },
  403: { type: 'permission_error', message: 'Not permitted (rehearsed)' },
  404: { type: 'not_found_error', message: 'Not found (rehearsed)' },
  413: { type: 'request_too_large', message: 'Request too large (rehearsed)' },
  429: { type: 'rate_limit_error', message: 'Rate limited (rehearsed)' },
  529: { type: 'overloaded_error', message: 'Overloaded (rehearsed)' },
}
const otherwise = { type: 'api_error', message: 'Internal server error (rehearsed)' }

/** An error in the shape of the Messages API, as a body or as an event of a stream. */
export interface ApiError {
  type: 'error'
  error: { type: string; message: string }
  request_id: string
}

/** The API's words for a failure. */
export function apiError({ status, type, message }: Failure, requestId: string): ApiError {
  const usual = kinds[status] ?? otherwise
  return {
    type: 'error',
    error: { type: type ?? usual.type, message: message ?? usual.message },
    request_id: requestId,
  }
}

/** The headers that go with a failure. */
export function failureHeaders({ retryAfter, headers = {} }: Failure): Record<string, string> {
  return retryAfter === undefined ? headers : { 'retry-after': String(retryAfter), ...headers }
}

/** A request the rehearsal itself turns down, with the API's words. */
export class Refusal extends Error {
  readonly failure: Failure

  constructor(status: number, message: string) {
    super(message)
    this.name = 'Refusal'
    this.failure = { status, message }
  }
}
