import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectPipe } from '../../src/core/transport/index.ts'
import { openDaemon } from '../support/daemon.ts'

test('[DMN11] a daemon that stops while it finds iris-pipe again leaves no pipe', async () => {
  const { daemon, home, end } = await openDaemon()
  const pipe = await connectPipe({ home, start: false, env: {} })
  process.kill((await pipe.hello()).pid, 'SIGKILL')
  const log = (): string => readFileSync(join(home, 'logs', 'irisd.log'), 'utf8')
  await expect.poll(log, { interval: 1 }).toContain('iris-pipe is gone')
  await daemon.close('test')
  const isLeft = async (): Promise<boolean> =>
    connectPipe({ home, start: false, env: {} }).then(
      (found) => (found.close(), true),
      () => false,
    )
  // One that was just being started would answer within this time.
  for (let look = 0; look < 20; look += 1) {
    expect(await isLeft()).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await end()
})
