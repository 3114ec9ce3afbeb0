// The process behind `iris start`.
import { IrisError } from '../contract/index.ts'
import { readEnvironment } from '../platform/config/index.ts'
import { messageOf } from '../platform/lib/index.ts'
import { createDaemon } from './daemon.ts'

const environment = readEnvironment()
try {
  const daemon = await createDaemon({ environment, logToStderr: process.argv.includes('--log') })
  process.stderr.write(`Iris is running at ${daemon.url} (home ${environment.home})\n`)
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (asked) process.exit(1)
      asked = true
      void daemon.close(signal)
    })
  }
  await daemon.closed
  process.exit(0)
} catch (error) {
  const known = error instanceof IrisError ? error : undefined
  process.stderr.write(`Iris did not start: ${messageOf(error)}\n${known ? `${known.kind.advice}\n` : ''}`)
  if (!known && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`)
  process.exit(known?.kind.exit ?? 1)
}
