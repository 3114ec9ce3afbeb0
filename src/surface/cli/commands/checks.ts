import type { Client } from '../../../client/index.ts'
import {
  duration,
  exitCodes,
  IrisError,
  oneLine,
  type Check,
  type CheckState,
  type Finding,
} from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import { showCheckIn } from '../check-view.ts'
import type { CommandContext } from '../command.ts'
import { wholeNumber } from '../numbers.ts'
import { harmless } from '../output.ts'
import { table } from '../table.ts'
import { age } from '../words.ts'
import { typedId } from '../typed-id.ts'

/** What each state is called. */
export const checkStates: Readonly<Record<CheckState, string>> = {
  queued: 'queued',
  running: 'running',
  by_hand: 'waits for your tick',
  held: 'held: look at what was found',
  passed: 'passed',
  failed: 'failed',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
}
const isState = (word: string): word is CheckState => Object.hasOwn(checkStates, word)

/** Checks, the newest first. */
export async function listChecks(
  context: CommandContext,
  { task, team, state, limit }: { task?: string; team?: string; state?: string; limit: string },
): Promise<number> {
  const { output } = context
  if (state !== undefined && !isState(state))
    throw new IrisError('USAGE', `--state takes one of: ${Object.keys(checkStates).join(', ')}.`)
  const client = await connectOrStart(context)
  const found = await client.call('listChecks', {
    limit: wholeNumber('--limit', limit),
    ...(task ? { task } : {}),
    ...(team ? { team } : {}),
    ...(state ? { state } : {}),
  })
  output.result(found, () => {
    if (found.checks.length === 0) return output.line('No check yet. Run one: iris checks run <task>')
    const heading = ['Check', 'Of', 'State', 'Took', 'When', 'Commands']
    for (const line of table({ heading, rows: found.checks.map(rowOf) }, output)) output.line(harmless(line))
  })
  return exitCodes.ok
}

function rowOf(check: Check): string[] {
  const { key, team, level, state, steps, createdAt } = check
  const took = steps.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)
  const commands = steps.map(({ command }) => command).join('; ')
  const of = [key ?? team, level].filter(Boolean).join(' ')
  return [check.check, of, state, duration(took), age(createdAt), oneLine(commands, 50)]
}

/** One check with what it printed and found. */
export async function showCheck(context: CommandContext, name: string): Promise<number> {
  const client = await connectOrStart(context)
  const check = await checkNamed(client, name)
  return showCheckIn(context, check, await findingsOf(client, check))
}

/** A check by its id, or the last one of a task. */
async function checkNamed(client: Client, name: string): Promise<Check> {
  if (name.startsWith('chk_')) return client.call('getCheck', { check: typedId('chk', name) })
  const { checks } = await client.call('listChecks', { task: name, limit: 1 })
  const [last] = checks
  if (last) return last
  throw new IrisError('CHECK_UNKNOWN', `${name} was never checked. Run it: iris checks run ${name}`)
}

/** Everything that a check found. */
export async function findingsOf(client: Client, { check }: Pick<Check, 'check'>): Promise<Finding[]> {
  const all: Finding[] = []
  for (let after: number | null = 0; after !== null;) {
    const slice: { findings: Finding[]; next: number | null } = await client.call('listFindings', {
      check,
      after,
      limit: 500,
    })
    all.push(...slice.findings)
    after = slice.next
  }
  return all
}

/** Lets a check pass in spite of findings. */
export async function acceptFindings(
  context: CommandContext,
  wanted: { check: string; findings: string[]; all?: boolean; note?: string },
): Promise<number> {
  const client = await connectOrStart(context)
  const check = await checkNamed(client, wanted.check)
  const open = (await findingsOf(client, check)).filter(({ acceptedBy }) => acceptedBy === null)
  const numbers = wanted.all
    ? open.map(({ number }) => number)
    : wanted.findings.map((text) => wholeNumber('A finding', text))
  if (numbers.length === 0)
    throw new IrisError(
      'USAGE',
      wanted.all ? 'There is nothing to accept.' : 'Name findings by their numbers, or --all.',
    )
  const note = wanted.note ? { note: wanted.note } : {}
  let accepted = check
  for (let from = 0; from < numbers.length; from += 500)
    accepted = await client.call('acceptFindings', {
      check: check.check,
      findings: numbers.slice(from, from + 500),
      ...note,
    })
  return showCheckIn(context, accepted, await findingsOf(client, accepted))
}

/** Says how a check by hand went. */
export async function tickCheck(
  context: CommandContext,
  { check: name, fails, note }: { check: string; fails?: boolean; note?: string },
): Promise<number> {
  const client = await connectOrStart(context)
  const { check } = await checkNamed(client, name)
  const ticked = await client.call('tickCheck', { check, ok: !fails, ...(note ? { note } : {}) })
  return showCheckIn(context, ticked, await findingsOf(client, ticked))
}

/** Ends a check that is under way. */
export async function cancelCheck(context: CommandContext, name: string): Promise<number> {
  const client = await connectOrStart(context)
  const { check } = await checkNamed(client, name)
  return showCheckIn(context, await client.call('cancelCheck', { check }), [])
}
