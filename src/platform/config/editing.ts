import { isDeepStrictEqual } from 'node:util'
import { isMap, parseDocument } from 'yaml'
import { IrisError } from '../../contract/index.ts'
import { compareConfigs, type ConfigChanges } from './changes.ts'
import type { CompiledConfig } from './compilation.ts'
import type { Environment } from './environment.ts'
import { parseConfig } from './loading.ts'
import { nearest } from './nearness.ts'
import type { TeamInput } from './sections/team.ts'
import { parseOptions } from './source.ts'
import { insertTeamLines, removeTeamLines } from './team-lines.ts'

/** The text of config.yaml with one more team; every other line stays as it is. */
export function addTeam(
  text: string,
  addition: { name: string; team: TeamInput },
  environment: Environment,
): string {
  const before = parseConfig(text, environment)
  const { name, team } = addition
  if (before.teams.has(name)) {
    throw new IrisError('TEAM_EXISTS', `There is already a team called ${name}.`, { details: { team: name } })
  }
  const wanted = { teams: { added: [name], removed: [], changed: [] }, sections: [] }
  const edited = insertTeamLines(text, name, team)
  if (hasOnly(wanted, { before, edited, environment })) return edited
  return rewritten(text, environment, (document) => {
    if (!isMap(document.get('teams'))) document.set('teams', document.createNode({}))
    document.setIn(['teams', name], document.createNode(team))
  })
}

/** The text of config.yaml without the team; every other line stays as it is. */
export function removeTeam(text: string, name: string, environment: Environment): string {
  const before = parseConfig(text, environment)
  if (!before.teams.has(name)) throw unknownTeam(name, [...before.teams.keys()])
  const wanted = { teams: { added: [], removed: [name], changed: [] }, sections: [] }
  const edited = removeTeamLines(text, name)
  if (hasOnly(wanted, { before, edited, environment })) return edited
  return rewritten(text, environment, (document) => document.deleteIn(['teams', name]))
}

/** The text of config.yaml with IRC at this port, or without IRC; comments stay. */
export function setIrcPort(text: string, port: number | undefined, environment: Environment): string {
  parseConfig(text, environment)
  return rewritten(text, environment, (document) => {
    if (port === undefined) document.deleteIn(['irc', 'port'])
    else document.setIn(['irc', 'port'], port)
  })
}

/** True when the edited text differs from what was in force by nothing but the wanted change. */
function hasOnly(
  wanted: ConfigChanges,
  edit: { before: CompiledConfig; edited: string; environment: Environment },
): boolean {
  try {
    const after = parseConfig(edit.edited, edit.environment)
    return isDeepStrictEqual(compareConfigs(edit.before, after), wanted)
  } catch (error) {
    if (error instanceof IrisError) return false
    throw error
  }
}

/** For files in an unusual form (flow mappings, documents with markers): keeps comments, not every space. */
function rewritten(
  text: string,
  environment: Environment,
  change: (document: ReturnType<typeof parseDocument>) => void,
): string {
  const document = parseDocument(text, parseOptions)
  change(document)
  const after = document.toString({ lineWidth: 0 })
  parseConfig(after, environment)
  return after
}

function unknownTeam(name: string, names: readonly string[]): IrisError {
  const near = nearest(name, names)
  const question = near === undefined ? '' : ` Did you mean ${near}?`
  return new IrisError('NOT_FOUND', `There is no team called ${name}.${question}`, {
    details: { team: name },
  })
}
