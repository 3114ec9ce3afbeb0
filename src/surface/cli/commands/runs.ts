import { treeOf } from '../../../client/index.ts'
import { duration, oneLine, exitCodes, IrisError, type Run } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { wholeNumber } from '../numbers.ts'
import { costWords, spanTook, tookWords } from '../../views/index.ts'
import { columns, harmless } from '../output.ts'
import { table } from '../table.ts'
import { age, cost } from '../words.ts'
import { askLines, asksOf } from '../run-asks.ts'
import { typedId } from '../typed-id.ts'
import { followRun, limitsOf, type LimitOptions } from './run.ts'

const maxRuns = 200

/** Runs, the newest first. */
export async function listRuns(
  context: CommandContext,
  options: { team?: string; all?: boolean; limit: string },
): Promise<number> {
  const { output } = context
  const limit = wholeNumber('--limit', options.limit)
  if (limit < 1 || limit > maxRuns)
    throw new IrisError('USAGE', `--limit takes a number from 1 to ${maxRuns}.`)
  const client = await connectOrStart(context)
  const { runs } = await client.call('listRuns', {
    state: options.all ? 'all' : 'open',
    limit,
    ...(options.team ? { team: options.team } : {}),
  })
  output.result({ runs }, () => {
    if (runs.length === 0)
      return output.line(
        options.all
          ? 'No runs yet. Start one: iris run "your goal" --team <team>'
          : 'No run is open. --all shows earlier ones.',
      )
    const heading = ['Run', 'Team', 'State', 'Started', 'Took', 'Cost', 'Goal']
    for (const line of table({ heading, rows: runs.map(rowOf) }, output)) output.line(line)
    if (runs.length === limit) output.note(output.paint('dim', moreRuns(limit)))
  })
  return exitCodes.ok
}

function moreRuns(limit: number): string {
  const way =
    limit < maxRuns ? `--limit ${maxRuns} shows more` : 'older ones: iris events --types run.started'
  return `The newest ${limit}; ${way}.`
}

function rowOf(run: Run): string[] {
  const { state, team, goal, startedAt, endedAt, costUsd, rehearsed } = run
  const took = endedAt === null ? '' : tookWords(spanTook(run, endedAt))
  const words = state.replaceAll('_', ' ')
  return [
    run.run,
    team,
    words,
    age(startedAt),
    took,
    costWords(costUsd, rehearsed),
    oneLine(harmless(goal), 60),
  ]
}

/** One run: its tree, what was declared, and what the checks said. */
export async function showRun(context: CommandContext, id: string): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const run = await client.call('getRun', { run: typedId('run', id) })
  const asks = output.json ? [] : await asksOf(client, run)
  output.result(run, () => {
    for (const line of treeOf(run, Date.now())) output.line(harmless(line))
    for (const line of asks.flatMap((ask) => askLines(ask, { hasKeys: false }))) output.line(harmless(line))
    output.line()
    for (const line of columns(detailsOf(run))) output.line(harmless(line))
  })
  return exitCodes.ok
}

function detailsOf(run: Run): string[][] {
  const { limits } = run
  const shown = [
    limits.costUsd === null ? '' : cost(limits.costUsd),
    limits.timeMs === null ? '' : duration(limits.timeMs),
    limits.turns === null ? '' : `${limits.turns} turns`,
    limits.turnMs === null ? '' : `${duration(limits.turnMs)} a turn`,
  ].filter(Boolean)
  const checks = (run.checks ?? []).map(
    ({ ok, what, detail }) => `${ok ? '✓' : '✗'} ${what}${ok ? '' : `: ${detail}`}`,
  )
  return [
    ['goal', oneLine(run.goal, 200)],
    ['team', run.team],
    ['roster', run.roster.join(', ')],
    ['limits', shown.join(', ') || 'none'],
    ['evidence', [...run.evidence.files, ...run.evidence.commands].join(', ') || 'none declared'],
    ...checks.map((line) => ['', oneLine(line, 200)]),
    ...(run.reason ? [['reason', oneLine(run.reason, 200)]] : []),
    ...(run.summary ? [['summary', oneLine(run.summary, 200)]] : []),
  ]
}

/** Shows a run until it ends. */
export async function attachRun(context: CommandContext, id: string): Promise<number> {
  const client = await connectOrStart(context)
  return followRun(context, client, await client.call('getRun', { run: typedId('run', id) }))
}

/** Ends everything of a run. */
export async function stopRun(context: CommandContext, id: string): Promise<number> {
  const { output } = context
  const run = await (await connectOrStart(context)).call('stopRun', { run: typedId('run', id) })
  output.result(run, () =>
    output.line(`${run.state.replaceAll('_', ' ')}: ${run.run}. Continue it: iris runs resume ${run.run}`),
  )
  return exitCodes.ok
}

/** Goes on with a run that has ended. */
export async function resumeRun(
  context: CommandContext,
  options: LimitOptions & { id: string; message?: string; detach?: boolean },
): Promise<number> {
  const client = await connectOrStart(context)
  const { id, message, detach } = options
  const limits = await limitsOf(options)
  const run = await client.call('resumeRun', {
    run: typedId('run', id),
    limits,
    ...(message ? { message } : {}),
  })
  if (!detach) return followRun(context, client, run)
  context.output.result(run, () => context.output.line(`Resumed: ${run.run}`))
  return exitCodes.ok
}

/** Puts a message to the leader of a run. */
export async function tellRun(
  context: CommandContext,
  { id, words }: { id: string; words: readonly string[] },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const told = await client.call('tellRun', { run: typedId('run', id), message: words.join(' ') })
  output.result(told, () => output.line(`Accepted: ${told.turn}`))
  return exitCodes.ok
}

/** The roles a roster may name. */
export async function listRoles(context: CommandContext, team: string): Promise<number> {
  const { output } = context
  const { roles, mistakes } = await (await connectOrStart(context)).call('listRoles', { team })
  output.result({ roles, mistakes }, () => {
    const rows = roles.map((role) => [role.role, role.name, role.from, oneLine(role.description, 80)])
    for (const line of columns(rows)) output.line(harmless(line))
    for (const mistake of mistakes) output.line(`✗ ${harmless(mistake)}`)
  })
  return mistakes.length > 0 ? exitCodes.badInput : exitCodes.ok
}
