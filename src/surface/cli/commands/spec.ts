import {
  counted,
  exitCodes,
  IrisError,
  oneLine,
  type CallInput,
  type Spec,
  type WholeSpec,
} from '../../../contract/plain.ts'
import { stateOfSpec } from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { wholeNumber } from '../numbers.ts'
import { harmless } from '../output.ts'
import { table } from '../table.ts'
import { age } from '../words.ts'

/** What the user typed. */
export interface NewSpecOptions {
  words: readonly string[]
  team: string
  scope: string
  idea?: string
  lane?: string
  check?: string
}

const scopes = ['mvp', 'full'] as const
const lanes = ['direct', 'quick', 'full'] as const

/** Has a spec written for a goal. */
export async function newSpec(context: CommandContext, options: NewSpecOptions): Promise<number> {
  const { words, team, scope, idea, lane, check } = options
  const client = await connectOrStart(context)
  const made = await client.call('createSpec', {
    team,
    ...(words.length === 0 ? {} : { goal: words.join(' ') }),
    ...(idea === undefined ? {} : { idea }),
    scope: oneOf('--scope', scopes, scope),
    ...(lane === undefined ? {} : { lane: oneOf('--lane', lanes, lane) }),
    ...(check === undefined ? {} : { check }),
  })
  return shown(context, made)
}

function oneOf<T extends string>(option: string, known: readonly T[], value: string): T {
  const found = known.find((one) => one === value)
  if (found === undefined) throw new IrisError('USAGE', `${option} is one of ${known.join(', ')}.`)
  return found
}

/** Specs, the newest first. */
export async function listSpecs(
  context: CommandContext,
  { team, open }: { team?: string; open?: boolean },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const { specs } = await client.call('listSpecs', {
    ...(team ? { team } : {}),
    state: open ? 'open' : 'all',
  })
  output.result({ specs }, () => {
    if (specs.length === 0)
      return output.line('No specs yet. Have one written: iris spec new "<goal>" --team <team>')
    const rows = specs.map((spec) => rowOf(spec))
    const heading = ['Spec', 'Team', 'State', 'Tasks', 'Build', 'Title', 'Since']
    for (const line of table({ heading, rows }, output)) output.line(line)
  })
  return exitCodes.ok
}

function rowOf(spec: Spec): string[] {
  const { key, team, tasks, build, title, createdAt } = spec
  const words = stateOfSpec(spec).words
  return [key, team, words, String(tasks), build ?? '', oneLine(harmless(title), 50), age(createdAt)]
}

/** One spec with its document, its tasks, and what was found in it. */
export async function showSpec(context: CommandContext, name: string): Promise<number> {
  const { output } = context
  const spec = await (await connectOrStart(context)).call('getSpec', { spec: name })
  output.result(spec, () => {
    showHead(context, spec)
    for (const file of spec.files) {
      output.line('')
      output.line(output.paint('bold', file.name))
      for (const [place, line] of file.text.trimEnd().split('\n').entries())
        output.line(`${output.paint('dim', String(place + 1).padStart(4))}  ${harmless(line)}`)
    }
    showReport(context, spec)
    showNext(context, spec)
  })
  return exitCodes.ok
}

function showHead({ output }: CommandContext, spec: Spec): void {
  const { key, team, title, state, why, revision, tokens, scope, lane } = spec
  // Of the others the state says it.
  const isProblem = state === 'stuck' || state === 'approved'
  const words = why === null || !isProblem ? '' : `: ${harmless(why)}`
  output.line(`${output.paint('bold', key)} ${harmless(title)}`)
  output.line(`${team}, ${stateOfSpec(spec).words}${words}`)
  if (revision > 0) output.line(`Revision ${revision}, about ${tokens} tokens. Scope ${scope}, lane ${lane}.`)
}

function showReport({ output }: CommandContext, { report }: WholeSpec): void {
  if (!report) return
  for (const { message } of report.errors) output.line(`${output.paint('red', '✗')} ${harmless(message)}`)
  for (const { message } of report.warnings)
    output.line(`${output.paint('yellow', '!')} ${harmless(message)}`)
}

function showNext({ output }: CommandContext, { key, state, build }: Spec): void {
  output.line('')
  if (state === 'proposed')
    output.line(`Approve it: iris spec approve ${key}. Send it back: iris spec back ${key} "12: words"`)
  if (state === 'asked' || state === 'stuck') output.line('It waits for you: iris inbox')
  if (state === 'approved' && build === null) output.line(`Build it: iris spec build ${key}`)
  if (build !== null) output.line(`Its build: iris builds show ${build}`)
}

function shown(context: CommandContext, spec: Spec): number {
  context.output.result(spec, () => {
    showHead(context, spec)
    showNext(context, spec)
    if (spec.state === 'drafting') context.output.line(`Look at it: iris spec show ${spec.key}`)
  })
  return exitCodes.ok
}

export async function approveSpec(
  context: CommandContext,
  { spec, later = false, revision }: { spec: string; later?: boolean; revision?: string },
): Promise<number> {
  const client = await connectOrStart(context)
  const of = revision === undefined ? {} : { revision: wholeNumber('--revision', revision) }
  return shown(context, await client.call('approveSpec', { spec, build: !later, ...of }))
}

/** Each word of the command line is one comment. */
export async function sendBack(
  context: CommandContext,
  { spec, comments }: { spec: string; comments: readonly string[] },
): Promise<number> {
  const client = await connectOrStart(context)
  return shown(context, await client.call('reviseSpec', { spec, comments: comments.map(commentOf) }))
}

function commentOf(words: string): CallInput<'reviseSpec'>['comments'][number] {
  const [, name, line, text] = /^\s*(?:(spec\.md|tasks\.md):)?(\d{1,5}):\s*(\S[\s\S]*)$/.exec(words) ?? []
  if (line === undefined || text === undefined) return { text: words }
  return { file: name === 'tasks.md' ? 'tasks.md' : 'spec.md', line: Number(line), text }
}

const calls = { drop: 'dropSpec', build: 'buildSpec' } as const

export async function changeSpec(
  context: CommandContext,
  { deed, spec }: { deed: keyof typeof calls; spec: string },
): Promise<number> {
  return shown(context, await (await connectOrStart(context)).call(calls[deed], { spec }))
}

export async function exportSpec(context: CommandContext, name: string): Promise<number> {
  const { output } = context
  const found = await (await connectOrStart(context)).call('exportSpec', { spec: name })
  output.result(found, () => {
    for (const path of found.written) output.line(`Written: ${harmless(path)}`)
  })
  return exitCodes.ok
}

export async function readEdits(
  context: CommandContext,
  { spec, take = false }: { spec: string; take?: boolean },
): Promise<number> {
  const { output } = context
  const found = await (await connectOrStart(context)).call('readSpecEdits', { spec, take })
  output.result(found, () => {
    const { edits, taken } = found
    for (const { part, was, now } of edits) {
      output.line(output.paint('bold', harmless(part)))
      if (was !== null) output.line(output.paint('red', `- ${harmless(was)}`))
      if (now !== null) output.line(output.paint('green', `+ ${harmless(now)}`))
    }
    if (edits.length === 0) return output.line('Nobody changed anything.')
    const left = `${counted(edits.length, 'change')}. Make them the next revision: iris spec edits ${spec} --take`
    output.line(taken ? `They are revision ${found.spec.revision} now.` : left)
  })
  return exitCodes.ok
}
