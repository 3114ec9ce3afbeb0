import { existsSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { oneLine, exitCodes, IrisError, type TeamSummary } from '../../../contract/plain.ts'
import {
  addTeam as withTeam,
  expandHome,
  isTeamName,
  readConfigText,
  removeTeam as withoutTeam,
  teamNameExpected,
  type Environment,
} from '../../../platform/config/index.ts'
import { spentWords, type Problem, type ProblemKind } from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { changeConfig } from '../config-file.ts'
import { isSure } from '../confirmation.ts'
import { columns, harmless } from '../output.ts'
import { readProblems } from '../problems.ts'
import { table } from '../table.ts'
import { asSentence } from '../words.ts'

/** Every team and what it does. */
export async function listTeams(context: CommandContext): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const [found, problems] = await Promise.all([client.call('listTeams', {}), readProblems(client)])
  const teams = found.teams.map((team) => ({ ...team, problems: problemsOfTeam(team, problems) }))
  output.result({ teams }, () => {
    if (teams.length === 0) return output.line('No teams yet. Add one: iris teams add <name> <path>')
    const heading = ['Team', 'State', 'Turns', 'Asks', 'Today', 'Folder', 'Description']
    const rows = teams.map((team) => [
      output.paint('bold', team.name),
      stateOf(context, team),
      turnsOf(team),
      team.asks === 0 ? '–' : output.paint('yellow', String(team.asks)),
      spentWords({ costUsd: team.costTodayUsd, rehearsedUsd: team.rehearsedTodayUsd }),
      harmless(team.remote ? `${team.path} (remote)` : team.path),
      harmless(oneLine(team.description, 60)),
    ])
    for (const line of table({ heading, rows }, output)) output.line(line)
    const isListed = (name: string): boolean => teams.some((team) => team.name === name)
    for (const problem of problems.filter(({ kind, teams }) => kind === 'quota' || teams.some(isListed))) {
      const about = problem.teams.length > 0 ? `${problem.teams.join(', ')}: ` : ''
      const words = [`${about}${asSentence(problem.words)}`, problem.advice, problem.command ?? '']
      output.line(output.paint('yellow', harmless(words.filter(Boolean).join(' '))))
    }
  })
  return exitCodes.ok
}

type TeamProblem = Pick<Problem, 'kind' | 'severity' | 'words' | 'advice' | 'command'>

/** What is wrong with a team, the worst first. */
function problemsOfTeam({ name }: TeamSummary, problems: readonly Problem[]): TeamProblem[] {
  return problems
    .filter(({ teams }) => teams.includes(name))
    .map(({ kind, severity, words, advice, command }) => ({ kind, severity, words, advice, command }))
}

const troubles: Readonly<Partial<Record<ProblemKind, string>>> = {
  missing: 'missing',
  unstarted: 'does not start',
  limited: 'at a limit',
  unhandled: 'failing',
  failing: 'failing',
  died: 'died',
  cutOff: 'cut off',
  health: 'failing',
}

function stateOf(
  { output }: CommandContext,
  { awake, problems }: TeamSummary & { problems: TeamProblem[] },
): string {
  const worst = problems.find(({ kind }) => Object.hasOwn(troubles, kind))
  if (worst)
    return output.paint(
      worst.severity === 'warning' || worst.kind === 'limited' ? 'yellow' : 'red',
      troubles[worst.kind] ?? '',
    )
  return awake ? output.paint('green', 'awake') : output.paint('dim', 'asleep')
}

function turnsOf({ running, queued }: TeamSummary): string {
  if (running + queued === 0) return '–'
  return [running > 0 ? `${running} running` : '', queued > 0 ? `${queued} queued` : '']
    .filter(Boolean)
    .join(', ')
}

type NewTeam = Pick<AddOptions, 'description' | 'remote'> & { path: string }

/** What the user typed to add a team. */
export interface AddOptions {
  name?: string | undefined
  path?: string | undefined
  description?: string
  remote?: string
}

/** Adds a team to config.yaml; every other line of the file stays as it is. */
export async function addTeam(context: CommandContext, options: AddOptions): Promise<number> {
  const { environment, output } = context
  const team = teamFrom(options, environment)
  const name = options.name ?? basename(team.path).toLowerCase()
  if (!isTeamName(name))
    throw new IrisError('USAGE', `${JSON.stringify(name)} cannot name a team; expected ${teamNameExpected}.`)
  const inForce = await changeConfig(environment, (text) => withTeam(text, { name, team }, environment))
  output.result({ name, team, path: environment.configPath, inForce }, () => {
    output.line(`${output.paint('green', '✓')} Added ${name} to ${environment.configPath}`)
    const rows = Object.entries(team).map(([key, value]) => [`  ${output.paint('dim', key)}`, value])
    for (const line of columns(rows)) output.line(line)
    output.line(
      inForce === false
        ? '  To apply it: iris restart'
        : `  Put it to work: iris tell ${name} "Which tests fail?"`,
    )
  })
  return exitCodes.ok
}

function teamFrom(options: AddOptions, { userHome }: Environment): NewTeam {
  const { path: wanted, description, remote } = options
  const about = description === undefined ? {} : { description }
  if (remote !== undefined) {
    if (wanted === undefined)
      throw new IrisError('USAGE', 'A remote team needs the path of its folder on that machine.')
    return { path: wanted, ...about, remote }
  }
  const path = resolve(expandHome(wanted ?? '.', userHome))
  if (!existsSync(path) || !statSync(path).isDirectory())
    throw new IrisError('TEAM_FOLDER_MISSING', `There is no folder ${path}.`)
  return { path, ...about }
}

/** Removes a team from config.yaml; its sessions and its log stay. */
export async function removeTeam(
  context: CommandContext,
  options: { name: string; yes?: boolean },
): Promise<number> {
  const { environment, output } = context
  const { name } = options
  const kept = 'Its folder and its sessions stay.'
  const without = (text: string): string => withoutTeam(text, name, environment)
  without(readConfigText(environment.configPath) ?? '')
  if (!options.yes && !(await isSure(context, { deed: `remove ${name}`, kept }))) {
    output.result({ name, removed: false }, () => output.line('Nothing was changed.'))
    return exitCodes.ok
  }
  // On what the file says now: it may have been changed while the question stood.
  const inForce = await changeConfig(environment, without)
  output.result({ name, removed: true, path: environment.configPath, inForce }, () => {
    output.line(`${output.paint('green', '✓')} Removed ${name} from ${environment.configPath}`)
    if (inForce === false) output.line('  To apply it: iris restart')
  })
  return exitCodes.ok
}
