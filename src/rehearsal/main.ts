import { exitCodes, IrisError, toErrorBody } from '../contract/index.ts'
import { rehearse } from './rehearse.ts'

/** The process behind `iris rehearse`. */
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

try {
  process.exitCode = await rehearse({
    args: process.argv.slice(2),
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    signal: stop.signal,
  })
} catch (error) {
  const { message, advice } = toErrorBody(error).error
  process.stderr.write(`Rehearsal: ${message}\n${advice}\n`)
  process.exitCode = error instanceof IrisError ? error.kind.exit : exitCodes.unexpected
}
