import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { daemonSocket, homeFiles, type DaemonAddress } from '../../src/contract/index.ts'
import { isAlive } from '../../src/platform/process/index.ts'
import { bundled } from '../bundle/sources.ts'
import { endDaemonOf, makeHome } from '../support/daemon.ts'
import { iris, ranOf, spawnIris } from '../support/iris.ts'
import { freePort } from '../support/ports.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65_534
const homes: string[] = []
const servers: Server[] = []
const children: ChildProcess[] = []

function home(config?: string, folder = ''): string {
  const made = makeHome('iris-door-', config)
  homes.push(made)
  if (folder === '') return made
  const inner = join(made, folder)
  mkdirSync(inner, { recursive: true })
  writeFileSync(join(inner, 'config.yaml'), 'settings:\n  httpPort: 0\n')
  homes.unshift(inner)
  return inner
}
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const made of homes.splice(0)) {
    await endDaemonOf(made)
    rmSync(made, { recursive: true, force: true })
  }
  // Last: with a server goes the file of its socket, which may be a daemon's by now.
  for (const server of servers.splice(0)) server.close()
})

const addressOf = (folder: string): DaemonAddress =>
  JSON.parse(readFileSync(homeFiles(folder).address, 'utf8')) as DaemonAddress
const tokenOf = (folder: string): string => readFileSync(homeFiles(folder).token, 'utf8').trim()

async function startAndKill(folder: string): Promise<DaemonAddress> {
  expect((await iris(folder, ['start', '--background'])).code).toBe(0)
  const address = addressOf(folder)
  process.kill(address.pid, 'SIGKILL')
  await expect.poll(() => isAlive(address.pid)).toBe(false)
  return address
}

/** Somebody who answers everything as a daemon in good health would, and keeps every byte that comes. */
async function stranger(at: { port: number; host: string } | { path: string }): Promise<() => string> {
  let heard = ''
  const body = JSON.stringify({ ok: true, version: '0', url: 'http://127.0.0.1:1', events: 0 })
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
    })
  })
  servers.push(server)
  // The threads of a killed process may hold its port for a moment longer than it lives.
  await expect.poll(() => once(server.listen(at), 'listening').catch(() => undefined)).toBeDefined()
  return () => heard
}

/** Every command that talks to the daemon, and what the person's own Claude Code starts; until a stranger hears of one. */
async function useEverything(folder: string, heard: () => string): Promise<void> {
  const commands = [
    ['status'],
    ['inbox'],
    ['tell', 'alpha', 'hello', '--async'],
    ['open', '--print'],
    ['monitor', '--json'],
    ['token', 'list'],
    ['events'],
    ['teams'],
    ['stop'],
  ]
  for (const args of commands) {
    await iris(folder, args)
    if (heard() !== '') return
  }
  const bridge = spawnIris(folder, ['mcp'])
  bridge.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
  await ranOf(bridge)
}

test('[DMN12] whoever has the port of a daemon that was killed is sent nothing', async () => {
  const port = await freePort()
  const folder = home(`settings:\n  httpPort: ${port}\n`)
  await startAndKill(folder)
  const heard = await stranger({ port, host: '127.0.0.1' })
  await useEverything(folder, heard)
  expect(heard()).not.toContain(tokenOf(folder))
  expect(heard()).toBe('')
})

test.runIf(isRoot)('[DMN12] a socket in a folder of another user is sent nothing', async () => {
  const folder = home(`settings:\n  httpPort: ${await freePort()}\n`)
  const address = await startAndKill(folder)
  const theirs = mkdtempSync(join(tmpdir(), 'iris-theirs-'))
  try {
    const socket = join(theirs, 'irisd.sock')
    const heard = await stranger({ path: socket })
    chmodSync(theirs, 0o755)
    chownSync(theirs, nobody, nobody)
    writeFileSync(homeFiles(folder).address, JSON.stringify({ ...address, socket }))
    for (const command of ['status', 'inbox']) await iris(folder, [command])
    expect(heard()).toBe('')
  } finally {
    rmSync(theirs, { recursive: true, force: true })
  }
})

test('[DMN13] programs of the same user come in by a socket that is theirs alone, and need a token there too', async () => {
  const folder = home()
  await iris(folder, ['start', '--background'])
  const { socket } = addressOf(folder)
  expect(socket).toBe(join(folder, daemonSocket))
  expect(statSync(socket).mode & 0o777).toBe(0o600)
  const authorization = `Bearer ${tokenOf(folder)}`
  expect(await statusOver(socket, {})).toBe(401)
  expect(await statusOver(socket, { authorization })).toBe(200)
  expect(await statusOver(socket, { authorization, origin: 'http://elsewhere' })).toBe(403)
})

test.runIf(isRoot)('[DMN13] another user of the machine cannot reach the socket', async () => {
  const folder = home()
  await iris(folder, ['start', '--background'])
  const script = `require('net').connect(process.argv[1]).on('error', (e) => console.log(e.code))`
  const { socket } = addressOf(folder)
  const { stdout } = spawnSync(process.execPath, ['-e', script, socket], {
    uid: nobody,
    gid: nobody,
    cwd: '/',
  })
  expect(stdout.toString()).toBe('EACCES\n')
})

function statusOver(socketPath: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ socketPath, path: '/api/status', headers: { host: 'anything', ...headers } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

test('[DMN14] a home with a long path has its socket at a short place, which is found again after a kill', async () => {
  const folder = home(undefined, join('x'.repeat(60), 'y'.repeat(60)))
  const { socket } = await startAndKill(folder)
  expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(100)
  expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700)
  expect((await iris(folder, ['start', '--background'])).code).toBe(0)
  expect(addressOf(folder).socket).toBe(socket)
  expect((await iris(folder, ['status'])).code).toBe(0)
})

test('[DMN14] two names of one home lead to one daemon', async () => {
  const folder = home()
  const link = `${folder}-link`
  symlinkSync(folder, link)
  try {
    await iris(link, ['start', '--background'])
    expect((await iris(folder, ['status'])).code).toBe(0)
    expect((await iris(link, ['status'])).code).toBe(0)
  } finally {
    rmSync(link)
  }
})

test.each(['a pipe', 'a file', 'a link', 'a socket'])(
  '[DMN15] %s where the daemon wants its socket, its address or an old claim does not keep it from starting',
  async (kind) => {
    const folder = home()
    for (const name of [daemonSocket, 'irisd.json', 'irisd.1', 'irisd.json.new'])
      await put(kind, join(folder, name))
    const started = await iris(folder, ['start', '--background'])
    expect([started.code, started.stderr]).toEqual([0, ''])
    expect((await iris(folder, ['status'])).code).toBe(0)
  },
)

async function put(kind: string, path: string): Promise<void> {
  if (kind === 'a pipe') execFileSync('mkfifo', [path])
  if (kind === 'a file') writeFileSync(path, 'something')
  if (kind === 'a link') symlinkSync('/dev/zero', path)
  if (kind === 'a socket') {
    const server = createServer().listen(path)
    await once(server, 'listening')
    servers.push(server)
  }
}

test('[DMN15] a pipe where the token is kept is told in words and hangs nobody', async () => {
  const folder = home()
  await put('a pipe', homeFiles(folder).token)
  const { code, stderr } = await iris(folder, ['start', '--background'])
  expect([code, stderr]).toEqual([8, expect.stringContaining('is not a small file')])
  expect(stderr).not.toMatch(/ at .*\.js/)
})

/** As a daemon from before there was a socket: it holds the home and names only its port. */
const older = `import(process.argv[1]).then(({ takeLock }) => {
  takeLock(process.argv[2], 'irisd')
  process.on('SIGTERM', () => process.exit(0))
  setInterval(() => {}, 1000)
  console.log('up')
})`

test('[DMN16] a daemon of an older Iris is sent no token; the command says so, and iris stop ends it in order', async () => {
  const folder = home()
  const module = bundled(join(import.meta.dirname, '../../src/platform/process/index.ts'))
  const child = spawn(process.execPath, ['-e', older, module, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  const port = await freePort()
  const heard = await stranger({ port, host: '127.0.0.1' })
  writeFileSync(homeFiles(folder).token, 'iris_secret')
  const url = `http://127.0.0.1:${port}`
  writeFileSync(homeFiles(folder).address, JSON.stringify({ url, pid: child.pid, version: '0' }))
  for (const command of ['status', 'inbox', 'start']) {
    const { code, stderr } = await iris(folder, [command])
    expect([code, stderr]).toEqual([3, expect.stringContaining('older than this command')])
  }
  expect((await iris(folder, ['stop'])).stdout).toBe('Iris has stopped.\n')
  expect(await exited).toEqual([0, null])
  expect(heard()).toBe('')
})

test('[CLI42] a command ends when the daemon takes calls and answers nobody', async () => {
  const folder = home()
  await iris(folder, ['start', '--background'])
  const { pid } = addressOf(folder)
  process.kill(pid, 'SIGSTOP')
  try {
    const ran = await Promise.all(['status', 'events', 'token'].map((command) => iris(folder, [command])))
    for (const { code, stderr } of ran)
      expect([code, stderr]).toEqual([
        3,
        expect.stringContaining(`(process ${pid}) runs, but does not answer`),
      ])
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})
