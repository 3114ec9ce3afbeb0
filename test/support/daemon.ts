import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type Client } from '../../src/client/index.ts'
import { daemonLock, homeFiles } from '../../src/contract/index.ts'
import { createDaemon, type Daemon } from '../../src/daemon/index.ts'
import type { Clock } from '../../src/platform/clock/index.ts'
import { readEnvironment, type Environment } from '../../src/platform/config/index.ts'
import { lockHolder, pidOf } from '../../src/platform/process/index.ts'

/** A home in a temporary folder with a config that takes any free port. */
export function makeHome(name = 'iris-home-', config = 'settings:\n  httpPort: 0\n'): string {
  const home = mkdtempSync(join(tmpdir(), name))
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'config.yaml'), config)
  return home
}

/** For the daemon that runs in a home. */
export function clientOf(home: string): Client {
  const { url } = JSON.parse(readFileSync(homeFiles(home).address, 'utf8')) as { url: string }
  return createClient({ url, token: readFileSync(homeFiles(home).token, 'utf8').trim() })
}

/** Ends the daemon that runs in a home, if one does: in order, or at once where that does not work. No `iris stop` is started for it. */
export async function endDaemonOf(home: string): Promise<void> {
  const holder = lockHolder(home, daemonLock)
  if (holder === undefined) return
  if (pidOf(holder) === process.pid) throw new Error('the daemon of this very process is closed, not killed')
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    process.kill(pidOf(holder), signal)
    for (let n = 0; n < 1000 && lockHolder(home, daemonLock) === holder; n += 1) await pause(10)
    if (lockHolder(home, daemonLock) !== holder) return
  }
}

export function environmentOf(home: string): Environment {
  return readEnvironment({ ...process.env, IRIS_HOME: home, HOME: home })
}

/** A daemon in this process on a home of its own; `end` stops it and removes the home. */
export async function openDaemon(
  config?: string,
  clock?: Clock,
): Promise<{
  daemon: Daemon
  client: Client
  home: string
  end: () => Promise<void>
}> {
  const home = makeHome('iris-home-', config)
  const daemon = await createDaemon({ environment: environmentOf(home), ...(clock && { clock }) })
  return {
    daemon,
    home,
    client: createClient({ url: daemon.url, token: daemon.token }),
    async end() {
      await daemon.close('test ended')
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
