import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../../test/support/ports.ts'

/** A real IRC server on this machine; its port stays free while it is killed. */
export interface RealServer {
  port: number
  /** By kill -9, as a crash does. */
  kill(): Promise<void>
  start(): Promise<void>
  end(): Promise<void>
}

export type RealKind = 'ngircd' | 'inspircd'

/** Whether it slows down who says much, as it does where nobody changed that. */
export interface RealLimits {
  isSlow?: boolean
}

export async function openRealServer(
  kind: RealKind,
  { isSlow = false }: RealLimits = {},
): Promise<RealServer> {
  const folder = mkdtempSync(join(tmpdir(), `iris-${kind}-`))
  const port = await freePort()
  const config = join(folder, 'server.conf')
  writeFileSync(config, kind === 'ngircd' ? ngircd(port, isSlow) : inspircd(port, { folder, isSlow }))
  const command: [string, string[]] =
    kind === 'ngircd'
      ? ['/usr/sbin/ngircd', ['-n', '-f', config]]
      : ['/usr/sbin/inspircd', [...asRoot(), '--nofork', '--config', config]]
  let child: ChildProcess | undefined
  const server = { port, start, kill, end }
  await start()
  return server

  async function start(): Promise<void> {
    let said = ''
    const started = spawn(...command, { stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk) => (said += String(chunk)))
    while (!(await isListening(port))) {
      if (started.exitCode !== null) throw new Error(`${kind} did not start: ${said}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  async function end(): Promise<void> {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const asRoot = (): string[] => (process.getuid?.() === 0 ? ['--runasroot'] : [])

function ngircd(port: number, isSlow: boolean): string {
  const user = process.getuid?.() === 0 ? 'ServerUID = 0\nServerGID = 0\n' : ''
  return `[Global]\nName = irc.test.local\nInfo = test\nListen = 127.0.0.1\nPorts = ${port}\n${user}
[Limits]\nMaxJoins = 0\nMaxConnectionsIP = 0\nMaxNickLength = 30\n${isSlow ? '' : 'MaxPenaltyTime = 0'}
[Options]\nDNS = no\nIdent = no\nPAM = no\n`
}

const modules =
  'cap ircv3_ctctags ircv3_msgid ircv3_servertime ircv3_echomessage ircv3_labeledresponse ircv3_batch'

function inspircd(port: number, { folder, isSlow }: { folder: string; isSlow: boolean }): string {
  const limits = isSlow ? 'threshold="10"' : 'commandrate="100000" threshold="1000" fakelag="off"'
  return `<config format="xml">
<server name="irc.test.local" description="test" network="Test">
<admin name="a" nick="a" email="a@example.org">
<bind address="127.0.0.1" port="${port}" type="clients">
<connect allow="*" ${limits} resolvehostnames="no" localmax="500" globalmax="500" maxchans="100">
<pid file="${folder}/pid"><log method="file" type="*" level="default" target="${folder}/log">
<path datadir="${folder}" logdir="${folder}" runtimedir="${folder}"><options defaultmodes="nt">
${[...modules.split(' '), 'chanhistory'].map((name) => `<module name="${name}">`).join('')}<chanhistory prefixmsg="no">`
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
