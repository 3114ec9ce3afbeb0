import { isDeepStrictEqual } from 'node:util'
import type { CompiledConfig } from './compilation.ts'

/** How one configuration differs from the one before it. */
export interface ConfigChanges {
  teams: { added: string[]; removed: string[]; changed: string[] }
  /** The changed sections other than `teams`. */
  sections: Exclude<keyof CompiledConfig, 'teams'>[]
}

const sections = ['settings', 'database', 'dashboard', 'agent', 'claude'] as const

/** Which teams and sections differ, by their decided values. */
export function compareConfigs(before: CompiledConfig, after: CompiledConfig): ConfigChanges {
  const kept = [...after.teams.keys()].filter((name) => before.teams.has(name))
  return {
    teams: {
      added: [...after.teams.keys()].filter((name) => !before.teams.has(name)),
      removed: [...before.teams.keys()].filter((name) => !after.teams.has(name)),
      changed: kept.filter((name) => !isDeepStrictEqual(before.teams.get(name), after.teams.get(name))),
    },
    sections: sections.filter((name) => !isDeepStrictEqual(before[name], after[name])),
  }
}

/** True when nothing differs. */
export function isUnchanged({ teams, sections }: ConfigChanges): boolean {
  return [teams.added, teams.removed, teams.changed, sections].every((list) => list.length === 0)
}
