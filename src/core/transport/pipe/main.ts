import { systemClock } from '../../../platform/clock/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import { servePipe } from './server.ts'

const [home] = process.argv.slice(2)

try {
  if (home === undefined) throw new Error('usage: main <home>')
  const pipe = await servePipe({ home, clock: systemClock })
  if (pipe) {
    process.on('SIGTERM', () => void pipe.close())
    process.on('SIGINT', () => void pipe.close())
    // Whoever started us may take its terminal away; that is no reason to stop.
    process.on('SIGHUP', () => {})
    await pipe.closed
  }
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  // At once: whatever was opened before the failure must not keep a broken pipe in the way of the next.
  process.exit(1)
}
