import { pino, multistream, type Logger as PinoLogger } from 'pino'
import { harmlessLine } from '../lib/index.ts'
import { openRotatingFile, type RotatingFile } from './rotating-file.ts'

/** Fields beside a message. */
type Fields = Readonly<Record<string, unknown>>

/** One line per change of state: fields, not prose. */
export interface Logger {
  debug(message: string, fields?: Fields): void
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  error(message: string, fields?: Fields): void
  /** A logger whose lines carry these fields too. */
  with(fields: Fields): Logger
  close(): void
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

const hidden = ['token', 'secret', 'password', 'authorization', 'apiKey', 'api_key']
const secretShapes = /\b(iris_[\w-]{20,}|sk-ant-[\w-]{10,}|Bearer +[\w.~+/-]{16,}=*)/g

/** Structured lines to a rotating file and, when wanted, to stderr; stdout belongs to protocols. */
export function createLogger(options: { level: LogLevel; file: string; toStderr: boolean }): Logger {
  const file = openRotatingFile(options.file)
  const streams = [{ level: 'trace' as const, stream: scrubbed((line) => file.write(line)) }]
  if (options.toStderr)
    streams.push({ level: 'trace', stream: scrubbed((line) => process.stderr.write(line)) })
  const redact = { paths: hidden.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' }
  const base = { level: options.level, redact, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return wrap(pino(base, multistream(streams)), file)
}

/** Hides what looks like a secret wherever it stands, also inside messages and stack traces, and what would drive a terminal. */
function scrubbed(write: (line: string) => void): { write: (line: string) => void } {
  return { write: (line) => write(harmlessLine(line).replaceAll(secretShapes, '[hidden]')) }
}

function wrap(inner: PinoLogger, file: RotatingFile): Logger {
  return {
    debug: (message, fields = {}) => inner.debug(fields, message),
    info: (message, fields = {}) => inner.info(fields, message),
    warn: (message, fields = {}) => inner.warn(fields, message),
    error: (message, fields = {}) => inner.error(fields, message),
    with: (fields) => wrap(inner.child(fields), file),
    close: () => file.close(),
  }
}
