import { text as textOf } from 'node:stream/consumers'
import { untilReached, type Client } from '../../../client/index.ts'
import { exitCodes, IrisError, type CallInput, type Run, type RunState } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { wholeNumber } from '../numbers.ts'
import { spanTook, tookWords } from '../../views/index.ts'
import { harmless } from '../output.ts'
import { createPatience } from '../patience.ts'
import { asksOf, createRunKeys, type RunKeys } from '../run-asks.ts'
import { createRunView, type RunView } from '../run-view.ts'
import { cost } from '../words.ts'

/** Limits as they are typed. */
export interface LimitOptions {
  limitCost?: string
  limitTime?: string
  limitTurns?: string
  limitTurn?: string
}

/** What the user typed. */
export interface RunOptions extends LimitOptions {
  words: readonly string[]
  team: string
  roster?: string
  evidenceFile: readonly string[]
  evidenceCommand: readonly string[]
  detach?: boolean
}

/** The exit code of a run that was followed: 0 only when its evidence holds. */
export const runExits: Readonly<Partial<Record<RunState, number>>> = {
  completed: exitCodes.ok,
  completed_unverified: exitCodes.conflict,
  stopped: exitCodes.conflict,
  failed: exitCodes.unexpected,
  timed_out: exitCodes.timeout,
}

/** Starts a run and shows it until it ends; Ctrl-C lets go of it, and it goes on. */
export async function startRun(context: CommandContext, options: RunOptions): Promise<number> {
  const { words, team, roster, evidenceFile: files, evidenceCommand: commands } = options
  const goal = words.length === 1 && words[0] === '-' ? await textOf(process.stdin) : words.join(' ')
  if (goal.trim() === '') throw new IrisError('MESSAGE_EMPTY', 'The goal has no text.')
  const limits = await limitsOf(options)
  const client = await connectOrStart(context)
  const started = await client.call('startRun', {
    team,
    goal,
    limits,
    evidence: { files: [...files], commands: [...commands] },
    ...(roster ? { roster: roster.split(',').map((role) => role.trim()) } : {}),
  })
  return options.detach ? showStarted(context, started) : followRun(context, client, started)
}

/** What was typed of limits, as the daemon takes it; `none` takes a limit away. */
export async function limitsOf(options: LimitOptions): Promise<NonNullable<CallInput<'startRun'>['limits']>> {
  const { limitCost, limitTime, limitTurns, limitTurn } = options
  return {
    ...(limitCost === undefined ? {} : { costUsd: orNone(limitCost, dollars) }),
    ...(limitTurns === undefined
      ? {}
      : { turns: orNone(limitTurns, (text) => wholeNumber('--limit-turns', text)) }),
    ...(limitTime === undefined ? {} : { timeMs: await time('--limit-time', limitTime) }),
    ...(limitTurn === undefined ? {} : { turnMs: await time('--limit-turn', limitTurn) }),
  }
}

function orNone(text: string, read: (text: string) => number): number | null {
  return text === 'none' ? null : read(text)
}

function dollars(text: string): number {
  const amount = /^\$?(?<amount>\d+(?:\.\d+)?)$/.exec(text)?.groups?.['amount']
  if (amount === undefined)
    throw new IrisError('USAGE', `--limit-cost takes dollars such as 2.50, not ${JSON.stringify(text)}.`)
  return Number(amount)
}

async function time(name: string, text: string): Promise<number | null> {
  if (text === 'none') return null
  // Loaded here because the config reader costs time that most commands need not spend.
  const { parseDuration } = await import('../../../platform/config/index.ts')
  const ms = parseDuration(text)
  if (ms === undefined || ms < 1)
    throw new IrisError('USAGE', `${name} takes a time such as 30m or 2h, not ${JSON.stringify(text)}.`)
  return ms
}

function showStarted({ output }: CommandContext, run: Run): number {
  output.result(run, () => {
    output.line(`Started: ${run.run}`)
    output.line(`  See it:  iris runs attach ${run.run}`)
    output.line(`  End it:  iris runs stop ${run.run}`)
  })
  return exitCodes.ok
}

/** Shows a run until it ends or the user lets go of it. */
export async function followRun(context: CommandContext, client: Client, from: Run): Promise<number> {
  const patience = createPatience(undefined)
  const view = createRunView(context)
  const { leave, signal } = patience
  const keys =
    view.isLive && process.stdin.isTTY ? createRunKeys({ context, client, view, leave }) : undefined
  try {
    const last = await follow(client, view, { run: from, signal, keys })
    context.output.result(last, () => showEnd(context, last))
    return runExits[last.state] ?? exitCodes.ok
  } finally {
    keys?.close()
    patience.end()
  }
}

async function follow(
  client: Client,
  view: RunView,
  from: { run: Run; signal: AbortSignal; keys: RunKeys | undefined },
): Promise<Run> {
  const { types, isLive } = view
  const { events: head } = await client.call('getStatus', {})
  const look = (): Promise<Run> =>
    untilReached(() => client.call('getRun', { run: from.run.run }), from.signal)
  const show = async (run: Run): Promise<void> => {
    const asks = isLive ? await asksOf(client, run) : []
    view.run(run, asks)
    from.keys?.stand(asks)
  }
  let now = await look()
  try {
    await show(now)
    if (isLive && now.endedAt !== null) return now
    const wanted = {
      run: now.run,
      after: isLive ? head : 0,
      signal: from.signal,
      ...(types ? { types } : {}),
    }
    for await (const event of client.events(wanted)) {
      view.event(event)
      if (!isLive && event.type !== 'run.ended') continue
      now = await look()
      await show(now)
      // A run that was resumed has ended before.
      if (now.endedAt !== null && event.type === 'run.ended' && event.at >= now.endedAt) return now
    }
    return await look()
  } finally {
    view.end()
  }
}

function showEnd({ output }: CommandContext, run: Run): void {
  if (run.endedAt === null) {
    output.line(`The run continues: iris runs attach ${run.run}, iris runs stop ${run.run}`)
    return
  }
  const took = tookWords(spanTook(run, run.endedAt))
  const rehearsed = run.rehearsed ? ' (rehearsed)' : ''
  output.line(`${run.state.replaceAll('_', ' ')} after ${took}, ${cost(run.costUsd) || '$0'}${rehearsed}`)
  if (run.reason) output.line(`  ${harmless(run.reason)}`)
  if (run.summary) output.line(`  ${harmless(run.summary)}`)
  for (const { ok, what } of run.checks ?? []) output.line(`  ${ok ? '✓' : '✗'} ${harmless(what)}`)
}
