import { form, invalid, syntax, type Finding, type Reader } from '../finding.ts'
import { missingModule, nowhere } from '../modules.ts'

const offline = 'The source of packages cannot be reached.'

export const rust: Reader = {
  names: ['cargo', 'rustc', 'clippy-driver', 'cargo-clippy'],
  forms: [
    {
      find: /^error(?:\[(E\d{4})\])?: (?!could not compile|test failed|aborting)(.*)((?:\n(?!error|warning).*){0,25})/gm,
      says: ([, code, message = '', rest = '']) =>
        code === undefined ? readPlainRust(message, rest) : readRust(code, message, rest),
    },
    form(/^test .* \.\.\. FAILED$/gm, 'VALIDATION_FAILED', 'Tests failed.'),
  ],
  summaries: [form(/^test result: FAILED|^error: test failed/gm, 'VALIDATION_FAILED', 'Tests failed.')],
}

/** Texts, letters and comments that never end, and numbers without digits, have numbers of their own. */
const unreadRust = /^E07(?:58|6[23568])$/

function readRust(code: string, message: string, rest: string): Finding {
  if (unreadRust.test(code)) return syntax(`${code}: ${message}`)
  if (!/^E04(?:32|33|63)$/.test(code)) return invalid(`${code}: ${message}`)
  const crate =
    /(?:crate or module|module or unlinked crate|missing crate|extern crate|crate for) `(\w+)`/.exec(
      `${message}${rest}`,
    )?.[1] ?? /^unresolved import `(\w+)/.exec(message)?.[1]
  return crate === undefined || /^(?:crate|self|super|Self)$/.test(crate)
    ? invalid(`${code}: ${message}`)
    : missingModule(crate)
}

/** Errors of the parser have no number, nor do lints, cargo's own errors and those of macros. */
function readPlainRust(message: string, rest: string): Finding | undefined {
  const missing = /^no matching package (?:named `([\w-]+)` )?found/.exec(message)
  if (missing) return nowhere(missing[1])
  if (/^failed to (?:get|download|fetch|load source|query)|^unable to update/.test(message))
    return readCargo(message, rest)
  if (
    /^failed to parse manifest|^(?:invalid|unclosed|expected|unexpected|missing|duplicate) .*/.test(
      message,
    ) &&
    /TOML|\.toml:\d/.test(rest)
  )
    return syntax(message)
  if (
    /^could not find `Cargo\.toml`|^linker `.*` not found|^toolchain|^rustup|^no such (?:sub)?command|^the '.*' binary|is not installed/.test(
      message,
    )
  )
    return { class: 'ENVIRONMENT', why: message }
  if (!/^ *--> /m.test(rest)) return undefined
  if (/#\[(?:deny|forbid)\(|`-[DF] /.test(rest)) return invalid(message)
  return /^(?:expected|unexpected|this file contains an un-?closed|unclosed|mismatched closing|missing|unterminated|unknown (?:start|prefix)|invalid|incorrect|unmatched|found|struct literals|`.*` (?:is not|must)|keyword)/.test(
    message,
  )
    ? syntax(message)
    : invalid(message)
}

function readCargo(message: string, rest: string): Finding {
  if (
    /^ *(?:\[\d+\] |.*(?:[Cc]ould(?:n't| not) (?:resolve|connect)|network failure|timed out|[Ff]ailed to connect))/m.test(
      rest,
    )
  )
    return { class: 'NETWORK', why: offline }
  const missing = /no matching package (?:named )?`([\w-]+)`/.exec(rest)?.[1]
  return missing === undefined ? { class: 'ENVIRONMENT', why: message } : nowhere(missing)
}
