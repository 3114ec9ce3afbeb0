import { z } from 'zod'
import { AskType } from '../../../contract/index.ts'

const maxText = 200_000
const maxQuestions = 5
const maxObject = 20_000
// Objects may begin at every few characters; what is read of all of them together is bounded, so that no text takes long.
const maxRead = 2_000_000
const maxOptions = 12
const maxWords = 4000
const maxLabel = 200

const words = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .transform((text) => text.slice(0, most))
const maybeWords = words(maxWords).optional().catch(undefined)
const Option = z.union([
  words(maxLabel).transform((label) => ({ label, description: '', recommended: false })),
  z.object({
    label: words(maxLabel),
    description: words(maxWords).catch('').default(''),
    recommended: z.boolean().catch(false).default(false),
    implications: maybeWords,
  }),
])

const Type = z.preprocess((type) => (typeof type === 'string' ? type.trim().toLowerCase() : type), AskType)

/** A question as an agent writes it; what can be understood is taken, what cannot is left out. */
export const JsonQuestion = z
  .object({
    type: Type,
    text: words(maxWords),
    context: maybeWords,
    options: z
      .array(z.unknown())
      .catch([])
      .default([])
      .transform((options) => options.flatMap(readOption).slice(0, maxOptions)),
    default: maybeWords,
    defaultOption: maybeWords,
    allowFreeText: z.boolean().catch(true).default(true),
    multiSelect: z.boolean().catch(false).default(false),
    reversible: z.boolean().catch(false).default(false),
    phase: words(100).catch('').default(''),
    tags: z
      .array(z.unknown())
      .catch([])
      .default([])
      .transform((tags) =>
        tags.flatMap((tag) => (typeof tag === 'string' ? [tag.slice(0, 64)] : [])).slice(0, 16),
      ),
  })
  .transform(({ default: given, defaultOption, ...rest }) => {
    const recommended = rest.options.find((option) => option.recommended)?.label
    return { ...rest, fallback: given ?? defaultOption ?? recommended ?? null }
  })
export type JsonQuestion = z.infer<typeof JsonQuestion>

function readOption(option: unknown): z.infer<typeof Option>[] {
  const read = Option.safeParse(option)
  return read.success ? [read.data] : []
}

/** The questions that an agent put as JSON into what it said, at most five; anything else is just text. */
export function findQuestions(text: string): JsonQuestion[] {
  if (text.length > maxText || !text.includes('"question')) return []
  const found: JsonQuestion[] = []
  let read = 0
  for (const match of text.matchAll(/\{\s*"questions?"\s*:\s*[[{]/g)) {
    const object = objectAt(text, match.index)
    if (object !== undefined) found.push(...questionsIn(object))
    read += object?.length ?? maxObject
    if (found.length >= maxQuestions || read > maxRead) break
  }
  return found.slice(0, maxQuestions)
}

function questionsIn(object: string): JsonQuestion[] {
  const value = parseLoosely(object)
  const { question, questions } = Wrapper.catch({}).parse(value)
  const listed = question === undefined ? (questions ?? []) : [question].flat()
  return listed.flatMap((one) => {
    const read = JsonQuestion.safeParse(one)
    return read.success ? [read.data] : []
  })
}
const Wrapper = z.object({ question: z.unknown().optional(), questions: z.array(z.unknown()).optional() })

/** The text of the object that begins here, to the brace that closes it. */
function objectAt(text: string, start: number): string | undefined {
  const end = Math.min(text.length, start + maxObject)
  let depth = 0
  let isQuoted = false
  for (let place = start; place < end; place += 1) {
    const char = text[place]
    if (isQuoted && char === '\\') place += 1
    else if (char === '"') isQuoted = !isQuoted
    else if (!isQuoted && char === '{') depth += 1
    else if (!isQuoted && char === '}') depth -= 1
    if (depth === 0) return text.slice(start, place + 1)
  }
  return undefined
}

/** Agents leave commas behind the last entry; nothing else is mended. */
function parseLoosely(text: string): unknown {
  for (const attempt of [text, text.replaceAll(/,(\s*[}\]])/g, '$1')]) {
    try {
      return JSON.parse(attempt)
    } catch {
      // The next attempt, or no question.
    }
  }
  return undefined
}
