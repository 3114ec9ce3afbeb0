import { IrisError, type CheckLevel, type Task } from '../../contract/index.ts'
import { childEnvironment, type Environment, type Team } from '../../platform/config/index.ts'
import { checkLevels, levelMinutes, suggestLevel, type LevelRuling } from '../rules/index.ts'
import type { Workplace, Worktrees } from '../worktrees/index.ts'
import { baseOf, changedFiles, pinOf, repositoryOf } from './base.ts'
import type { NewCheck } from './checks.ts'
import type { ChecksContext } from './context.ts'

/** What somebody wants to have checked. */
export interface Subject {
  task?: string | undefined
  team?: string | undefined
  base?: string | undefined
  level?: CheckLevel | undefined
  /** A checkout that somebody else made, and the commands that set it up. */
  checkout?: { folder: string; setUp: readonly string[] } | undefined
  /** The files that differ, where somebody knows them. */
  files?: readonly string[] | undefined
  /** All of its commands are run, though one failed. */
  isWhole?: boolean
}

/** What a check is planned from. */
export interface PlanningDeps extends Pick<ChecksContext, 'projects' | 'environment'> {
  variables: Environment['variables']
  teams: () => ReadonlyMap<string, Team>
  tasks: {
    get(name: string): Task
    /** The teams whose folders are in the project of a task. */
    teamsOf(task: Task): readonly string[]
  }
  worktrees: Pick<Worktrees, 'workplace'>
}

interface Place {
  task: Task | undefined
  team: Team
  folder: string
  /** The worktree that the folder is in. */
  made: Workplace | undefined
}

/** Decides everything about a check before it is recorded. */
export async function planCheck(deps: PlanningDeps, subject: Subject, by: string): Promise<NewCheck> {
  const place = await placeOf(deps, subject)
  const { task, team, folder } = place
  const own = [...levelSteps(team, subject.level), ...taskSteps(task)]
  const manual = task?.check && 'manual' in task.check ? task.check.manual : null
  if (own.length === 0 && manual === null) throw nothingToRun(task, team, subject.level)
  const setUp = setUpSteps(subject)
  return {
    ...namesOf(task),
    team: team.name,
    folder,
    ...(await groundOf(deps, place, subject.base)),
    level: subject.level ?? null,
    manual,
    budgetMs: subject.level ? team.checks.levels[subject.level].budget : levelMinutes.thorough * 60_000,
    steps: [...setUp, ...own],
    ...(subject.isWhole && { goesOnAfter: setUp.length }),
    env: childEnvironment(deps.variables, 'check', { ...team.env, ...team.checks.env }),
    isChangeExpected: task !== undefined || subject.base !== undefined,
    by,
  }
}

const namesOf = (task: Task | undefined): Pick<NewCheck, 'task' | 'taskKey'> => ({
  task: task?.task ?? null,
  taskKey: task?.key ?? null,
})

async function groundOf(
  deps: PlanningDeps,
  { folder, made }: Pick<Place, 'folder' | 'made'>,
  named: string | undefined,
): Promise<Pick<NewCheck, 'repository' | 'base' | 'pin'>> {
  const at = { folder, made }
  const [repository, base] = [await repositoryOf(deps, at), await baseOf(deps, at, named)]
  return { repository: repository ?? null, base: base ?? null, pin: pinOf(made) }
}

/** The level that the change in a folder deserves. */
export async function planLevel(
  deps: PlanningDeps,
  subject: Subject,
): Promise<LevelRuling & { files: number }> {
  const files = subject.files ?? (await filesIn(deps, subject))
  return { ...suggestLevel({ files, isRelease: false }), files: files.length }
}

async function filesIn(deps: PlanningDeps, subject: Subject): Promise<string[]> {
  const place = await placeOf(deps, subject)
  const base = await baseOf(deps, place, subject.base)
  return base === undefined ? [] : changedFiles(deps, place, base)
}

/** A task is checked in its worktree; one that has none, in the folder of a team of its project. */
async function placeOf(deps: PlanningDeps, subject: Subject): Promise<Place> {
  const { tasks, worktrees } = deps
  const task = subject.task === undefined ? undefined : tasks.get(subject.task)
  const named = subject.team === undefined ? undefined : teamOf(deps, task, subject.team)
  const made = task && (await worktrees.workplace(task.task, named))
  const team = named ?? teamOf(deps, task, made?.team)
  if (subject.checkout) return { task, team, folder: subject.checkout.folder, made: undefined }
  return { task, team, folder: made?.folder ?? team.path, made }
}

/** The named team, or the first in the project of the task. */
function teamOf({ teams, tasks }: PlanningDeps, task: Task | undefined, wanted: string | undefined): Team {
  const name = wanted ?? (task && tasks.teamsOf(task)[0])
  if (name === undefined)
    throw new IrisError(
      'INPUT_INVALID',
      task ? `No team works in the project of ${task.key} any more.` : 'Name a task or a team.',
    )
  const team = teams().get(name)
  if (!team) throw new IrisError('TEAM_UNKNOWN', `There is no team ${name}.`)
  if (task && !tasks.teamsOf(task).includes(name))
    throw new IrisError('INPUT_INVALID', `${name} does not work in the project of ${task.key}.`)
  if (team.remote)
    throw new IrisError('CHECK_MISSING', `${name} works on another machine; Iris runs no checks there.`)
  return team
}

function setUpSteps({ checkout }: Subject): NewCheck['steps'] {
  return (checkout?.setUp ?? []).map((command) => ({ command, from: 'task', expected: { exit: 0 } }))
}

/** The commands of a level come after those of the levels below it. */
function levelSteps({ checks }: Team, level: CheckLevel | undefined): NewCheck['steps'] {
  const through = level === undefined ? -1 : checkLevels.indexOf(level)
  return checkLevels
    .slice(0, through + 1)
    .flatMap((from) =>
      checks.levels[from].commands.map((command) => ({ command, from, expected: { exit: 0 } })),
    )
}

function taskSteps(task: Task | undefined): NewCheck['steps'] {
  const { check } = task ?? {}
  if (!check?.command) return []
  return [
    { command: check.command, from: 'task', expected: 'expected' in check ? check.expected : { exit: 0 } },
  ]
}

function nothingToRun(task: Task | undefined, team: Team, level: CheckLevel | undefined): IrisError {
  if (task && level === undefined) return new IrisError('CHECK_MISSING', `${task.key} declares no check.`)
  return new IrisError('CHECK_MISSING', `${team.name} has no commands for ${level ?? 'a check'}.`)
}
