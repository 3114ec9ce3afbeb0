import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../../client/index.ts'
import {
  exitCodes,
  IrisError,
  oneLine,
  type CheckLevel,
  type Validation,
  type ValidationIssue,
} from '../../../contract/plain.ts'
import {
  isValidating,
  issueFate,
  issuePlace,
  stateOfValidation,
  validationFigures,
} from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { wholeNumber } from '../numbers.ts'
import { oneOf } from '../one-of.ts'
import { harmless, harmlessInLine, type Output } from '../output.ts'
import { table } from '../table.ts'
import { typedId } from '../typed-id.ts'
import { age } from '../words.ts'

const lookAgainMs = 300
const levels: readonly CheckLevel[] = ['quick', 'standard', 'thorough', 'comprehensive', 'release']
const shownDetails = 200

/** What the user typed. */
export interface ValidateOptions {
  build?: string
  task?: string
  team?: string
  level?: string
  detach?: boolean
}

/** Validates something and shows what was found; Ctrl-C lets go of it, and it goes on. */
export async function startValidation(context: CommandContext, options: ValidateOptions): Promise<number> {
  const { build, task, team, level, detach } = options
  const subjects = [build, task, team].filter((subject) => subject !== undefined)
  if (subjects.length !== 1) throw new IrisError('USAGE', 'Name one of --build, --task and --team.')
  const client = await connectOrStart(context)
  const started = await client.call('startValidation', {
    ...(build ? { build } : {}),
    ...(task ? { task } : {}),
    ...(team ? { team } : {}),
    ...(level === undefined ? {} : { level: oneOf('--level', level, levels) }),
  })
  if (detach) return shown(context, started)
  return shown(context, await ended(client, started))
}

async function ended(client: Client, started: Validation): Promise<Validation> {
  let now = started
  while (isValidating(now)) {
    await pause(lookAgainMs)
    now = await client.call('getValidation', { validation: started.validation })
  }
  return now
}

/** Validations, the newest first. */
export async function listValidations(
  context: CommandContext,
  { build, team, limit }: { build?: string; team?: string; limit: string },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const found = await client.call('listValidations', {
    limit: wholeNumber('--limit', limit),
    ...(build ? { build } : {}),
    ...(team ? { team } : {}),
  })
  output.result(found, () => {
    if (found.validations.length === 0)
      return output.line('No validation yet. Run one: iris validate --team <team>')
    const heading = ['Validation', 'Of', 'Level', 'State', 'Issues', 'When']
    const rows = found.validations.map((one) => [
      one.validation,
      one.of,
      one.level ?? '–',
      one.state,
      String(one.issues.length),
      age(one.createdAt),
    ])
    for (const line of table({ heading, rows }, output)) output.line(harmlessInLine(line))
  })
  return exitCodes.ok
}

/** One validation. */
export async function showValidation(context: CommandContext, name: string): Promise<number> {
  const client = await connectOrStart(context)
  const found = await client.call('getValidation', { validation: typedId('val', name) })
  shown(context, found)
  return exitCodes.ok
}

/** Ends one with all it started. */
export async function cancelValidation(context: CommandContext, name: string): Promise<number> {
  const client = await connectOrStart(context)
  shown(context, await client.call('cancelValidation', { validation: typedId('val', name) }))
  return exitCodes.ok
}

function shown({ output }: CommandContext, found: Validation): number {
  output.result(found, () => {
    const { of, level, state, why, suggested, words, coverage, notes } = found
    const at = output.paint(colourOf(state), stateOfValidation(found).words)
    const name = output.paint('bold', of)
    output.line(`${level === null ? name : `${name}, ${level}`}: ${at}  ${found.validation}`)
    if (suggested !== null) output.line(`${suggested} is suggested: ${harmless(why ?? '')}.`)
    if (words !== null) output.line(harmless(words))
    if (!isValidating(found)) output.line(validationFigures(found).join(' · '))
    for (const { path, percent } of coverage?.uncovered ?? [])
      output.line(`  ${harmlessInLine(path)}: ${percent} %`)
    for (const note of notes) output.line(output.paint('yellow', harmless(note)))
    for (const issue of found.issues) showIssue(output, issue)
  })
  return exits[found.state]
}

function colourOf(state: Validation['state']): 'green' | 'red' | 'yellow' {
  if (state === 'passed') return 'green'
  return state === 'failed' || state === 'interrupted' ? 'red' : 'yellow'
}

function showIssue(output: Output, issue: ValidationIssue): void {
  const { number, severity, title, details } = issue
  const more = [issuePlace(issue), issueFate(issue)].filter((part) => part !== null)
  output.line(`\n${number}. ${severity}: ${harmless([title, ...more].join(' · '))}`)
  if (details !== '') output.line(`   ${harmless(oneLine(details, shownDetails))}`)
}

const exits: Readonly<Record<Validation['state'], number>> = {
  passed: exitCodes.ok,
  waiting: exitCodes.ok,
  checking: exitCodes.ok,
  asked: exitCodes.conflict,
  held: exitCodes.conflict,
  failed: exitCodes.unexpected,
  cancelled: exitCodes.conflict,
  interrupted: exitCodes.unexpected,
}
