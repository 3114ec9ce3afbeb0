import { errorCatalogue, type ErrorCode, type ErrorKind } from './error-catalogue.ts'

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

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code)
}
