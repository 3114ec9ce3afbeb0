import { counted, exitCodes, money, type Build } from '../../../contract/plain.ts'
import { stateOfBuild } from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import { showBuildIn } from '../build-view.ts'
import type { CommandContext } from '../command.ts'
import { isSure } from '../confirmation.ts'
import { table } from '../table.ts'
import { age } from '../words.ts'
import { follow } from './work.ts'

/** Builds, the newest first. */
export async function listBuilds(
  context: CommandContext,
  { team, open }: { team?: string; open?: boolean },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const { builds } = await client.call('listBuilds', {
    ...(team ? { team } : {}),
    state: open ? 'open' : 'all',
  })
  output.result({ builds }, () => {
    if (builds.length === 0) return output.line('No builds yet. Start one: iris work <file> --team <team>')
    const rows = builds.map((build) => rowOf(build))
    const heading = ['Build', 'Team', 'State', 'Tasks', 'Cost', 'Started']
    for (const line of table({ heading, rows }, output)) output.line(line)
  })
  return exitCodes.ok
}

function rowOf(build: Build): string[] {
  const { key, team, tasks, costUsd, startedAt } = build
  const done = tasks.filter(({ step }) => step === 'complete').length
  return [key, team, stateOfBuild(build).words, `${done} of ${tasks.length}`, money(costUsd), age(startedAt)]
}

/** One build with its tasks. */
export async function showBuild(context: CommandContext, build: string): Promise<number> {
  return shown(context, await (await connectOrStart(context)).call('getBuild', { build }))
}

/** Shows the progress of a build until it ends. */
export async function followBuild(context: CommandContext, build: string): Promise<number> {
  const client = await connectOrStart(context)
  return follow(context, client, await client.call('getBuild', { build }))
}

const calls = { confirm: 'confirmBuild', pause: 'pauseBuild', resume: 'resumeBuild' } as const

export async function changeBuild(
  context: CommandContext,
  { deed, build }: { deed: keyof typeof calls; build: string },
): Promise<number> {
  return shown(context, await (await connectOrStart(context)).call(calls[deed], { build }))
}

export async function stopBuild(
  context: CommandContext,
  { build, yes }: { build: string; yes?: boolean },
): Promise<number> {
  const client = await connectOrStart(context)
  const { key, tasks } = await client.call('getBuild', { build })
  const atWork = tasks.filter(({ step }) => step === 'agent' || step === 'check').length
  const kept = `${counted(atWork, 'task')} at work will be interrupted; what was done stays on its branches.`
  if (!yes && !(await isSure(context, { deed: `stop ${key}`, kept }))) return exitCodes.conflict
  return shown(context, await client.call('stopBuild', { build }))
}

export async function retryTask(
  context: CommandContext,
  { build, task, guidance }: { build: string; task: string; guidance: readonly string[] },
): Promise<number> {
  const words = guidance.join(' ').trim()
  const client = await connectOrStart(context)
  return shown(
    context,
    await client.call('retryBuildTask', { build, task, ...(words ? { guidance: words } : {}) }),
  )
}

export async function skipTask(
  context: CommandContext,
  { build, task }: { build: string; task: string },
): Promise<number> {
  return shown(context, await (await connectOrStart(context)).call('skipBuildTask', { build, task }))
}

function shown({ output }: CommandContext, build: Build): number {
  output.result(build, () => showBuildIn({ output }, build))
  return exitCodes.ok
}
