import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock/index.ts'
import { openLocalDoor } from './local-door.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-door-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const statusOver = (socketPath: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ socketPath, agent: false }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })

test('[DMN13] a socket that disappears is made again, and goes with the daemon', async () => {
  const socket = join(folder, 'irisd.sock')
  const clock = manualClock()
  const server = createServer((_, response) => response.end())
  const door = await openLocalDoor({ server, socket, onConnection: () => undefined, clock })
  expect(await statusOver(socket)).toBe(200)
  rmSync(socket)
  clock.advance(30_000)
  await expect.poll(() => statusOver(socket).catch(() => 0)).toBe(200)
  await door.stop()
  expect([existsSync(socket), clock.waiting()]).toEqual([false, 0])
})
