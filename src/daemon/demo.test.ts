import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { readEnvironment } from '../platform/config/index.ts'
import { isAlive } from '../platform/process/index.ts'
import { createDemo, type Demo } from './demo.ts'

let folder = ''
let server: Server
let demo: Demo

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'iris-demo-'))
  writeFileSync(join(folder, 'token'), 'iris_x')
  const socket = join(folder, 'irisd.sock')
  writeFileSync(join(folder, 'irisd.json'), JSON.stringify({ url: 'http://first', socket, pid: process.pid }))
  server = createServer((_, response) => response.end(JSON.stringify({ url: 'http://another/login#link' })))
  await once(server.listen(socket), 'listening')
})
afterEach(async () => {
  await demo.close()
  for (const pid of started()) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A program that is started as the demo is: it notes its pid, then does `what`. */
function demoThat(what: string, options: { graceMs?: number } = {}): Demo {
  const noted = `require('node:fs').writeFileSync(${JSON.stringify(folder)} + '/pid-' + process.pid, '')`
  const args = ['-e', `${noted}; setInterval(() => {}, 1000); ${what}`, '--']
  const environment = readEnvironment({ IRIS_HOME: folder, HOME: folder })
  return createDemo({ environment, program: { command: process.execPath, args }, ...options })
}

const introduces = (): string => {
  return `console.log('  Home     ' + ${JSON.stringify(folder)} + '\\n  Watch    http://127.0.0.1:1/login#first')`
}

function started(): number[] {
  return readdirSync(folder).flatMap((file) => (file.startsWith('pid-') ? [Number(file.slice(4))] : []))
}

const alive = (): number[] => started().filter(isAlive)

test('[DSH27] two browsers that press at the same moment get one demo, which ends with the daemon', async () => {
  demo = demoThat(introduces())
  const links = await Promise.all([demo.start(), demo.start()])
  expect(links.map(({ url }) => new URL(url).hash)).toEqual(['#first', '#link'])
  expect(started()).toHaveLength(1)
  await demo.close()
  expect(alive()).toEqual([])
})

test('[DSH27] a daemon that stops while the demo starts leaves no demo behind', async () => {
  demo = demoThat('')
  const start = demo.start()
  const refused = expect(start).rejects.toMatchObject({ code: 'DEMO_DID_NOT_START' })
  await demo.close()
  await refused
  expect(alive()).toEqual([])
})

test('[DSH27] a demo that does not heed its end does not hold the daemon up', async () => {
  demo = demoThat(`process.on('SIGTERM', () => {}); ${introduces()}`, { graceMs: 100 })
  await demo.start()
  await demo.close()
  expect(alive()).toEqual([])
})
