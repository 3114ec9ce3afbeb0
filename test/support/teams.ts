import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { createClient, type Client } from '../../src/client/index.ts'
import { createDaemon, type Daemon } from '../../src/daemon/index.ts'
import { parsePlaybook, startRehearsal, type Rehearsal } from '../../src/rehearsal/index.ts'
import type { Caller, Orchestrator } from '../../src/teamwork/orchestrator/index.ts'
import { environmentOf, makeHome } from './daemon.ts'

/** A home with teams whose agents are the genuine CLI against a rehearsal. */
export interface TeamWorld {
  home: string
  daemon: Daemon
  client: Client
  orchestrator: Orchestrator
  rehearsal: Rehearsal
  user: Caller
  /** Stops the daemon in order and starts another on the same home. */
  restart(): Promise<void>
  end(): Promise<void>
}

export interface TeamWorldOptions {
  /** Lines of a playbook, as YAML. */
  lines: string
  teams?: Record<string, object>
  settings?: object
}

export function configFor(home: string, rehearsal: Rehearsal, options: TeamWorldOptions): string {
  const teams = options.teams ?? { alpha: {} }
  const entries = Object.entries(teams).map(([name, team]) => {
    const path = join(home, 'projects', name)
    mkdirSync(path, { recursive: true })
    return [name, { path, grantPermission: 'yes', ...team }]
  })
  return stringify({
    settings: { httpPort: 0, ...options.settings },
    claude: {
      model: 'claude-sonnet-4-5',
      env: { ...rehearsal.env(), HOME: home, CLAUDE_CONFIG_DIR: join(home, 'claude') },
    },
    teams: Object.fromEntries(entries) as object,
  })
}

export async function openTeams(options: TeamWorldOptions): Promise<TeamWorld> {
  const rehearsal = await startRehearsal({ playbook: parsePlaybook(`name: Test\nlines:\n${options.lines}`) })
  const home = realpathSync(makeHome('iris-teams-', ''))
  const { writeFileSync } = await import('node:fs')
  writeFileSync(join(home, 'config.yaml'), configFor(home, rehearsal, options))
  const open = () => createDaemon({ environment: environmentOf(home) })
  const world: TeamWorld = {
    home,
    rehearsal,
    user: { name: 'user', kind: 'human' },
    ...parts(await open()),
    async restart() {
      await world.daemon.close('restart')
      Object.assign(world, parts(await open()))
    },
    async end() {
      for (const { session } of world.orchestrator.sessions()) {
        const row = world.orchestrator.sessions().find((one) => one.session === session)
        if (row) await world.orchestrator.remove({ name: row.from, kind: 'human' }, row.to)
      }
      await world.daemon.close('test ended')
      await rehearsal.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
  return world
}

function parts(daemon: Daemon): Pick<TeamWorld, 'daemon' | 'client' | 'orchestrator'> {
  return {
    daemon,
    client: createClient({ url: daemon.url, token: daemon.token }),
    orchestrator: daemon.orchestrator,
  }
}
