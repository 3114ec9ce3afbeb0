import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../../client/index.ts'
import { exitCodes, IrisError, type Build } from '../../../contract/plain.ts'
import { largestTaskFile } from '../../../core/tasks/plain.ts'
import { readRegularFile } from '../../../platform/projects/index.ts'
import { connectOrStart } from '../background.ts'
import { createBuildProgress } from '../build-progress.ts'
import { buildExits, isOver, showBuildIn, showPlan } from '../build-view.ts'
import type { CommandContext } from '../command.ts'
import { canAsk, saysYes } from '../confirmation.ts'
import { wholeNumber } from '../numbers.ts'

const lookAgainMs = 400

/** What the user typed. */
export interface WorkOptions {
  words: readonly string[]
  team: string
  parallel: string
  limitTime: string
  limitCost?: string
  limitFailures: string
  limitTokens?: string
  limitTaskCost?: string
  check?: string
  yes?: boolean
  detach?: boolean
}

/** Starts a build and shows it until it ends; Ctrl-C lets go of it, and it goes on. */
export async function startWork(context: CommandContext, options: WorkOptions): Promise<number> {
  const { words, team, limitCost } = options
  const client = await connectOrStart(context)
  const chosen = await chosenOf(client, team, words)
  const started = await client.call('startBuild', {
    team,
    ...chosen,
    parallel: wholeNumber('--parallel', options.parallel),
    limits: {
      minutes: wholeNumber('--limit-time', options.limitTime),
      failures: wholeNumber('--limit-failures', options.limitFailures),
      ...(limitCost === undefined ? {} : { usd: Number(limitCost) }),
      ...(options.limitTokens === undefined ? {} : { tokens: Number(options.limitTokens) }),
      ...(options.limitTaskCost === undefined ? {} : { taskUsd: Number(options.limitTaskCost) }),
    },
    ...(options.check === undefined ? {} : { check: options.check }),
    confirmed: options.yes ?? false,
  })
  if (options.detach) return shown(context, started)
  return follow(context, client, started)
}

/** A file is imported first; other words are tasks. */
async function chosenOf(
  client: Client,
  team: string,
  words: readonly string[],
): Promise<{ tasks?: string[]; source?: string }> {
  const [first, ...rest] = words
  if (first === undefined) return {}
  if (!existsSync(first)) return { tasks: [...words] }
  if (rest.length > 0) throw new IrisError('USAGE', 'Name a task file, or tasks, not both.')
  const path = resolve(first)
  await client.call('importTasks', { team, path, text: await readRegularFile(path, largestTaskFile) })
  return { source: path }
}

function shown({ output }: CommandContext, build: Build): number {
  output.result(build, () => showBuildIn({ output }, build))
  return exitCodes.ok
}

/** Shows each change of a build until it ends. */
export async function follow(context: CommandContext, client: Client, started: Build): Promise<number> {
  const { output } = context
  const progress = createBuildProgress(context)
  let now = started
  for (;;) {
    progress.show(now)
    if (isOver(now)) break
    if (now.state === 'waiting_for_yes') {
      progress.leave()
      if (!(await confirmed(context, client, now))) return exitCodes.conflict
    }
    await pause(lookAgainMs)
    now = await client.call('getBuild', { build: started.build })
  }
  progress.end()
  output.result(now, () => showBuildIn(context, now))
  return buildExits[now.state] ?? exitCodes.unexpected
}

/** The plan waits for a yes; where nobody can be asked it goes on waiting. */
async function confirmed(context: CommandContext, client: Client, build: Build): Promise<boolean> {
  const { output } = context
  if (!output.json) showPlan(context, build)
  if (!canAsk(context)) {
    output.line(`It waits for your yes: iris builds confirm ${build.key}`)
    return false
  }
  if (!(await saysYes(context, 'Begin? [y/N] '))) {
    output.line(
      `Nothing was begun. Later: iris builds confirm ${build.key}, or iris builds stop ${build.key}`,
    )
    return false
  }
  await client.call('confirmBuild', { build: build.build })
  return true
}
