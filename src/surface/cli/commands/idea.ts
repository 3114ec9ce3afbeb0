import {
  exitCodes,
  IrisError,
  money,
  type CallOutput,
  type Idea,
  type WholeIdea,
} from '../../../contract/plain.ts'
import { artifactName, missingOf, percent, phaseWords, stateOfIdea } from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { harmless, harmlessInLine } from '../output.ts'
import { table } from '../table.ts'
import { age } from '../words.ts'

type Message = CallOutput<'readIdeaMessages'>['messages'][number]

/** Begins an idea, and shows what is answered. */
export async function newIdea(
  context: CommandContext,
  { words, title, async: isAsync }: { words: readonly string[]; title?: string; async?: boolean },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const wait = isAsync !== true
  const idea = await client.call('createIdea', { text: words.join(' '), ...(title && { title }), wait })
  const { messages } = await client.call('readIdeaMessages', { idea: idea.idea })
  const reply = messages.findLast(({ by }) => by === 'iris') ?? null
  output.result({ idea, reply }, () => tell(context, { idea, reply }))
  return codeOf(idea)
}

/** Says something about an idea, and shows what is answered. */
export async function sayToIdea(
  context: CommandContext,
  { idea: name, words, async: isAsync }: { idea: string; words: readonly string[]; async?: boolean },
): Promise<number> {
  const client = await connectOrStart(context)
  const said = await client.call('sayToIdea', { idea: name, text: words.join(' '), wait: isAsync !== true })
  context.output.result(said, () => tell(context, said))
  return codeOf(said.idea)
}

/** Asks again for an answer that did not come. */
export async function retryIdea(context: CommandContext, name: string): Promise<number> {
  const client = await connectOrStart(context)
  const idea = await client.call('retryIdea', { idea: name, wait: true })
  const { messages } = await client.call('readIdeaMessages', { idea: name })
  const reply = messages.findLast(({ by }) => by === 'iris') ?? null
  context.output.result({ idea, reply }, () => tell(context, { idea, reply }))
  return codeOf(idea)
}

/** Takes an idea back to an earlier phase. */
export async function takeBack(
  context: CommandContext,
  { idea: name, phase }: { idea: string; phase: string },
): Promise<number> {
  const wanted = Object.keys(phaseWords).find((one): one is Idea['phase'] => one === phase.toUpperCase())
  if (wanted === undefined)
    throw new IrisError(
      'USAGE',
      `There is no phase ${phase}. There are: ${Object.keys(phaseWords).join(', ')}.`,
    )
  const idea = await (await connectOrStart(context)).call('setIdeaPhase', { idea: name, phase: wanted })
  context.output.result(idea, () => standing(context, idea))
  return exitCodes.ok
}

/** Every idea. */
export async function listIdeas(context: CommandContext): Promise<number> {
  const { output } = context
  const found = await (await connectOrStart(context)).call('listIdeas', {})
  output.result(found, () => {
    if (found.ideas.length === 0) return output.line('No idea yet. Begin one: iris idea new "what you want"')
    const rows = found.ideas.map((idea) => [
      harmlessInLine(idea.slug ?? idea.idea),
      harmlessInLine(idea.title),
      phaseWords[idea.phase],
      percent(idea.confidence),
      stateOfIdea(idea).words,
      age(idea.changedAt),
    ])
    const heading = ['Idea', 'Title', 'Phase', 'Confidence', 'State', 'Changed']
    for (const line of table({ heading, rows }, output)) output.line(line)
  })
  return exitCodes.ok
}

/** One idea with all that was written down, and if wanted what was said. */
export async function showIdea(
  context: CommandContext,
  { idea: name, talk = false }: { idea: string; talk?: boolean },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const idea = await client.call('getIdea', { idea: name })
  const messages = talk ? (await client.call('readIdeaMessages', { idea: name })).messages : []
  output.result(talk ? { ...idea, talk: messages } : idea, () => {
    output.line(output.paint('bold', harmlessInLine(idea.title)))
    standing(context, idea)
    written(context, idea)
    for (const message of messages) said(context, message)
  })
  return exitCodes.ok
}

function tell(context: CommandContext, { idea, reply }: { idea: Idea; reply: Message | null }): void {
  if (idea.state !== 'ERROR' && reply) said(context, reply)
  standing(context, idea)
}

function said({ output }: CommandContext, { by, text }: Message): void {
  output.line()
  output.line(`${output.paint('dim', by === 'you' ? 'you' : 'iris')}  ${harmless(text)}`)
}

function standing({ output }: CommandContext, idea: Idea): void {
  const { missing, warnings, why, waitsFor, state } = idea
  const name = idea.slug ?? idea.idea
  output.line()
  output.line(output.paint('dim', `${name}  ${figuresOf(idea).join(' · ')}`))
  if (missing.length > 0) output.line(`Missing: ${missingOf(idea)}.`)
  for (const warning of warnings) output.line(`${warning}.`)
  if (waitsFor !== null) output.line('It waits for your answer: iris inbox')
  if (state === 'ERROR')
    output.line(`${output.paint('red', '✗')} ${harmless(why ?? '')}\n  iris idea retry ${name}`)
  else if (why !== null) output.line(`The model could not be asked yet. ${harmless(why)}`)
  else if (state === 'LOADING' || state === 'ACTIVE') output.line('The answer is on its way.')
}

function figuresOf({ phase, progress, confidence, complexity, fit, costUsd, rehearsed }: Idea): string[] {
  return [
    `${phaseWords[phase]}, ${percent(progress)} of the way`,
    `confidence ${percent(confidence)}`,
    ...(complexity === null ? [] : [`complexity ${complexity} of 10`]),
    ...(fit === null ? [] : [`fit ${fit.score} of 10`]),
    `${money(costUsd)}${rehearsed ? ' rehearsed' : ''}`,
  ]
}

function written({ output }: CommandContext, { artifacts, decisions, risks, folder }: WholeIdea): void {
  for (const artifact of artifacts.filter(({ isActive }) => isActive)) {
    const sure = `${percent(artifact.confidence)}${artifact.isSaved ? '' : ', in no file yet'}`
    output.line()
    output.line(`${output.paint('bold', artifactName(artifact))} ${output.paint('dim', sure)}`)
    output.line(harmless(artifact.text))
  }
  if (decisions.length > 0) output.line()
  for (const { text, outcome } of decisions)
    output.line(`${outcome === null ? 'decided' : outcome}: ${harmlessInLine(text)}`)
  for (const { text, severity } of risks) output.line(`risk (${severity}): ${harmlessInLine(text)}`)
  if (folder !== null) output.line(`\nFiles: ${harmlessInLine(folder)}`)
}

const codeOf = ({ state }: Pick<Idea, 'state'>): number =>
  state === 'ERROR' ? exitCodes.unexpected : exitCodes.ok
