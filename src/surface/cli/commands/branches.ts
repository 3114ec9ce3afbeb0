import {
  oneLine,
  exitCodes,
  IrisError,
  type BranchForecast,
  type CallOutput,
  type ChangedFile,
  type Merge,
} from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { harmless, harmlessInLine } from '../output.ts'
import { table } from '../table.ts'
import { age } from '../words.ts'

/** The ways to merge. */
export const hows = ['ff', 'merge', 'squash'] as const
export type How = (typeof hows)[number]

/** A commit as people name it. */
export const short = (commit: string): string => commit.slice(0, 10)

/** One file of a change in a line. */
export function fileLine({ path, from, status, added, removed, isSubmodule, mode }: ChangedFile): string {
  const size = isSubmodule ? 'submodule' : added === null ? 'binary' : `+${added} −${removed ?? 0}`
  const name = from === null ? path : `${from} → ${path}`
  return [status.padEnd(8), name, size, ...(mode ? [mode] : [])].join('  ')
}

/** Merges, the newest first. */
export async function listMerges(
  context: CommandContext,
  options: { team?: string; task?: string },
): Promise<number> {
  const { output } = context
  const found = await (await connectOrStart(context)).call('listMerges', { ...options, limit: 200 })
  output.result(found, () => {
    if (found.merges.length === 0)
      return output.line('No merges yet. See what could be merged: iris forecast <team>')
    const heading = ['Task', 'Into', 'How', 'Old', 'New', 'By', 'When', 'State']
    for (const line of table({ heading, rows: found.merges.map(rowOf) }, output)) output.line(harmless(line))
    for (const { key, problem, undone } of found.merges)
      for (const words of [problem, undone?.problem])
        if (words) output.note(harmlessInLine(`${key}: ${words}`))
  })
  return exitCodes.ok
}

function rowOf({ key, into, how, old, new: now, by, at, state, undone }: Merge): string[] {
  const how2 = undone?.state === 'made' ? undone.how : undone ? `undo ${undone.state}` : state
  return [key, into, how, short(old), short(now), by, age(at), how2]
}

const states: Readonly<Record<BranchForecast['state'], string>> = {
  merges: 'merges',
  fast_forward: 'merges (fast-forward)',
  conflicts: 'conflicts',
  nothing_new: 'nothing new',
  unrelated: 'no history in common',
  unknown: 'git could not say',
}

/** Which branches conflict. */
export async function forecast(
  context: CommandContext,
  { team, into }: { team?: string | undefined; into?: string },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const teams = team === undefined ? await allTeams(client) : [team]
  const forecasts: CallOutput<'getForecast'>[] = []
  for (const name of teams) {
    const found = await client
      .call('getForecast', { team: name, ...(into ? { into } : {}) })
      .catch((error: unknown) => unlessOnlyOne(error, team))
    if (found && !forecasts.some(({ project }) => project === found.project)) forecasts.push(found)
  }
  output.result(team === undefined ? { forecasts } : forecasts[0], () => {
    if (forecasts.length === 0) output.line('No project has a task with a branch yet.')
    for (const one of forecasts) show(context, one)
  })
  return exitCodes.ok
}

async function allTeams(client: Awaited<ReturnType<typeof connectOrStart>>): Promise<string[]> {
  const { teams } = await client.call('listTeams', {})
  return teams.map(({ name }) => name)
}

/** Of all teams, those without a repository or a task are left out; of one, that is told. */
function unlessOnlyOne(error: unknown, team: string | undefined): undefined {
  if (
    team === undefined &&
    error instanceof IrisError &&
    /^(MERGE_IMPOSSIBLE|GIT_UNFIT|TEAM_)/.test(error.code)
  )
    return undefined
  throw error
}

function show(
  { output }: CommandContext,
  { project, into, branches, conflicts, leftOut }: CallOutput<'getForecast'>,
): void {
  output.line(`${output.paint('bold', project)} into ${into}`)
  if (branches.length === 0) return output.line('No task has a branch.')
  const rows = branches.map(({ key, state, files, title, paths, pathCount }) => [
    key,
    states[state],
    String(files),
    oneLine(title, 40),
    wherePaths(paths, pathCount),
  ])
  const heading = ['Task', 'Forecast', 'Files', 'Title', 'Where']
  for (const line of table({ heading, rows }, output)) output.line(harmless(line))
  for (const { a, b, paths, pathCount } of conflicts)
    output.line(harmlessInLine(`${a} and ${b} conflict with each other in ${wherePaths(paths, pathCount)}.`))
  if (leftOut > 0) output.note(`${leftOut} more branches and pairs were not looked at.`)
}

function wherePaths(paths: readonly string[], count: number): string {
  const some = paths.slice(0, 3).join(', ')
  return count > 3 ? `${some} and ${count - 3} more` : some
}

/** What the branch of a task changes. */
export async function change(
  context: CommandContext,
  { task, path, into }: { task: string; path: string | undefined; into?: string },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const against = into ? { into } : {}
  if (path !== undefined) {
    const found = await client.call('getChangedFile', { task, path, ...against, lines: 2000 })
    output.result(found, () => showFile(context, found))
    return exitCodes.ok
  }
  const found = await client.call('getChange', { task, ...against, limit: 1000 })
  output.result(found, () => {
    for (const file of found.files) output.line(harmlessInLine(fileLine(file)))
    const { files, added, removed } = found.counts
    output.note(
      `${files} ${files === 1 ? 'file' : 'files'} +${added} −${removed}, ${found.branch} against ${found.into} at ${short(found.base)}`,
    )
  })
  return exitCodes.ok
}

const marks = { same: ' ', added: '+', removed: '-' } as const
const colours = { same: 'reset', added: 'green', removed: 'red' } as const

function showFile(
  { output }: CommandContext,
  { file, hunks, next, isCut }: CallOutput<'getChangedFile'>,
): void {
  output.line(harmlessInLine(fileLine(file)))
  for (const { oldStart, oldLines, newStart, newLines, heading, lines } of hunks) {
    output.line(
      output.paint('dim', harmless(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@ ${heading}`)),
    )
    for (const { kind, text, isCut: isLong } of lines)
      output.line(output.paint(colours[kind], `${marks[kind]}${harmless(text)}${isLong ? ' …' : ''}`))
  }
  if (next !== null || isCut) output.note('There is more than is shown here; use git diff for all of it.')
}

/** Pushes the branch of a task. */
export async function push(context: CommandContext, task: string): Promise<number> {
  const { output } = context
  const pushed = await (await connectOrStart(context)).call('pushTask', { task })
  output.result(pushed, () => {
    output.line(`Pushed ${pushed.branch} to ${pushed.remote}.`)
    if (pushed.pullRequest) output.line(harmless(`Pull request: ${pushed.pullRequest}`))
  })
  return exitCodes.ok
}
