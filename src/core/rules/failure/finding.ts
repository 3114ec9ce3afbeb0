import type { FailureClass } from '../policy.ts'

/** What one diagnostic of a tool says about a failure. */
export interface Finding {
  class: FailureClass
  why: string
  /** The package that is missing. */
  package?: string
  /** No source has it, so to install it would only fail again. */
  isNowhere?: true
}

/** How a diagnostic looks, from the start of a line, and what it means; undefined if it is none after all. */
export interface Form {
  find: RegExp
  says: (match: RegExpMatchArray) => Finding | undefined
}

/** The diagnostics of one tool. */
export interface Reader {
  /** By what names it is started. */
  names: readonly string[]
  forms: readonly Form[]
  /** Lines that say only that it failed; they count when no diagnostic was found. */
  summaries?: readonly Form[]
  /** Its forms look like those of others, so they count only where it ran. */
  isOnlyOwn?: true
}

/** A form that always means the same. */
export function form(find: RegExp, failure: FailureClass, why: string): Form {
  return { find, says: () => ({ class: failure, why }) }
}

/** What is wrong is the code: it does not parse. */
export const syntax = (why: string): Finding => ({ class: 'SYNTAX_ERROR', why })

/** What is wrong is the code: it parses, and does not pass. */
export const invalid = (why: string): Finding => ({ class: 'VALIDATION_FAILED', why })
