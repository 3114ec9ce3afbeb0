import { IrisError, toErrorBody } from '../../../contract/plain.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import { messageOf, writeFault } from '../../../platform/lib/index.ts'
import { report } from '../../../platform/process/index.ts'
import { servePipe } from './server.ts'

const [home] = process.argv.slice(2)

try {
  if (home === undefined) throw new Error('usage: main <home>')
  const pipe = await servePipe({ home, clock: systemClock })
  await report()
  if (pipe) {
    process.on('SIGTERM', () => void pipe.close())
    process.on('SIGINT', () => void pipe.close())
    // Whoever started us may take its terminal away; that is no reason to stop.
    process.on('SIGHUP', () => {})
    await pipe.closed
  }
} catch (error) {
  const known = error instanceof IrisError ? error : writeFault(error, home)
  process.stderr.write(`${messageOf(known ?? error)}\n`)
  if (known) await report(toErrorBody(known))
  // At once: whatever was opened before the failure must not keep a broken pipe in the way of the next.
  process.exit(1)
}
