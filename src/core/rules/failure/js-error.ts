import { invalid, syntax, type Finding } from './finding.ts'
import { missingModule } from './modules.ts'
import { readCode } from './system-codes.ts'

const head = /^(?:<ref \*\d+> )?(?:Uncaught )?([\w$.]*(?:Error|Exception|Failure))?(?: \[(\w+)\])?(?:: )?(.*)/
const notFound = [
  /Failed to load url (\S+) \(resolved id/,
  /Failed to resolve import ["'](.+?)["'] from/,
  /Cannot find (?:package|module) ["'](.+?)["']/,
  /Could not resolve ["'](.+?)["']/,
  /Can't resolve ["'](.+?)["']/,
  /Failed to resolve entry for package ["'](.+?)["']/,
]
const brokenCode =
  /^(?:Transform failed|Parse failure|Unexpected|Expected|Build failed with \d+ errors?|Failed to parse source|Unterminated|Invalid or unexpected token|Missing (?:initializer|semicolon)|Jest encountered an unexpected token)|\[PARSE_ERROR\]/

/**
 * What an error of JavaScript says, from its first line on; undefined where it is an error like any other. Errors that
 * were met while code was loaded may be about its syntax; in a test that runs, a SyntaxError is about data.
 */
export function readJsError(text: string, isLoading: boolean): Finding | undefined {
  const [, name = '', bracketed, message = ''] = head.exec(unpacked(text)) ?? []
  return (
    readNotFound(message) ??
    readSqlSyntax(name, message) ??
    (isLoading ? readSyntax(name, message, text) : undefined) ??
    readSpawn(message) ??
    firstCode([bracketed, ...codesIn(name, message), ...properties(text)]) ??
    (isOfTheCode(name, bracketed) ? invalid(sentence(message)) : undefined)
  )
}

/** An error that says only that building failed, without its first line. */
function unpacked(text: string): string {
  return text.replace(/^(?:Error: )?Build failed with \d+ errors?:\n+(?:.*?: )?(?:ERROR|error): /, '')
}

function readNotFound(message: string): Finding | undefined {
  for (const pattern of notFound) {
    const specifier = pattern.exec(message)?.[1]
    if (specifier !== undefined) return missingModule(specifier)
  }
  return undefined
}

function readSqlSyntax(name: string, message: string): Finding | undefined {
  const isBroken = name === 'SqliteError' && /: syntax error|incomplete input/.test(message)
  return isBroken ? syntax(sentence(message)) : undefined
}

function readSyntax(name: string, message: string, text: string): Finding | undefined {
  if (name === 'SyntaxError')
    return /does not provide an export named|is not valid JSON|in JSON at position|Named export/.test(message)
      ? invalid(sentence(message))
      : syntax(sentence(message))
  if (brokenCode.test(message) || /\bcode: ['"]PARSE_ERROR['"]|\bparseAst(?:Async)? /.test(text))
    return syntax(sentence(message))
  // Runners put the error of their compiler behind a sentence of their own.
  return /^\s*SyntaxError: /m.test(text.slice(0, 4000)) ? syntax('The code does not parse.') : undefined
}

/** A program that is not there: `spawn foo ENOENT`. */
function readSpawn(message: string): Finding | undefined {
  const program = /^spawn(?:Sync)? (\S+) (?:ENOENT|EACCES)/.exec(message)?.[1]
  return program === undefined
    ? undefined
    : { class: 'ENVIRONMENT', why: `The program ${program} cannot be started.` }
}

/** `connect ECONNREFUSED 127.0.0.1:1` and `ENOSPC: no space left on device, write`, but no word inside a sentence. */
function codesIn(name: string, message: string): (string | undefined)[] {
  if (name.startsWith('AssertionError')) return []
  if (name === 'SqliteError' && /^database (?:table )?is locked/.test(message)) return ['SQLITE_BUSY']
  return [
    /^(E[A-Z0-9_]{3,}): /.exec(message)?.[1],
    /^(?:connect|read|write|listen|bind|getaddrinfo|queryA?\w*|socket|open|send|recv\w*) (E[A-Z0-9_]{3,})\b/.exec(
      message,
    )?.[1],
    /failed, reason: (?:\w+ )?(E[A-Z0-9_]{3,})\b/.exec(message)?.[1],
    /reaching memory limit: JS heap out of memory/.test(message) ? 'ERR_WORKER_OUT_OF_MEMORY' : undefined,
  ]
}

/** The codes that Node prints with an error and its causes. */
function properties(text: string): string[] {
  return [...text.matchAll(/^ *(?:code: ['"]|Serialized Error: \{ .*code: ['"])(\w+)['"]/gm)].map(
    ([, code]) => code ?? '',
  )
}

function firstCode(codes: readonly (string | undefined)[]): Finding | undefined {
  for (const code of codes) {
    const finding = code === undefined ? undefined : readCode(code)
    if (finding) return finding
  }
  return undefined
}

/** Imports of what is there, but not in that way. */
const wrongImports = new Set([
  'ERR_PACKAGE_PATH_NOT_EXPORTED',
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_IMPORT_ATTRIBUTE_MISSING',
])

function isOfTheCode(name: string, code = ''): boolean {
  return name.startsWith('AssertionError') || code === 'ERR_ASSERTION' || wrongImports.has(code)
}

function sentence(message: string): string {
  return message.length > 160 ? `${message.slice(0, 160)}…` : message
}
