// Other servers to measure beside: ergo with its history in memory; where there is none, ngircd, which keeps none.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { stringify } from 'yaml'

/** A server that is up. */
export interface OtherServer {
  name: string
  pid: number
  port: number
  capabilities: string
  end(): Promise<void>
}

/** The programs, in the order in which they are wanted. `IRIS_BENCH_ERGO` names an ergo that is not on the path. */
export async function startOther(folder: string): Promise<OtherServer | undefined> {
  const ergo = [process.env['IRIS_BENCH_ERGO'], 'ergochat', 'ergo'].find((name) => name && isErgo(name))
  if (ergo) return startErgo(ergo, folder)
  return spawnSync('ngircd', ['--version']).status === 0 ? startNgircd(folder) : undefined
}

/** Debian has another program of this name. */
function isErgo(program: string): boolean {
  return (spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '').startsWith('ergo')
}

async function startErgo(program: string, folder: string): Promise<OtherServer> {
  const port = await freePort()
  const path = join(folder, 'ergo.yaml')
  writeFileSync(path, stringify(ergoConfig(folder, port)))
  execFileSync(program, ['initdb', '--conf', path, '--quiet'], { stdio: 'ignore' })
  const child = spawn(program, ['run', '--conf', path, '--quiet'], { cwd: folder, stdio: 'ignore' })
  await answers(port)
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
  const capabilities = 'server-time message-tags echo-message'
  return {
    name: `${version}, history in memory`,
    pid: child.pid ?? 0,
    port,
    capabilities,
    end: () => ended(child),
  }
}

/** Without limits on how fast clients come and talk, and with the history it keeps by default. */
function ergoConfig(folder: string, port: number): object {
  const limits = { nicklen: 32, identlen: 20, channellen: 64, awaylen: 390, kicklen: 390, topiclen: 390 }
  return {
    network: { name: 'bench' },
    server: {
      name: 'irc.bench',
      listeners: { [`127.0.0.1:${port}`]: {} },
      'max-sendq': '8M',
      'ip-limits': { count: false, throttle: false },
    },
    accounts: { registration: { enabled: false }, 'authentication-enabled': true },
    channels: { 'default-modes': '+nt' },
    datastore: { path: join(folder, 'ergo.db') },
    languages: { enabled: false, default: 'en' },
    limits: { ...limits, 'monitor-entries': 100, 'whowas-entries': 100, 'chan-list-modes': 60 },
    fakelag: { enabled: false },
    history: {
      enabled: true,
      'channel-length': 2048,
      'client-length': 256,
      'chathistory-maxmessages': 1000,
      restrictions: { 'expire-time': '1w' },
    },
    logging: [{ method: 'stderr', type: '*', level: 'error' }],
  }
}

async function startNgircd(folder: string): Promise<OtherServer> {
  const port = await freePort()
  const path = join(folder, 'ngircd.conf')
  writeFileSync(
    path,
    `[Global]\nName = irc.bench\nInfo = bench\nListen = 127.0.0.1\nPorts = ${port}\n` +
      '[Limits]\nMaxConnections = 0\nMaxConnectionsIP = 0\nMaxPenaltyTime = 0\n[Options]\nDNS = no\nIdent = no\nPAM = no\n',
  )
  const child = spawn('ngircd', ['--nodaemon', '--config', path], { stdio: 'ignore' })
  await answers(port)
  return {
    name: 'ngircd, no history',
    pid: child.pid ?? 0,
    port,
    capabilities: 'multi-prefix',
    end: () => ended(child),
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

/** Waits until something listens there. */
async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect({ port, host: '127.0.0.1' })
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nothing listens at ${port}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  server.close()
  await once(server, 'close')
  return port
}
