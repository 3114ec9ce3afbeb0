// A daemon as a process of its own whose clock a test may let leap or set, so that it can also be killed.
import { createDaemon } from '../../src/daemon/index.ts'
import { readEnvironment } from '../../src/platform/config/index.ts'
import { leapingClock } from './leaping-clock.ts'

const clock = leapingClock()
const daemon = await createDaemon({ environment: readEnvironment(), clock })

process.on('message', ({ leap, setDate }: { leap?: number; setDate?: number }) => {
  if (leap !== undefined) clock.leap(leap)
  if (setDate !== undefined) clock.setDate(setDate)
})
// Whoever drives it has gone: nobody is left to end it.
process.on('disconnect', () => process.exit(1))
process.send?.({ url: daemon.url, token: daemon.token })
