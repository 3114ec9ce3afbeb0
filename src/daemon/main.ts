// The process behind `iris start`.
import { IrisError, toErrorBody } from '../contract/index.ts'
import { readEnvironment } from '../platform/config/index.ts'
import { harmless, messageOf } from '../platform/lib/index.ts'
import { leave, report } from '../platform/process/index.ts'
import { createDaemon, type Daemon } from './daemon.ts'

const environment = readEnvironment()
let daemon: Daemon | undefined
let asked: string | undefined

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (asked) leave(1, daemon?.isHeldUp() ?? false)
    asked = signal
    void daemon?.close(signal)
  })
}

try {
  daemon = await createDaemon({ environment, logToStderr: process.argv.includes('--log') })
  process.stderr.write(`Iris is running at ${daemon.url} (home ${environment.home})\n`)
  await report()
  if (asked) await daemon.close(asked)
  await daemon.closed
  leave(0, daemon.isHeldUp())
} catch (error) {
  const known = error instanceof IrisError ? error : undefined
  const said = `Iris did not start: ${messageOf(error)}\n${known ? `${known.kind.advice}\n` : ''}`
  const stack = !known && error instanceof Error ? `${error.stack ?? ''}\n` : ''
  process.stderr.write(harmless(said + stack))
  if (known) await report(toErrorBody(known))
  process.exit(known?.kind.exit ?? 1)
}
