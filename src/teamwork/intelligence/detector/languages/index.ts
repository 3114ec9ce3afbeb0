import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import { korean } from './korean.ts'
import type { LanguagePack, PatternClass } from './pack.ts'
import { portuguese } from './portuguese.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'

export type { PatternClass } from './pack.ts'

/** A language with its patterns compiled, one expression per class. */
export interface Language {
  readonly code: string
  readonly patterns: Readonly<Record<PatternClass, RegExp>>
}

const packs = [english, german, spanish, french, italian, portuguese, russian, chinese, japanese, korean]
const sampleLength = 1500
/** So few words tell neighbouring languages hardly apart. */
const fewHits = 2
const fewLetters = 60

/** Compiled on first use and kept: the expressions never change. */
const compiled = new Map<LanguagePack, Language>()
const marks = new Map<LanguagePack, RegExp>()

/**
 * The languages a text seems to be in, the most frequent first; English is always among them. A few words that are of no
 * language in particular may be of any.
 */
export function spokenIn(text: string): readonly Language[] {
  const sample = text.slice(-sampleLength).toLowerCase()
  const counted = packs
    .map((pack) => ({ pack, hits: sample.match(marksOf(pack))?.length ?? 0 }))
    .filter(({ hits }) => hits > 0)
    .toSorted((one, other) => other.hits - one.hits)
  const most = counted[0]?.hits ?? 0
  const heard = counted
    .filter(({ hits }) => hits * 3 > most)
    .filter(({ hits }, index) => index < 2 || hits <= fewHits)
    .map(({ pack }) => pack)
  const isOpen = most === 0 || (most <= fewHits && sample.length <= fewLetters)
  if (isOpen) return [...new Set([...heard, ...packs])].map(languageOf)
  return (heard.includes(english) ? heard : [...heard, english]).map(languageOf)
}

function marksOf(pack: LanguagePack): RegExp {
  const known = marks.get(pack) ?? new RegExp(lettered(pack.marks), 'g')
  marks.set(pack, known)
  return known
}

function languageOf(pack: LanguagePack): Language {
  const known = compiled.get(pack)
  if (known !== undefined) return known
  const language = { code: pack.code, patterns: compile(pack) }
  compiled.set(pack, language)
  return language
}

function compile(pack: LanguagePack): Language['patterns'] {
  return {
    leave: join(pack.leave),
    proposal: join(pack.proposal),
    gentle: join(pack.gentle),
    request: join(pack.request),
    query: join(pack.query),
    choice: join(pack.choice),
    consent: join(pack.consent),
    waiting: join(pack.waiting),
    conditional: join(pack.conditional),
    task: join(pack.task),
    closer: join(pack.closer),
    settled: join(pack.settled),
    described: join(pack.described),
    done: join(pack.done),
    diagnosis: join(pack.diagnosis),
    extra: join(pack.extra),
    forward: join(pack.forward),
    addressed: join(pack.addressed),
    greeting: join(pack.greeting),
    unmarked: join(pack.unmarked),
    either: join(pack.either),
  }
}

function join(sources: readonly string[]): RegExp {
  const pattern = new RegExp(sources.map((source) => `(?:${lettered(source)})`).join('|'))
  // The engine makes machine code on the second match, once per width of characters: now rather than inside a turn.
  for (const text of ['a b', 'a b', 'я 你', 'я 你']) pattern.test(text)
  return pattern
}

/** For the engine a word ends before an accent: "você" would have no end. A boundary is where letters begin or end. */
function lettered(source: string): string {
  if (!/[à-ÿ]/.test(source)) return source
  return source
    .replaceAll(/(?<=[)\]?+\p{L}\d])\\b/gu, '(?![\\wà-ÿ])')
    .replaceAll(String.raw`\b`, '(?<![\\wà-ÿ])')
}
