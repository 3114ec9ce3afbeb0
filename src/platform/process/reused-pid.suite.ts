// Runs in a pid namespace of its own, where the next pid can be chosen.
import { strict as assert } from 'node:assert'
import { writeFileSync } from 'node:fs'
import { systemClock } from '../clock/index.ts'
import {
  descendants,
  endTree,
  isAlive,
  isSameProcessAlive,
  processIdentity,
  startProcess,
  type PipedProcess,
} from './index.ts'

const sleeper = 'setInterval(() => {}, 1000)'
const started = (script: string): Promise<PipedProcess> =>
  startProcess({ command: process.execPath, args: ['-e', script], cwd: '/', env: {} })

/** Starts processes until one has this pid, which nobody has any more. */
async function takePid(pid: number): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    writeFileSync('/proc/sys/kernel/ns_last_pid', String(pid - 1))
    const taker = await startProcess({ command: 'sleep', args: ['60'], cwd: '/', env: {}, stdio: 'ignore' })
    if (taker.pid === pid) return
    taker.signal('SIGKILL')
    await taker.exited
  }
  throw new Error(`nobody got the pid ${pid}`)
}

const momentOf = (identity: string): string | undefined => identity.split('@')[1]

/** The system counts moments in hundredths of a second: until one starts at another moment than this. */
async function untilLaterThan(identity: string): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const later = await startProcess({ command: 'sleep', args: ['60'], cwd: '/', env: {}, stdio: 'ignore' })
    const isLater = momentOf(processIdentity(later.pid) ?? '') !== momentOf(identity)
    later.signal('SIGKILL')
    await later.exited
    if (isLater) return
  }
  throw new Error('the clock of the system stands still')
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5))
}

const root = await started(sleeper)
const identity = processIdentity(root.pid) ?? ''
root.signal('SIGKILL')
await root.exited
await untilLaterThan(identity)
await takePid(root.pid)
assert.notEqual(processIdentity(root.pid), identity)
assert.equal(isSameProcessAlive(identity), false)
assert.deepEqual(await endTree(root.pid, { graceMs: 50, clock: systemClock, identity }), [])
assert.ok(isAlive(root.pid), 'the successor of the root was ended')

// A root that does not heed SIGTERM, with a child that ends while the root has its grace.
const parent = await started(
  `process.on('SIGTERM', () => {}); require('node:child_process').spawn('sleep', ['60']); console.log('up'); ${sleeper}`,
)
await new Promise((resolve) => parent.stdout.once('data', resolve))
const [child = 0] = descendants(parent.pid)
const childIdentity = processIdentity(child) ?? ''
const ending = endTree(parent.pid, { graceMs: 1000, clock: systemClock })
process.kill(child, 'SIGKILL')
await untilGone(child)
await untilLaterThan(childIdentity)
await takePid(child)
assert.deepEqual(await ending, [])
assert.ok(isAlive(child), 'the successor of the child was ended')
assert.ok(!isAlive(parent.pid))
process.stdout.write('both are left alone\n')
process.exit(0)
