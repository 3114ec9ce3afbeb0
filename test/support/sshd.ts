import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from './ports.ts'

const places = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/opt/homebrew/sbin/sshd']

/** An ssh server of our own on loopback, for the current user and one key. */
export interface Sshd {
  /** The ssh command that reaches it. */
  prefix: string[]
  /** Leads a port of the near side to one of the far side, as `ssh -L` does; gives the near port. */
  forward(to: number): Promise<number>
  /** Ends the connections there are, without a word to who is on them. */
  cut(): void
  close(): Promise<void>
}

/** Starts it; the system's own server and its files are not touched. */
export async function startSshd(): Promise<Sshd> {
  const program = places.find((place) => existsSync(place))
  if (program === undefined) {
    throw new Error('This test needs an ssh server: install openssh-server (apt-get install openssh-server).')
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'iris-sshd-')))
  const port = await freePort()
  for (const key of ['host', 'user']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, key)])
  }
  writeFileSync(join(folder, 'authorized_keys'), readFileSync(join(folder, 'user.pub')))
  writeFileSync(
    join(folder, 'known_hosts'),
    `[127.0.0.1]:${port} ${readFileSync(join(folder, 'host.pub'), 'utf8')}`,
  )
  for (const file of ['authorized_keys', 'known_hosts']) chmodSync(join(folder, file), 0o600)
  writeFileSync(join(folder, 'sshd_config'), sshdConfig(folder, port))
  // As root the server insists on this folder; the package makes it only when its own server starts.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
  const server = spawn(program, ['-D', '-e', '-f', join(folder, 'sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  server.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  await reachable(port, () => {
    if (server.exitCode !== null) throw new Error(`sshd did not start: ${complaint}`)
  })
  const prefix = sshTo(folder, port)
  const tunnels: ChildProcess[] = []
  return {
    prefix,
    async forward(to) {
      const near = await freePort()
      const [ssh = 'ssh', ...rest] = prefix
      const tunnel = spawn(ssh, ['-N', '-L', `127.0.0.1:${near}:127.0.0.1:${to}`, ...rest], {
        stdio: 'ignore',
      })
      tunnels.push(tunnel)
      await reachable(near, () => {
        if (tunnel.exitCode !== null) throw new Error('ssh -L ended')
      })
      return near
    },
    cut() {
      for (const pid of descendants(server.pid ?? 0)) killed(pid)
    },
    async close() {
      for (const tunnel of tunnels) tunnel.kill()
      server.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The ssh command that reaches a server, as nobody's settings change it. */
function sshTo(folder: string, port: number): string[] {
  const known = `-oUserKnownHostsFile=${join(folder, 'known_hosts')}`
  const key = ['-i', join(folder, 'user'), '-oIdentitiesOnly=yes']
  return ['ssh', '-F', '/dev/null', '-p', String(port), ...key, known, `${userInfo().username}@127.0.0.1`]
}

function sshdConfig(folder: string, port: number): string {
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'authorized_keys')}`,
    `PidFile ${join(folder, 'pid')}`,
    'PasswordAuthentication no',
    'PermitRootLogin prohibit-password',
    'StrictModes no',
    'UsePAM no',
    '',
  ].join('\n')
}

/** The processes of the server that hold a connection, and not what runs on it. */
function descendants(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' }).trim().split('\n')
  const all = rows.map((row) => row.trim().split(/\s+/))
  const found: number[] = []
  for (const parents = [pid]; parents.length > 0;) {
    const parent = parents.pop()
    const children = all.filter(([, of, name]) => Number(of) === parent && name?.startsWith('sshd'))
    const pids = children.map(([child]) => Number(child))
    found.push(...pids)
    parents.push(...pids)
  }
  return found
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with its parent.
  }
}

async function reachable(port: number, check: () => void): Promise<void> {
  for (let attempt = 0; attempt < 3000; attempt += 1) {
    check()
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => setTimeout(resolve, 20, false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
  }
  throw new Error('sshd did not answer')
}
