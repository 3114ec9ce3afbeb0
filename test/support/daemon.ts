import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Client } from '../../src/client/index.ts'
import { createDaemon, type Daemon } from '../../src/daemon/index.ts'
import { readEnvironment, type Environment } from '../../src/platform/config/index.ts'

/** A home in a temporary folder with a config that takes any free port. */
export function makeHome(name = 'iris-home-', config = 'settings:\n  httpPort: 0\n'): string {
  const home = mkdtempSync(join(tmpdir(), name))
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'config.yaml'), config)
  return home
}

export function environmentOf(home: string): Environment {
  return readEnvironment({ ...process.env, IRIS_HOME: home, HOME: home })
}

/** A daemon in this process on a home of its own; `end` stops it and removes the home. */
export async function openDaemon(config?: string): Promise<{
  daemon: Daemon
  client: Client
  home: string
  end: () => Promise<void>
}> {
  const home = makeHome('iris-home-', config)
  const daemon = await createDaemon({ environment: environmentOf(home) })
  return {
    daemon,
    home,
    client: createClient({ url: daemon.url, token: daemon.token }),
    async end() {
      await daemon.close('test ended')
      rmSync(home, { recursive: true, force: true })
    },
  }
}
