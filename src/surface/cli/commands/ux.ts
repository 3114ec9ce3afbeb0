import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../../client/index.ts'
import {
  counted,
  exitCodes,
  IrisError,
  type UxBarrier,
  type UxJourney,
  type UxTest,
} from '../../../contract/plain.ts'
import { bySeverity, uxPartWords } from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { harmless, harmlessInLine } from '../output.ts'
import { table } from '../table.ts'
import { typedId } from '../typed-id.ts'
import { age } from '../words.ts'

const lookAgainMs = 300

/** What the user typed. */
export interface UxOptions {
  team?: string
  build?: string
  persona?: string
  detach?: boolean
}

/** Goes through the journeys and shows what was found; Ctrl-C lets go of it, and it goes on. */
export async function startUxTest(context: CommandContext, options: UxOptions): Promise<number> {
  const { team, build, persona, detach } = options
  if ((team === undefined) === (build === undefined))
    throw new IrisError('USAGE', 'Name one of --team and --build.')
  const client = await connectOrStart(context)
  const subject = { ...(team ? { team } : {}), ...(build ? { build } : {}) }
  const started = await client.call('startUxTest', { ...subject, ...(persona ? { persona } : {}) })
  return shown(context, detach ? started : await ended(client, started))
}

async function ended(client: Client, started: UxTest): Promise<UxTest> {
  let now = started
  while (now.state === 'waiting' || now.state === 'running') {
    await pause(lookAgainMs)
    now = await client.call('getUxTest', { ux: now.ux })
  }
  return now
}

/** UX tests, the newest first. */
export async function listUxTests(context: CommandContext, { team }: { team?: string }): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const found = await client.call('listUxTests', team ? { team } : {})
  output.result(found, () => {
    if (found.tests.length === 0) return output.line('No UX test yet. Run one: iris ux run --team <team>')
    const heading = ['Test', 'Of', 'State', 'Score', 'Barriers', 'When']
    const rows = found.tests.map(({ ux, of, state, score, barriers, createdAt }) => [
      ux,
      of,
      state,
      score === null ? '–' : String(score),
      String(barriers.length),
      age(createdAt),
    ])
    for (const line of table({ heading, rows }, output)) output.line(harmlessInLine(line))
  })
  return exitCodes.ok
}

/** One UX test. */
export async function showUxTest(context: CommandContext, test: string): Promise<number> {
  const client = await connectOrStart(context)
  shown(context, await client.call('getUxTest', { ux: typedId('uxr', test) }))
  return exitCodes.ok
}

/** Ends one with all it started. */
export async function cancelUxTest(context: CommandContext, test: string): Promise<number> {
  const client = await connectOrStart(context)
  shown(context, await client.call('cancelUxTest', { ux: typedId('uxr', test) }))
  return exitCodes.ok
}

function shown({ output, environment }: CommandContext, test: UxTest): number {
  const { ux, of, state, words, score, parts, journeys, hasPictures } = test
  output.result(test, () => {
    const figure = score === null ? '' : `, ${score} of 100`
    output.line(`${output.paint('bold', of)}: ${state}${figure}  ${ux}`)
    if (words !== null) output.line(harmless(words))
    for (const { name, figures } of parts.map(uxPartWords))
      output.line(output.paint('dim', `${name}: ${figures}`))
    for (const line of [...journeys.flatMap(linesOfJourney), ...linesOfBarriers(test)]) output.line(line)
    if (journeys.length === 0) return
    output.line('')
    output.line(
      hasPictures ? `Pictures: ${join(environment.home, 'ux', ux)}` : 'Its pictures are no longer kept.',
    )
  })
  return state === 'failed' || state === 'interrupted' ? exitCodes.unexpected : exitCodes.ok
}

function linesOfJourney({
  journey,
  persona,
  isDone,
  actualMs,
  expectedMs,
  words,
  friction,
}: UxJourney): string[] {
  const how = isDone ? `${actualMs} ms of ${expectedMs}` : (words ?? '')
  return [
    `${isDone ? '✓' : '✗'} ${harmless(`${journey}, ${persona}: ${how}`)}`,
    ...friction.map((one) => `    ${harmless(one)}`),
  ]
}

function linesOfBarriers({ barriers }: UxTest): string[] {
  if (barriers.length === 0) return []
  const worstFirst = bySeverity(barriers).flatMap(({ barriers: own }) => own)
  return ['', `${counted(barriers.length, 'barrier')}:`, ...worstFirst.flatMap(linesOfBarrier)]
}

function linesOfBarrier({ impact, level, words, advice, page, element }: UxBarrier): string[] {
  return [
    `  ${impact} (${level}): ${harmless(words)}, ${harmless(page)}`,
    `    ${harmless(element)}`,
    ...(advice === '' ? [] : advice.split('\n').map((line) => `    ${harmless(line)}`)),
  ]
}
