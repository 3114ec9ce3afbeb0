// A process that writes to a log as fast as it can and prints the number of each acknowledged event, until killed.
import { createLog, openStore } from '../../src/core/store/index.ts'
import { systemClock } from '../../src/platform/clock/index.ts'

const [path = '', grouped] = process.argv.slice(2)
const log = createLog({ sql: openStore(path), clock: systemClock })
const line = 'x'.repeat(300) + Math.random().toString(36).repeat(100)

process.stdout.write('ready\n')
for (;;) {
  if (grouped === 'grouped') {
    const group = Array.from({ length: 20 }, () => log.enqueue({ type: 'agent.printed', data: { line } }))
    for (const event of await Promise.all(group)) process.stdout.write(`${event.seq}\n`)
  } else {
    const { seq } = log.write((append) => append({ type: 'agent.printed', data: { line } }))
    process.stdout.write(`${seq}\n`)
    await new Promise(setImmediate)
  }
}
