import { IrisError } from '../../../contract/index.ts'
import { fitContext } from '../../../core/rules/index.ts'

/** A part of what a model is told. Parts come in the order of their worth. */
export interface PromptPart {
  name: string
  heading?: string
  /** Without it there is no use in asking. */
  required?: boolean
  /** The most useful first; an entry is kept whole or not at all. */
  entries: readonly string[]
  /** Shown the other way round than they are kept: what was said last is worth most, and stands last. */
  isReversed?: boolean
  /** So many of its entries come before anything of what is worth less; one without it. */
  least?: number
}

/** What a model is told, about how long that is, and what did not fit. */
export interface BuiltPrompt {
  text: string
  tokens: number
  cut: string[]
}

const charactersPerToken = 4

/** Builds a prompt of parts within a budget of model tokens; throws when what is required does not fit. */
export function buildPrompt(parts: readonly PromptPart[], budget: number): BuiltPrompt {
  const filled = parts.filter(({ entries }) => entries.length > 0)
  const ruling = fitContext(filled.map(toItem), budget)
  if (!ruling.ok) {
    const { needed } = ruling
    throw new IrisError(
      'STAGE_PROMPT_TOO_LONG',
      `What must be said takes about ${needed} model tokens, and ${budget} are allowed.`,
    )
  }
  const kept = new Map(ruling.kept.map(({ name, entries }) => [name, entries]))
  return {
    text: filled.flatMap((part) => shown(part, kept.get(part.name) ?? 0)).join('\n\n'),
    tokens: ruling.tokens,
    cut: ruling.cut.map(({ name, entries }) => `${entries} of ${name}`),
  }
}

function toItem({ name, heading = '', required = false, entries, least = 1 }: PromptPart) {
  const tokens = entries.map((entry, place) => tokensOf(place === 0 ? `${heading}\n${entry}` : entry))
  const min = tokens.slice(0, least).reduce((sum, one) => sum + one, 0)
  return { name, required, entries: tokens, min, max: Number.POSITIVE_INFINITY }
}

function shown({ name, heading, entries, isReversed = false }: PromptPart, kept: number): string[] {
  if (kept === 0) return []
  const left = entries.length - kept
  const note = left > 0 ? [`(${left} more of ${name} did not fit.)`] : []
  const body = isReversed
    ? [...note, ...entries.slice(0, kept).toReversed()]
    : [...entries.slice(0, kept), ...note]
  return heading === undefined ? body : [heading, ...body]
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / charactersPerToken)
}
