import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enter, openClient } from '../../src/surface/irc/client.suite.ts'
import { openDaemon } from '../support/daemon.ts'
import { iris, ranOf, spawnIris } from '../support/iris.ts'
import { freePort } from '../support/ports.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
beforeAll(async () => {
  world = await openDaemon()
})
afterAll(() => world.end())

const isOpen = (port: number): Promise<boolean> =>
  openClient(port).then(
    (client) => {
      client.end()
      return true
    },
    () => false,
  )

test('[IRC29] iris irc on lets clients in at once, by a token of iris token create, and off lets none in', async () => {
  const port = await freePort()
  expect((await iris(world.home, ['irc', 'on', '--port', String(port)])).stdout).toContain(
    'iris token create irc',
  )
  await expect.poll(() => isOpen(port)).toBe(true)
  const made = await iris(world.home, ['token', 'create', 'irc', '--json'])
  const { secret } = JSON.parse(made.stdout) as { secret: string }
  const client = await enter(port, { nick: 'whoever', password: secret })
  client.send('WHOIS user')
  expect(await client.line(/ 311 /)).toContain(' user ')
  expect((await iris(world.home, ['irc', 'off'])).code).toBe(0)
  await client.closed
  await expect.poll(() => isOpen(port)).toBe(false)
})

test('[IRC30] iris irc serve takes guests and accounts of iris irc account add, and has no rooms of Iris', async () => {
  const home = mkdtempSync(join(tmpdir(), 'iris-irc-served-'))
  const serving = spawnIris(world.home, ['irc', 'serve', '--home', home, '--port', '0', '--json'])
  const over = ranOf(serving)
  try {
    const [first] = (await once(serving.stdout ?? serving, 'data')) as [string]
    const { port } = JSON.parse(first) as { port: number }
    const add = spawnIris(world.home, ['irc', 'account', 'add', 'ann', '--home', home])
    add.stdin?.end('a secret\n')
    expect(await ranOf(add)).toMatchObject({ code: 0, stdout: 'ann may log in.\n' })
    const guest = await enter(port, { nick: 'ben' })
    guest.send('NICK ann', 'LIST')
    expect(await guest.line(/ 433 /)).toContain('ann')
    expect((await guest.through(/ 323 /)).filter((line) => / 322 /.test(line))).toEqual([])
    const ann = await openClient(port)
    const shown = Buffer.from('\0ann\0a secret').toString('base64')
    ann.send('CAP REQ :sasl', 'AUTHENTICATE PLAIN', `AUTHENTICATE ${shown}`)
    await ann.line(/ 903 /)
    ann.send('NICK ann', 'USER ann 0 * :x', 'CAP END', 'JOIN #tea')
    await ann.line(/ 366 /)
    guest.send('JOIN #tea', 'PRIVMSG #tea :hello')
    expect(await ann.line(/PRIVMSG #tea/)).toMatch(/^:ben!\S+ PRIVMSG #tea :?hello$/)
    serving.kill('SIGTERM')
    expect(await over).toMatchObject({ code: 0 })
  } finally {
    serving.kill('SIGKILL')
    await over
    rmSync(home, { recursive: true, force: true })
  }
})
