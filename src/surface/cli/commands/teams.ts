import { existsSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { exitCodes, IrisError, type TeamSummary } from '../../../contract/plain.ts'
import {
  addTeam as withTeam,
  expandHome,
  isTeamName,
  readConfigText,
  removeTeam as withoutTeam,
  teamNameExpected,
  type Environment,
} from '../../../platform/config/index.ts'
import { cutOffAdvice } from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { changeConfig } from '../config-file.ts'
import { isSure } from '../confirmation.ts'
import { columns, harmless } from '../output.ts'
import { table } from '../table.ts'
import { cost, oneLine } from '../words.ts'

/** Every team and what it does. */
export async function listTeams(context: CommandContext): Promise<number> {
  const { output } = context
  const { teams } = await (await connectOrStart(context)).call('listTeams', {})
  output.result({ teams }, () => {
    if (teams.length === 0) return output.line('No teams yet. Add one: iris teams add <name> <path>')
    const heading = ['Team', 'State', 'Turns', 'Asks', 'Today', 'Folder', 'Description']
    const rows = teams.map((team) => [
      output.paint('bold', team.name),
      stateOf(context, team),
      turnsOf(team),
      team.asks === 0 ? '–' : output.paint('yellow', String(team.asks)),
      cost(team.costTodayUsd),
      harmless(team.remote ? `${team.path} (remote)` : team.path),
      harmless(oneLine(team.description, 60)),
    ])
    for (const line of table({ heading, rows }, output)) output.line(line)
    const cutOff = teams.filter((team) => team.cutOff > 0).map(({ name }) => name)
    if (cutOff.length > 0)
      output.line(output.paint('yellow', `Without the tools of Iris: ${cutOff.join(', ')}. ${cutOffAdvice}`))
  })
  return exitCodes.ok
}

function stateOf({ output }: CommandContext, { awake, cutOff }: TeamSummary): string {
  if (cutOff > 0) return output.paint('yellow', 'cut off')
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
        ? '  Iris takes it up after: iris restart'
        : `  Put it to work: iris tell ${name} "Which tests fail?"`,
    )
  })
  return exitCodes.ok
}

function teamFrom(options: AddOptions, { userHome }: Environment): NewTeam {
  const { path: wanted, description, remote } = options
  const about = description === undefined ? {} : { description }
  if (remote !== undefined) {
    if (wanted === undefined) throw new IrisError('USAGE', 'A remote team needs its folder over there.')
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
    if (inForce === false) output.line('  Iris takes it up after: iris restart')
  })
  return exitCodes.ok
}
