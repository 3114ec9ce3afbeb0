import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { paths } from '../../contract/plain.ts'
import { sendOverHttp } from './send.ts'
import { watched } from './watching.ts'

let folder = ''
let release = (): void => undefined
let server: ReturnType<typeof createServer>
const at = (path: string): URL => new URL(path, 'http://iris')

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'iris-watch-'))
  // Takes every call and answers none before it is released.
  const released = new Promise<void>((resolve) => (release = resolve))
  server = createServer((_, response) => void released.then(() => response.end('{}')))
  await once(server.listen(join(folder, 's')), 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

function sendWhile(signsOfLife: (() => boolean)[]): {
  send: ReturnType<typeof watched>
  asked: () => number
} {
  let asked = 0
  const isAnswering = async (): Promise<boolean> => {
    const sign = signsOfLife[Math.min(asked, signsOfLife.length - 1)]
    asked += 1
    return sign?.() ?? true
  }
  const send = watched(
    (url, options) => sendOverHttp(url, { ...options, socketPath: join(folder, 's') }),
    isAnswering,
    5,
  )
  return { send, asked: () => asked }
}

test('[CLI42] a call to a daemon that gives no sign of life ends', async () => {
  const { send } = sendWhile([() => true, () => false])
  await expect(send(at('/api/status'), { headers: {} })).rejects.toThrow('aborted')
})

test('[CLI42] a call takes as long as it needs while the daemon gives signs of life, and is not watched any longer', async () => {
  const { send, asked } = sendWhile([() => true])
  const warnings: Error[] = []
  const note = (warning: Error): void => void warnings.push(warning)
  process.on('warning', note)
  const answer = send(at('/api/status'), { headers: {} })
  await expect.poll(asked).toBeGreaterThan(15)
  release()
  expect((await answer).status).toBe(200)
  process.off('warning', note)
  // Node warns of listeners that pile up, in the middle of what a person reads.
  expect(warnings).toEqual([])
  const last = asked()
  // Another that is watched as long and longer shows that there was time to ask.
  let others = 0
  const hanging = watched(
    (_, { signal }) =>
      new Promise((__, reject) => signal?.addEventListener('abort', () => reject(new Error('gone')))),
    async () => (others += 1) < 5,
    5,
  )
  await expect(hanging(at('/api/status'), { headers: {} })).rejects.toThrow('gone')
  expect(asked()).toBe(last)
})

test('[CLI42] nothing is expected of a daemon that shrinks its database', async () => {
  const { send, asked } = sendWhile([() => (release(), false)])
  const shrinking = send(at(paths.shrinkLog.path), { headers: {} })
  const other = send(at('/api/status'), { headers: {} })
  await expect(other).rejects.toThrow('aborted')
  expect((await shrinking).status).toBe(200)
  expect(asked()).toBe(1)
})
