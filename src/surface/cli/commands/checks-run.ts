import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../../client/index.ts'
import { duration, exitCodes, IrisError, type Check, type CheckLevel } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import { checkExits, showCheckIn } from '../check-view.ts'
import type { CommandContext } from '../command.ts'
import { harmless } from '../output.ts'
import { checkStates, findingsOf } from './checks.ts'

const lookAgainMs = 200
const sliceBytes = 64 * 1024
const levels: readonly CheckLevel[] = ['quick', 'standard', 'thorough', 'comprehensive', 'release']

/** What the user typed. */
export interface RunCheckOptions {
  team?: string
  level?: string
  base?: string
  suggest?: boolean
  detach?: boolean
}

/** Runs a check and shows what it prints until it ends; Ctrl-C lets go of it, and it goes on. */
export async function runCheck(
  context: CommandContext,
  task: string | undefined,
  options: RunCheckOptions,
): Promise<number> {
  const { team, base, detach } = options
  const client = await connectOrStart(context)
  const subject = { ...(task ? { task } : {}), ...(team ? { team } : {}), ...(base ? { base } : {}) }
  if (options.suggest) return suggest(context, client, subject)
  const level = levelOf(options.level)
  const started = await client.call('runCheck', { ...subject, ...(level ? { level } : {}) })
  if (detach) return showCheckIn(context, started, [])
  const ended = await follow(context, client, started)
  const findings = await findingsOf(client, ended)
  if (context.output.json) showCheckIn(context, ended, findings)
  else showEnd(context, ended, findings)
  return checkExits[ended.state]
}

function levelOf(word: string | undefined): CheckLevel | undefined {
  const level = levels.find((name) => name === word)
  if (word !== undefined && !level)
    throw new IrisError('USAGE', `--level takes one of: ${levels.join(', ')}.`)
  return level
}

async function suggest(context: CommandContext, client: Client, subject: object): Promise<number> {
  const ruling = await client.call('suggestCheckLevel', subject)
  context.output.result(ruling, () => context.output.line(harmless(`${ruling.level}: ${ruling.why}`)))
  return exitCodes.ok
}

const isOver = ({ state }: Check): boolean => state !== 'queued' && state !== 'running'

async function follow({ output }: CommandContext, client: Client, started: Check): Promise<Check> {
  const { check } = started
  // Also when the check is over meanwhile: what was printed is shown whole. A command that never began printed nothing.
  for (const [place, { command }] of started.steps.entries())
    await followStep(output, client, { check, step: place + 1, command })
  let now = await client.call('getCheck', { check })
  for (; !isOver(now); now = await client.call('getCheck', { check })) await pause(lookAgainMs)
  return now
}

async function followStep(
  output: CommandContext['output'],
  client: Client,
  { check, step, command }: Pick<Check, 'check'> & { step: number; command: string },
): Promise<void> {
  for (let after = 0; ;) {
    const slice = await client.call('readCheckOutput', { check, step, after, limit: sliceBytes })
    if (slice.text !== '' && after === 0) output.line(`${output.paint('bold', '$')} ${harmless(command)}`)
    if (slice.left > 0) output.line(output.paint('dim', `[… ${slice.left} bytes are left out …]`))
    if (!output.json) output.text(harmless(slice.text))
    after = slice.next
    if (slice.isEnd) return
    if (slice.text === '') await pause(lookAgainMs)
  }
}

function showEnd(
  context: CommandContext,
  ended: Check,
  findings: Awaited<ReturnType<typeof findingsOf>>,
): void {
  const { output } = context
  const took = ended.steps.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)
  output.line()
  if (findings.length > 0) showCheckIn(context, { ...ended, steps: [] }, findings)
  else output.line(`${ended.check}  ${checkStates[ended.state]}  ${duration(took)}`)
  if (findings.length === 0 && ended.words) output.line(harmless(ended.words))
}
