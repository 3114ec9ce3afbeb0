import { onlyAwaits } from './awaiting.ts'
import { findCandidates, type Candidate } from './candidates.ts'
import { weighEvidence } from './evidence.ts'
import { excerptOf, type Excerpt } from './excerpt.ts'
import { asksWhatNext, proposing } from './forms.ts'
import { kindOf } from './kinds.ts'
import { spokenIn, type Language } from './languages/index.ts'
import { maskText } from './masking.ts'
import { createOptionFinder } from './options.ts'
import { parameters as fitted, type Parameters } from './parameters.ts'
import { sentenceShape, splitSentences, type Sentence } from './sentences.ts'
import { markQuestions } from './unmarked.ts'
import type { Detection, DetectorSettings } from './verdict.ts'
import { weigh } from './weighing.ts'

/** Finds questions in the final text of a turn. Pure: the same text gives the same detection. */
export interface Detector {
  detect(text: string): Detection
}

interface Weighed {
  readonly candidate: Candidate
  readonly score: number
  readonly isDoubtful: boolean
  readonly options: readonly string[]
}

const patternTail = 600
const maxGreeting = 6
const nothing: Detection = {
  verdict: 'none',
  confidence: 0,
  doubtful: false,
  options: [],
  reasons: ['no_ask'],
  language: 'en',
}

/** Builds a detector for one team's settings. */
export function createDetector(settings: DetectorSettings = {}): Detector {
  const custom = (settings.patterns ?? []).map((source) => new RegExp(source, 'i'))
  const least = settings.minConfidence ?? 0
  const parameters = settings.parameters ?? fitted
  return {
    detect: (text) => {
      const excerpt = excerptOf(text)
      const masked = maskText(excerpt.shown)
      const spoken = spokenIn(masked)
      const sentences = markQuestions(splitSentences(masked), spoken)
      const found = weighAll(excerpt.shown, { sentences, spoken, parameters })
      const weighed = found.length > 0 ? found : byPattern(sentences, spoken, custom)
      const heard = weighed.filter(({ candidate }) => !onlyAwaits(candidate, settings.awaited ?? []))
      const best = strongest(heard.filter(({ candidate }) => !isFalseAlarm(excerpt, candidate, settings)))
      if (best === undefined) {
        const reasons = heard.length < weighed.length ? ['awaits_team'] : nothing.reasons
        return { ...nothing, reasons, language: spoken[0]?.code ?? 'en' }
      }
      const detection = describe(excerpt, { ...best, greets: greets(best, sentences) }, voiceOf(best, heard))
      if (detection.confidence >= least) return detection
      return {
        ...nothing,
        confidence: detection.confidence,
        reasons: ['below_min_confidence'],
        language: detection.language,
      }
    },
  }
}

interface Reading {
  readonly sentences: readonly Sentence[]
  readonly spoken: readonly Language[]
  readonly parameters: Parameters
}

function weighAll(shown: string, { sentences, spoken, parameters }: Reading): Weighed[] {
  const candidates = findCandidates(sentences, spoken, shown.trimEnd().length)
  if (candidates.length === 0) return []
  const evidence = weighEvidence(sentences, spoken)
  const optionsOf = createOptionFinder(shown, sentences)
  return candidates.map((candidate) => {
    const options = optionsOf(candidate)
    const around = { evidence, hasOptions: options.length > 1, sentences: sentences.length }
    const score = weigh(candidate, around, parameters)
    const isDoubtful =
      proposing.has(candidate.form) ||
      asksWhatNext(candidate, { options: options.length, done: evidence.done }) ||
      Math.abs(score) < parameters.margin
    return { candidate, options, score, isDoubtful }
  })
}

/** The configured patterns see the end of the text, code and quotations blanked; they add, never remove. */
function byPattern(
  sentences: readonly Sentence[],
  spoken: readonly Language[],
  custom: readonly RegExp[],
): Weighed[] {
  const last = sentences.at(-1)
  const language = spoken[0]
  if (last === undefined || language === undefined || last.place === 'table' || last.place === 'heading')
    return []
  const tail = sentences
    .slice(-3)
    .map((sentence) => sentence.text)
    .join(' ')
    .slice(-patternTail)
  if (!custom.some((pattern) => pattern.test(tail))) return []
  const candidate: Candidate = {
    sentence: last,
    form: 'custom',
    language,
    after: 0,
    blocksAfter: 0,
    isLast: true,
  }
  return [{ candidate, options: [], score: 0.1, isDoubtful: false }]
}

/** What waits goes before what offers; among equals the later sentence, which is where people ask. */
function strongest(weighed: readonly Weighed[]): Weighed | undefined {
  const rank = ({ candidate, score }: Weighed): number =>
    (score > 0 ? 10 : 0) + score - candidate.blocksAfter * 0.15
  return weighed.reduce<Weighed | undefined>(
    (best, next) => (best === undefined || rank(next) >= rank(best) ? next : best),
    undefined,
  )
}

/** Who says “I stop here until I know” has mostly asked beside it; that is what people should read and answer. */
function voiceOf(best: Weighed, others: readonly Weighed[]): Weighed {
  const { form, sentence } = best.candidate
  if (form !== 'waiting' || sentence.isQuestion) return best
  const asks = others.filter(
    ({ candidate, score }) =>
      score > 0 &&
      Math.abs(candidate.sentence.block - sentence.block) <= 1 &&
      (candidate.sentence.isQuestion || candidate.form === 'request'),
  )
  return strongest(asks) ?? best
}

/** A short text that begins with a greeting and asks for any work at all. */
function greets({ candidate }: Weighed, sentences: readonly Sentence[]): boolean {
  const { form, language } = candidate
  if (sentences.length > maxGreeting || (form !== 'task' && form !== 'closer')) return false
  return language.patterns.greeting.test(sentences[0]?.text ?? '')
}

function describe(excerpt: Excerpt, best: Weighed & { greets: boolean }, voice: Weighed): Detection {
  const { candidate, score, isDoubtful } = best
  const { form } = candidate
  const { sentence } = voice.candidate
  const needs = score > 0 && !best.greets
  const place = candidate.blocksAfter === 0 ? 'at_end' : 'before_end'
  return {
    verdict: needs ? 'needs_answer' : 'offer',
    kind: kindOf(voice.candidate, voice.options),
    confidence: confidenceOf(candidate),
    doubtful: isDoubtful && !best.greets,
    span: { start: excerpt.original(sentence.start), end: excerpt.original(sentence.end) },
    question: excerpt.shown.slice(sentence.start, sentence.end),
    options: voice.options,
    reasons: [form, place, needs ? 'waits' : 'offers', ...(best.greets ? ['greeting'] : [])],
    language: candidate.language.code,
  }
}

function confidenceOf({ form, blocksAfter }: Candidate): number {
  const sure = form === 'bare' || form === 'conditional' || form === 'custom' ? 0.78 : 0.95
  return Math.max(0.7, sure - blocksAfter * 0.03)
}

function isFalseAlarm(excerpt: Excerpt, { sentence }: Candidate, settings: DetectorSettings): boolean {
  const known = settings.falseAlarms
  if (known === undefined || known.size === 0) return false
  return known.has(sentenceShape(excerpt.shown.slice(sentence.start, sentence.end)))
}
