import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createClient, type Client } from '../../src/client/index.ts'
import type { EventEnvelope } from '../../src/contract/index.ts'
import { createDaemon } from '../../src/daemon/index.ts'
import { isAlive } from '../../src/platform/process/index.ts'
import { startInBackground } from '../../src/surface/connection/index.ts'
import { openSql } from '../../src/platform/sqlite/index.ts'
import { endDaemonOf, environmentOf, makeHome, openDaemon } from '../support/daemon.ts'
import { iris, spawnIris } from '../support/iris.ts'
import { freePort } from '../support/ports.ts'

const homes: string[] = []
function home(name?: string, config?: string): string {
  const made = makeHome(name, config)
  homes.push(made)
  return made
}
afterEach(async () => {
  for (const made of homes.splice(0)) {
    // In order where that works: a daemon that is killed leaves its pipe behind for half a minute.
    await endDaemonOf(made)
    chmodSync(made, 0o700)
    rmSync(made, { recursive: true, force: true })
  }
})

function addressOf(folder: string): { url: string; pid: number } {
  return JSON.parse(readFileSync(join(folder, 'irisd.json'), 'utf8')) as { url: string; pid: number }
}
function clientOf(folder: string): Client {
  return createClient({
    url: addressOf(folder).url,
    token: readFileSync(join(folder, 'token'), 'utf8').trim(),
  })
}
async function typesIn(folder: string): Promise<string[]> {
  return (await clientOf(folder).call('readEvents', {})).events.map((event) => event.type)
}
const goneOf = (pid: number): Promise<void> => expect.poll(() => isAlive(pid)).toBe(false)

test('[DMN1] a second start finds the first and changes nothing', async () => {
  const folder = home()
  const first = await iris(folder, ['start', '--background', '--json'])
  const second = await iris(folder, ['start', '--background', '--json'])
  expect([first.code, second.code]).toEqual([0, 0])
  expect(JSON.parse(second.stdout)).toEqual(JSON.parse(first.stdout))
  await expect(createDaemon({ environment: environmentOf(folder) })).rejects.toMatchObject({
    code: 'DAEMON_ALREADY_RUNNING',
  })
})

test('[DMN1] of ten starts at once exactly one becomes the daemon, and all find it', async () => {
  const folder = home()
  const starts = await Promise.all(
    Array.from({ length: 10 }, () => iris(folder, ['start', '--background', '--json'])),
  )
  expect(starts.map(({ code }) => code)).toEqual(Array(10).fill(0))
  const pids = starts.map(({ stdout }) => (JSON.parse(stdout) as { pid: number }).pid)
  expect(new Set(pids).size).toBe(1)
  expect(daemonsOf(folder)).toEqual([String(pids[0])])
  expect((await typesIn(folder)).filter((type) => type === 'daemon.started')).toHaveLength(1)
})

test('[DMN1] a start that finds another daemon leaves no process that would be one after a stop', async () => {
  const { daemon, home: folder, end } = await openDaemon()
  const found = await startInBackground(environmentOf(folder))
  expect(found).toMatchObject({ url: daemon.url, pid: process.pid })
  expect(daemonsOf(folder)).toEqual([])
  await end()
})

/** The processes that are, or are about to be, the daemon of a home. */
function daemonsOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter(
      (pid) =>
        fileOf(pid, 'cmdline').includes('daemon/main') &&
        fileOf(pid, 'environ').includes(`IRIS_HOME=${folder}\0`),
    )
}

function fileOf(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    // It ended since.
    return ''
  }
}

test('[DMN2] the home and its secrets are for the owner only', async () => {
  const folder = home()
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'token'), '', { mode: 0o644 })
  await iris(folder, ['start', '--background'])
  expect((await iris(folder, ['status'])).code).toBe(0)
  const mode = (name: string) => statSync(join(folder, name)).mode & 0o777
  expect(mode('')).toBe(0o700)
  expect(mode('token')).toBe(0o600)
  expect(mode('irisd.json')).toBe(0o600)
})

test('[DMN3] [CLI5] a bad config stops the start, lists the mistake, and nothing is left running', async () => {
  const folder = home('iris-home-', 'settings:\n  httpPort: many\n')
  const { code, stderr } = await iris(folder, ['start', '--background'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/httpPort/)
  expect(stderr).not.toMatch(/at .*\.js:\d+/)
  expect(existsSync(join(folder, 'irisd.json'))).toBe(false)
})

test('[DMN3] [DMN8] a port in use stops the start with its own code, releases the lock and leaves no stale address', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const folder = home('iris-home-', `settings:\n  httpPort: ${port}\n`)
  writeFileSync(join(folder, 'irisd.json'), JSON.stringify({ url: 'http://127.0.0.1:9', pid: 1, socket: '' }))
  await expect(createDaemon({ environment: environmentOf(folder) })).rejects.toMatchObject({
    code: 'PORT_IN_USE',
  })
  expect(existsSync(join(folder, 'irisd.json'))).toBe(false)
  taken.close()
  await once(taken, 'close')
  const daemon = await createDaemon({ environment: environmentOf(folder) })
  await daemon.close('test ended')
})

test('[DMN3] a home that is a file stops the start with HOME_NOT_WRITABLE', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-file-'))
  writeFileSync(join(folder, 'home'), 'a file')
  const { code, stderr } = await iris(join(folder, 'home'), ['start', '--background'])
  expect([code, stderr]).toEqual([8, expect.stringContaining('cannot be')])
  rmSync(folder, { recursive: true })
})

test('[DMN3] a damaged database stops the start and is left as it is', async () => {
  const folder = home()
  const path = join(folder, 'iris.db')
  writeFileSync(path, 'no database '.repeat(1000))
  await expect(createDaemon({ environment: environmentOf(folder) })).rejects.toMatchObject({
    code: 'DATABASE_CORRUPT',
  })
  expect(readFileSync(path, 'utf8')).toBe('no database '.repeat(1000))
})

test('[DMN3] a database from a newer Iris stops the start', async () => {
  const folder = home()
  await (await createDaemon({ environment: environmentOf(folder) })).close('test')
  const sql = openSql(join(folder, 'iris.db'))
  sql.exec("INSERT INTO migration VALUES ('store', 99, 'x')")
  sql.close()
  await expect(createDaemon({ environment: environmentOf(folder) })).rejects.toMatchObject({
    code: 'DATABASE_TOO_NEW',
  })
})

test('[DMN4] start and stop are events with their reasons', async () => {
  const { daemon, home: folder, client, end } = await openDaemon()
  expect((await client.call('readEvents', {})).events.map((event) => event.type)).toContain('daemon.started')
  await daemon.close('enough')
  const again = await createDaemon({ environment: environmentOf(folder) })
  const stopped = again.log.read({ types: ['daemon.stopped'] }).events
  expect(stopped.map((event) => event.data)).toEqual([{ reason: 'enough' }])
  await again.close('test')
  await end()
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`[DMN5] ${signal} stops in order`, async () => {
    const folder = home()
    await iris(folder, ['start', '--background'])
    const { pid } = addressOf(folder)
    process.kill(pid, signal)
    await goneOf(pid)
    expect(existsSync(join(folder, 'irisd.json'))).toBe(false)
    await iris(folder, ['start', '--background'])
    const { events } = await clientOf(folder).call('readEvents', { types: ['daemon.stopped'] })
    expect(events.map((event) => event.data)).toEqual([{ reason: signal }])
  })
}

test('[DMN5] iris stop answers the caller, ends open streams and removes the address', async () => {
  const folder = home()
  await iris(folder, ['start', '--background'])
  const ended = new AbortController()
  const opened = new Promise<void>((resolve) => {
    void (async () => {
      for await (const _ of clientOf(folder).events({ signal: ended.signal })) resolve()
    })()
  })
  await opened
  const { code, stdout } = await iris(folder, ['stop'])
  ended.abort()
  expect([code, stdout]).toEqual([0, 'Iris has stopped.\n'])
  expect(existsSync(join(folder, 'irisd.json'))).toBe(false)
})

test('[DMN6] after kill -9 the next start needs no clean-up and has every event', async () => {
  const folder = home()
  await iris(folder, ['start', '--background'])
  const made = await clientOf(folder).call('createToken', { name: 'survivor' })
  const { pid } = addressOf(folder)
  process.kill(pid, 'SIGKILL')
  await goneOf(pid)
  expect((await iris(folder, ['status'])).code).toBe(3)
  expect((await iris(folder, ['start', '--background'])).code).toBe(0)
  const { tokens } = await clientOf(folder).call('listTokens', {})
  expect(tokens.map((token) => token.id)).toContain(made.token.id)
  expect((await typesIn(folder)).filter((type) => type === 'daemon.stopped')).toEqual([])
})

test('[HTTP15] a stream goes on across a daemon killed and started again, without a gap or a repeat', async () => {
  const folder = home('iris-home-', `settings:\n  httpPort: ${await freePort()}\n`)
  await iris(folder, ['start', '--background'])
  const client = clientOf(folder)
  const seen: number[] = []
  const states: string[] = []
  const ended = new AbortController()
  let reached: (() => void) | undefined
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      reached = () => {
        if (seen.length >= count) resolve()
      }
      reached()
    })
  const reading = (async () => {
    for await (const event of client.events({
      signal: ended.signal,
      onState: (state) => states.push(state),
    })) {
      seen.push(event.seq)
      reached?.()
    }
  })()
  await until(3)
  const { pid } = addressOf(folder)
  process.kill(pid, 'SIGKILL')
  await goneOf(pid)
  await iris(folder, ['start', '--background'])
  await client.call('createToken', { name: 'after the crash' })
  await until((await clientOf(folder).call('getStatus', {})).events)
  ended.abort()
  await reading
  expect(seen).toEqual(seen.map((_, index) => index + 1))
  expect(states.slice(0, 2)).toEqual(['open', 'broken'])
})

test('[DMN7] a changed config is taken over, a bad one refused, both told as events', async () => {
  const folder = home()
  const daemon = await createDaemon({ environment: environmentOf(folder) })
  const next = async (type: string, after: number): Promise<EventEnvelope> => {
    for await (const batch of daemon.log.tail({ after, types: [type] })) if (batch[0]) return batch[0]
    throw new Error('the log ended')
  }
  const before = daemon.log.head()
  appendFileSync(join(folder, 'config.yaml'), `teams:\n  alpha:\n    path: ${JSON.stringify(folder)}\n`)
  expect((await next('config.loaded', before)).data).toMatchObject({ teams: ['alpha'] })
  appendFileSync(join(folder, 'config.yaml'), '  beta:\n    path: relative\n')
  const refused = await next('config.refused', before)
  expect((refused.data as { mistakes: string[] }).mistakes.join()).toMatch(/beta/)
  const status = await createClient({ url: daemon.url, token: daemon.token }).call('getStatus', {})
  expect(status.config).toMatchObject({ teams: ['alpha'], mistakes: [expect.stringContaining('beta')] })
  await daemon.close('test')
})

test('[DMN8] a stale address file is not believed', async () => {
  const folder = home()
  writeFileSync(
    join(folder, 'irisd.json'),
    JSON.stringify({ url: 'http://127.0.0.1:9', pid: process.pid, version: '0' }),
  )
  writeFileSync(join(folder, 'token'), 'iris_x')
  expect((await iris(folder, ['status'])).code).toBe(3)
  expect((await iris(folder, ['stop'])).stdout).toBe('Iris is not running.\n')
})

test('[DMN10] a token file that was deleted is made again; a revoked owner stays refused', async () => {
  const folder = home()
  const first = await createDaemon({ environment: environmentOf(folder) })
  await first.close('test')
  rmSync(join(folder, 'token'))
  const second = await createDaemon({ environment: environmentOf(folder) })
  expect(second.token).not.toBe(first.token)
  const client = createClient({ url: second.url, token: second.token })
  const { tokens } = await client.call('listTokens', {})
  const mine = tokens.at(-1)
  if (mine) await client.call('revokeToken', { token: mine.id })
  await expect(client.call('getStatus', {})).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
  await second.close('test')
})

test('[CLI5] a home with dots, spaces and unicode works', async () => {
  const folder = home('iris höme .with. 空白 ')
  mkdirSync(join(folder, 'a.b c'))
  expect((await iris(folder, ['start', '--background'])).code).toBe(0)
  expect((await iris(folder, ['status'])).stdout).toContain(folder)
})

test('[DMN5] iris start in the foreground ends with Ctrl-C', async () => {
  const folder = home()
  const child = spawnIris(folder, ['start'])
  await once(child.stderr!, 'data')
  child.kill('SIGTERM')
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(0)
})
