import { statfsSync } from 'node:fs'
import type { Limits } from '../../contract/index.ts'
import type { Usage } from './usage.ts'
import { findClaude, type CompiledConfig, type Environment } from '../../platform/config/index.ts'
import type { Projects } from '../../platform/projects/index.ts'

const maxScopes = 100

/** What holds agents back or soon will, as it is now. */
export async function readLimits(deps: {
  config: CompiledConfig
  usage: Pick<Usage, 'budgetUse' | 'heldUntil' | 'scopeUse'>
  environment: Environment
  projects: Pick<Projects, 'isThere'>
}): Promise<Limits> {
  const { config, usage, environment } = deps
  const teams = [...config.teams.values()]
  return {
    budgets: [
      ...usage.budgetUse(config.settings.budget),
      ...teams.flatMap(({ name, budget }) => usage.budgetUse(budget, name)),
    ],
    scopes: usage.scopeUse(maxScopes),
    quotaUntil: usage.heldUntil() || null,
    disk: diskOf(environment.home),
    missing: await missingOf(deps),
  }
}

/** What is on another machine only that one knows. A folder that does not answer is as good as none. */
async function missingOf({
  config,
  environment,
  projects,
}: Parameters<typeof readLimits>[0]): Promise<Limits['missing']> {
  const here = [...config.teams.values()].filter(({ remote }) => remote === undefined)
  const missing = here.map(async ({ name, path, claudePath }): Promise<Limits['missing']> => {
    const isThere = await projects.isThere(path).catch(() => false)
    if (!isThere) return [{ team: name, what: 'folder', path }]
    const found = findClaude(claudePath, environment.variables)
    return found ? [] : [{ team: name, what: 'agent', path: claudePath }]
  })
  return (await Promise.all(missing)).flat()
}

function diskOf(folder: string): Limits['disk'] {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    // Some file systems do not say.
    return null
  }
}
