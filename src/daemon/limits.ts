import { existsSync, statfsSync } from 'node:fs'
import type { Limits } from '../contract/index.ts'
import type { Usage } from '../core/usage/index.ts'
import { findClaude, type CompiledConfig, type Environment } from '../platform/config/index.ts'

/** What holds agents back or soon will, as it is now. */
export function readLimits(deps: {
  config: CompiledConfig
  usage: Pick<Usage, 'budgetUse' | 'heldUntil'>
  environment: Environment
}): Limits {
  const { config, usage, environment } = deps
  const teams = [...config.teams.values()]
  return {
    budgets: [
      ...usage.budgetUse(config.settings.budget),
      ...teams.flatMap(({ name, budget }) => usage.budgetUse(budget, name)),
    ],
    quotaUntil: usage.heldUntil() || null,
    disk: diskOf(environment.home),
    missing: missingOf(config, environment),
  }
}

/** What is on another machine only that one knows. */
function missingOf({ teams }: CompiledConfig, { variables }: Environment): Limits['missing'] {
  return [...teams.values()]
    .filter(({ remote }) => remote === undefined)
    .flatMap(({ name, path, claudePath }): Limits['missing'] => {
      if (!existsSync(path)) return [{ team: name, what: 'folder', path }]
      return findClaude(claudePath, variables) ? [] : [{ team: name, what: 'agent', path: claudePath }]
    })
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
