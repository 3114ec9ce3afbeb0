import type { ArtifactType } from '../../../contract/index.ts'
import { Signals } from './signals.ts'

/** What only stands in words is less sure than what was given as such. */
const confidence = 0.5
const maxSummary = 200

/** What people and models call it in bold, in small letters. */
const names: readonly (readonly [RegExp, ArtifactType])[] = [
  [/^problem/, 'problem'],
  [/^target[ -]users?$|^users?$|^audience$/, 'target-user'],
  [/^solution/, 'solution-concept'],
  [/^differentiators?$|^difference$/, 'differentiator'],
  [/^mvp/, 'mvp-features'],
  [/^market/, 'market'],
  [/^competit/, 'competition'],
  [/^brief$/, 'brief'],
]

/** A line such as `**Problem:** nobody knows what is in the fridge`, also as the item of a list. */
const bold = /^\s*(?:[-*]\s+)?\*\*([^*\n]{1,60}?):?\*\*:?[ \t]*(\S.*)$/gm
const share = /\bconfidence\b[^\d\n]{0,12}(\d{1,3})\s?%/i
const parts = /\bcomplexity\b[^\d\n]{0,12}(\d{1,2})\b/i

/** What an answer says that came without its structure: by bold words and a few figures. Nothing else is guessed. */
export function signalsInWords(text: string): Signals {
  const found = [...text.matchAll(bold)].map(([, name = '', said = '']) => ({
    name: name.trim().toLowerCase(),
    said: said.trim(),
  }))
  return Signals.parse({
    reply: text.trim(),
    artifacts: found.flatMap(({ name, said }) =>
      typesOf(name).map((type) => ({ type, summary: said.slice(0, maxSummary), text: said, confidence })),
    ),
    decisions: found.flatMap(({ name, said }) => {
      const outcome = /^validated$/.test(name) ? 'held' : /^refuted$/.test(name) ? 'refuted' : undefined
      return outcome === undefined ? [] : [{ type: 'validation', text: said, assumption: said, outcome }]
    }),
    risks: found.filter(({ name }) => /^risks?$/.test(name)).map(({ said }) => ({ text: said })),
    confidence: figure(text, share, 100),
    complexity: figure(text, parts, 1),
  })
}

function typesOf(name: string): ArtifactType[] {
  const found = names.find(([pattern]) => pattern.test(name))
  return found ? [found[1]] : []
}

function figure(text: string, pattern: RegExp, of: number): number | undefined {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? undefined : Number(found) / of
}
