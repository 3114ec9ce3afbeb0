import { createHash } from 'node:crypto'
import { IrisError, type SpecId } from '../../../contract/index.ts'
import type { Inbox } from '../../../core/inbox/index.ts'
import type { Lessons } from '../../../core/knowledge/index.ts'
import type { Rulings } from '../../../core/rulings/index.ts'
import type { EventLog } from '../../../core/store/index.ts'
import type { Tasks } from '../../../core/tasks/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { CompiledConfig, Environment, Team } from '../../../platform/config/index.ts'
import type { Logger } from '../../../platform/log/index.ts'
import type { Starter } from '../../../platform/process/index.ts'
import type { Projects } from '../../../platform/projects/index.ts'
import type { Work } from '../../work/index.ts'
import type { Ideas } from '../ideation/ideas.ts'
import type { Stages } from '../stage/stage.ts'
import type { MigrationNumbers } from './numbering.ts'
import type { SpecRow, SpecRows } from './rows.ts'

/** What specs are made from. */
export interface SpecDeps {
  log: EventLog
  clock: Clock
  logger: Logger
  config: () => CompiledConfig
  environment: Environment
  projects: Projects
  starter: Pick<Starter, 'run'>
  inbox: Inbox
  tasks: Tasks
  lessons: Pick<Lessons, 'primeTasks' | 'find'>
  work: Pick<Work, 'start' | 'get' | 'list' | 'resume' | 'confirm'>
  stages: Pick<Stages, 'begin' | 'get'>
  ideas: Pick<Ideas, 'get'>
  rulings: Pick<Rulings, 'keep'>
}

/** What the functions of this folder work with. */
export interface SpecContext extends SpecDeps {
  rows: SpecRows
  numbers: MigrationNumbers
  signal: AbortSignal
}

/** So many drafts in a row may be no valid spec; then a person sees it. */
export const maxTries = 2

/** What people call a spec. */
export function keyOf({ project, number }: Pick<SpecRow, 'project' | 'number'>): string {
  return `${project}-s${number}`
}

export function findSpec({ rows }: Pick<SpecContext, 'rows'>, name: string): SpecRow {
  const [, project = '', number = ''] = /^(.+)-s(\d+)$/.exec(name) ?? []
  const found = isId(name) ? rows.get(name) : rows.byNumber(project, Number(number))
  if (!found) throw new IrisError('SPEC_UNKNOWN', `There is no spec ${name}.`)
  return found
}

const isId = (name: string): name is SpecId => name.startsWith('spec_')

/** The team of a spec; what is built is built on this machine. */
export function teamOf({ config }: Pick<SpecDeps, 'config'>, name: string): Team {
  const team = config().teams.get(name)
  if (!team) throw new IrisError('TEAM_UNKNOWN', `There is no team ${name}.`)
  if (team.remote)
    throw new IrisError(
      'SPEC_STATE_REFUSED',
      `${name} works on another machine. Iris writes specs for teams of this one only.`,
    )
  return team
}

/** The spec and the name people know it by, as events have them. */
export const about = (row: SpecRow): { spec: SpecId; key: string } => ({ spec: row.id, key: keyOf(row) })

/** Says whether two texts are the same. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

export const refused = (words: string): IrisError => new IrisError('SPEC_STATE_REFUSED', words)
