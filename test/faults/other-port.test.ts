import { once } from 'node:events'
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { homeFiles } from '../../src/contract/index.ts'
import { connectPipe } from '../../src/core/transport/index.ts'
import { parsePlaybook, startRehearsal, type Rehearsal } from '../../src/rehearsal/index.ts'
import { makeHome } from '../support/daemon.ts'
import { startDaemonProcess, type DaemonProcess } from '../support/daemon-process.ts'
import { iris, ranOf, spawnIris } from '../support/iris.ts'
import { configFor } from '../support/teams.ts'

const lines = `
  - when: { says: /^The goal of this run/ }
    reply: [{ text: "I plan it." }, { gate: never }, { text: "Planned." }]
  - when: { says: wait }
    reply: [{ text: "The first half." }, { gate: go }, { text: "The second half." }]
`
let home: string
let daemon: DaemonProcess
let rehearsal: Rehearsal
let squatter: Server | undefined
const children: ChildProcess[] = []

beforeEach(async () => {
  home = realpathSync(makeHome('iris-port-', ''))
  rehearsal = await startRehearsal({ playbook: parsePlaybook(`name: Test\nlines:\n${lines}`) })
  writeFileSync(join(home, 'config.yaml'), configFor(home, rehearsal, { lines }))
  daemon = await startDaemonProcess(home)
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  squatter?.close()
  await daemon.kill()
  const pipe = await connectPipe({ home, start: false, env: {} })
  await pipe.shutdown()
  await rehearsal.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

function started(...args: string[]): ChildProcess {
  const child = spawnIris(home, args)
  children.push(child)
  return child
}
const portNow = (): number => {
  const { url } = JSON.parse(readFileSync(homeFiles(home).address, 'utf8')) as { url: string }
  return Number(new URL(url).port)
}
/** Somebody else has the port by the time the next daemon starts, so that it takes another. */
async function killAndStart(): Promise<void> {
  const port = portNow()
  await daemon.kill()
  squatter = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
  await once(squatter, 'listening')
  daemon = await startDaemonProcess(home)
  expect(portNow()).not.toBe(port)
}
/** Settles once it printed these words, from now on. */
function says(child: ChildProcess, words: string): Promise<void> {
  let heard = ''
  return new Promise((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
      if (heard.includes(words)) resolve()
    })
  })
}

/** Until so many of them follow the log. */
const followed = (count: number) =>
  expect
    .poll(async () => JSON.parse((await iris(home, ['status', '--json'])).stdout) as object)
    .toMatchObject({ readers: count })

test('[CLI34] iris tell and iris events find a daemon that was killed and started again on another port', async () => {
  const following = started('events', '--follow', '--types', 'turn.ended', '--json', '--limit', '1')
  const telling = started('tell', 'alpha', 'wait')
  const ran = ranOf(telling)
  await rehearsal.waiting('go')
  await followed(2)
  await killAndStart()
  const ended = says(following, '"how":"answered"')
  rehearsal.open('go')
  const { code, stdout, stderr } = await ran
  expect([code, stdout]).toEqual([0, 'The first half.\n\nThe second half.\n'])
  expect([stderr.match(/was lost/g), stderr.match(/is back/g)]).toMatchObject([{ length: 1 }, { length: 1 }])
  await ended
})

test('[CLI34] iris runs attach and iris monitor find it too', async () => {
  const { stdout } = await iris(home, ['run', 'Write a plan', '--team', 'alpha', '--detach', '--json'])
  const { run } = JSON.parse(stdout) as { run: string }
  await rehearsal.waiting('never')
  const attached = ranOf(started('runs', 'attach', run))
  const monitor = started('monitor', '--plain')
  await says(monitor, 'Iris:')
  await followed(2)
  const back = says(monitor, 'Reconnected.')
  await killAndStart()
  await back
  expect((await iris(home, ['runs', 'stop', run])).code).toBe(0)
  const last = await attached
  expect([last.code, last.stdout]).toEqual([6, expect.stringContaining('stopped')])
})
