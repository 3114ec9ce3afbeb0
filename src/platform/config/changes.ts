import { isDeepStrictEqual } from 'node:util'
import type { CompiledConfig } from './compilation.ts'

type Section = Exclude<keyof CompiledConfig, 'teams' | 'notices'>

/** How one configuration differs from the one before it. */
export interface ConfigChanges {
  teams: { added: string[]; removed: string[]; changed: string[] }
  /** The changed sections other than `teams`. */
  sections: Section[]
}

/** A section that is missing here does not compile. */
const sections: { readonly [Name in Section]: Name } = {
  settings: 'settings',
  database: 'database',
  dashboard: 'dashboard',
  agent: 'agent',
  notifications: 'notifications',
  git: 'git',
  checks: 'checks',
  pipeline: 'pipeline',
  work: 'work',
  irc: 'irc',
  channels: 'channels',
  wiki: 'wiki',
  org: 'org',
  claude: 'claude',
}

/** Which teams and sections differ, by their decided values. */
export function compareConfigs(before: CompiledConfig, after: CompiledConfig): ConfigChanges {
  const kept = [...after.teams.keys()].filter((name) => before.teams.has(name))
  return {
    teams: {
      added: [...after.teams.keys()].filter((name) => !before.teams.has(name)),
      removed: [...before.teams.keys()].filter((name) => !after.teams.has(name)),
      changed: kept.filter((name) => !isDeepStrictEqual(before.teams.get(name), after.teams.get(name))),
    },
    sections: Object.values(sections).filter((name) => !isDeepStrictEqual(before[name], after[name])),
  }
}

/** True when nothing differs. */
export function isUnchanged({ teams, sections }: ConfigChanges): boolean {
  return [teams.added, teams.removed, teams.changed, sections].every((list) => list.length === 0)
}
