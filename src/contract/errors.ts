import { errorCatalogue, type ErrorCode } from './error-catalogue.ts'
import type { ErrorKind } from './error-kind.ts'

/** An error a person can act on: a stable code, one sentence, and the cause for the log. */
export class IrisError extends Error {
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; details?: Record<string, unknown> } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'IrisError'
    this.code = code
    this.details = options.details
  }

  get kind(): ErrorKind {
    return errorCatalogue[this.code]
  }
}

/** The shape of every error that crosses HTTP, MCP or `--json`. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; advice: string; details?: Readonly<Record<string, unknown>> }
}

export function toErrorBody(error: unknown): ErrorBody {
  const known =
    error instanceof IrisError ? error : new IrisError('UNEXPECTED', 'Something went wrong inside Iris.')
  const body = { code: known.code, message: known.message, advice: known.kind.advice }
  return { error: known.details ? { ...body, details: known.details } : body }
}

/** The error in such a body, if it is one that we know. */
export function errorIn(body: unknown): IrisError | undefined {
  if (!isErrorBody(body) || !isErrorCode(body.error.code)) return undefined
  const { code, message, details } = body.error
  return new IrisError(code, message, details ? { details: { ...details } } : {})
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code)
}
