// A stand-alone IRC server as a process of its own, which says how much memory it holds when it is asked.
import type { ConnectionLimits } from '../../src/surface/irc/connection/limits.ts'
import { serveStandalone } from '../../src/surface/irc/plain.ts'

const [home = '', wanted = '{}'] = process.argv.slice(2)
const { flood, ...rest } = JSON.parse(wanted) as Omit<Partial<ConnectionLimits>, 'flood'> & { flood?: 'none' }
const server = await serveStandalone({
  home,
  host: '127.0.0.1',
  port: 0,
  name: 'irc.test',
  limits: { ...rest, ...(flood === 'none' ? { flood: undefined } : {}) },
  onFault: (error) => process.send?.({ fault: String(error) }),
})

process.on('message', () => {
  globalThis.gc?.()
  process.send?.({ heap: process.memoryUsage().heapUsed })
})
// Whoever drives it has gone.
process.on('disconnect', () => process.exit(0))
process.send?.({ port: server.port })
