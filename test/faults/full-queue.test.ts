import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectPipe } from '../../src/core/transport/index.ts'
import { startRehearsal, parsePlaybook, type Rehearsal } from '../../src/rehearsal/index.ts'
import { makeHome } from '../support/daemon.ts'
import { startDaemonProcess, type DaemonProcess } from '../support/daemon-process.ts'
import { configFor, writeFakeClaude } from '../support/teams.ts'

const maxQueued = 1000
let home: string
let daemon: DaemonProcess
let rehearsal: Rehearsal
let gate: Server
let held: Promise<Socket>

beforeEach(async () => {
  home = realpathSync(makeHome('iris-queue-', ''))
  rehearsal = await startRehearsal({ playbook: parsePlaybook('name: Test\nlines:\n  - reply: Unheard.\n') })
  gate = createServer()
  held = new Promise((resolve) => gate.once('connection', resolve))
  await new Promise<void>((resolve) => gate.listen(join(home, 'gate'), resolve))
})
afterEach(async () => {
  await daemon.kill()
  const pipe = await connectPipe({ home, start: false, env: {} })
  await pipe.shutdown()
  await rehearsal.close()
  await new Promise((resolve) => gate.close(resolve))
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

/** An agent that writes down what it is told; at the first message it stands at the gate until somebody opens it. */
function gatedAgent(): string {
  const heard = JSON.stringify(join(home, 'heard'))
  const at = JSON.stringify(join(home, 'gate'))
  return writeFakeClaude(
    join(home, 'fake'),
    `require('fs').appendFileSync(${heard}, text + '\\n'); init()
  const answer = () => result('To ' + text, { total_cost_usd: 0 })
  if (text === 'hold') require('net').connect(${at}).once('data', function () { this.destroy(); answer() })
  else answer()`,
  )
}
const heard = (): string[] => readFileSync(join(home, 'heard'), 'utf8').trimEnd().split('\n')

test('[TEA57] a full queue refuses one more, outlives kill -9 of the daemon and is answered in order, each turn once', async () => {
  const options = { teams: { alpha: { claudePath: gatedAgent() } } }
  writeFileSync(join(home, 'config.yaml'), configFor(home, rehearsal, options))
  daemon = await startDaemonProcess(home)
  const first = await daemon.tell('hold')
  const opening = await held
  await expect.poll(() => daemon.turn(first.turn)).toMatchObject({ state: 'delivered' })
  const messages = Array.from({ length: maxQueued }, (_, n) => `message ${n}`)
  const queued = await Promise.all(messages.map((message) => daemon.tell(message)))
  await expect(daemon.tell('one too many')).rejects.toThrow('QUEUE_FULL')

  await daemon.kill()
  daemon = await startDaemonProcess(home)
  const waiting = await Promise.all(queued.map(({ turn }) => daemon.turn(turn)))
  expect(waiting.filter(({ state }) => state === 'queued')).toHaveLength(maxQueued)
  expect(heard()).toEqual(['hold'])
  await expect(daemon.tell('one too many')).rejects.toThrow('QUEUE_FULL')

  opening.write('open')
  const turns = [first, ...queued].map(({ turn }) => turn)
  // A thousand turns one after the other; the limit only ends what hangs.
  const long = { interval: 200, timeout: 240_000 }
  await expect.poll(() => daemon.turn(turns.at(-1)!), long).toMatchObject({ how: 'answered' })
  const ended = await Promise.all(turns.map((turn) => daemon.turn(turn)))
  expect(ended.map(({ answer }) => answer)).toEqual(['hold', ...messages].map((text) => `To ${text}`))
  expect((await daemon.events('turn.ended')).map(({ turn }) => turn)).toEqual(turns)
  expect((await daemon.events('turn.accepted')).map(({ turn }) => turn)).toEqual(turns)
  expect(heard()).toEqual(['hold', ...messages])
  expect(await daemon.events('agent.started')).toHaveLength(1)
}, 360_000)
