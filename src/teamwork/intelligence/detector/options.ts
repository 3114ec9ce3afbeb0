import type { Candidate } from './candidates.ts'
import type { Sentence } from './sentences.ts'

const inline = /[([]((?:[\p{L}\d' -]{1,24}\/){1,5}[\p{L}\d' -]{1,24})[)\]]/u
const listMark =
  /^\s*(?:[-*+•]\s+|\(?\d{1,2}[.)]\s+|\*{0,2}\(?[A-Ha-h][).:]\*{0,2}\s+|\*{0,2}(?:option|opção|opción|variante|вариант|选项|案) ?[a-h\d][:).]?\*{0,2}\s*)/i
const interrogative =
  /^\W*(?:which|what|how|where|who|when|welche|was|wie|wo|cuál|qué|cómo|quel|comment|quale|come|qual|como|какой|какая|какие|что|как)/i
const most = 9
const inlineReach = 40

/** The answers that a text offers: a list beside the question, or words joined by "or" inside it. */
export function findOptions(text: string, sentences: readonly Sentence[], candidate: Candidate): string[] {
  const own = text.slice(candidate.sentence.start, candidate.sentence.end)
  const slashed = inline.exec(text.slice(candidate.sentence.start, candidate.sentence.end + inlineReach))?.[1]
  if (slashed !== undefined) return slashed.split('/').map((part) => part.trim())
  const listed = (mayListOptions(candidate) ? listBeside(sentences, candidate) : []).map((sentence) =>
    labelOf(text.slice(sentence.start, sentence.end)),
  )
  if (listed.length > 1 && listed.length <= most) return listed
  return alternatives(own, candidate)
}

function mayListOptions({ form }: Candidate): boolean {
  return (
    form === 'choice' || form === 'request' || form === 'proposal' || form === 'gentle' || form === 'query'
  )
}

/** First sentences of the list items next to the question: those after it, else the nearest before it. */
function listBeside(sentences: readonly Sentence[], { sentence, form, language }: Candidate): Sentence[] {
  const at = sentences.indexOf(sentence)
  const following = run(sentences.slice(at + 1), sentence.block + 2)
  if (following.length > 1 && (form !== 'gentle' || sentence.text.endsWith(':'))) return following
  if (form !== 'choice' && !language.patterns.choice.test(sentence.text)) return []
  return run(sentences.slice(0, at).toReversed(), Number.POSITIVE_INFINITY).toReversed()
}

function run(sentences: readonly Sentence[], lastBlock: number): Sentence[] {
  const found: Sentence[] = []
  const starts = new Set<number>()
  let skipped = 0
  for (const sentence of sentences) {
    if (sentence.block > lastBlock) break
    if (sentence.place === 'item') {
      starts.add(sentence.start)
      found.push(sentence)
    } else if (found.length > 0) break
    else if (++skipped > 3) break
  }
  return found
}

function labelOf(raw: string): string {
  const label = raw.replace(listMark, '')
  const bold = /^[^\p{L}\p{N}]{0,6}\*\*([^*]{2,80})\*\*/u.exec(label)?.[1]
  const short = bold ?? label.split(/ [—–-] |: |, aber|, but| \(| – /)[0] ?? label
  return short
    .replaceAll(/[*_`]/g, '')
    .replace(/[.:;,?]+$/, '')
    .trim()
    .slice(0, 120)
}

function alternatives(own: string, { language, sentence }: Candidate): string[] {
  if (!language.patterns.either.test(sentence.text)) return []
  const bold = [...own.matchAll(/\*\*([^*]{2,80})\*\*/g)].map((match) => match[1] ?? '')
  if (bold.length > 1 && bold.length <= most) return bold
  const body = own.replace(/^.*?(?: — | – |: )(?=.* (?:or|oder|ou|o|или) )/, '').replace(/[?？]\s*$/, '')
  const parts = body.split(/,? (?:or|oder|ou|или) |还是|または|それとも|아니면/)
  const before = parts.length > 1 ? withoutQuestion((parts[0] ?? '').split(', ')) : []
  return [...before, ...parts.slice(1)]
    .map((part) =>
      part
        .replace(
          /^.*?\b(?:want me to|should i|shall i|would you like(?: me)? to|do you want(?: me)? to|would you prefer(?: to)?|as|soll ich|quer que eu) /i,
          '',
        )
        .replaceAll(/[*_`]/g, '')
        .trim(),
    )
    .filter((part) => part !== '')
    .slice(0, most)
}

/** "Which port should I use, 80 or 8080?": what comes before the first comma is the question, not an answer. */
function withoutQuestion(parts: readonly string[]): readonly string[] {
  const isQuestion = parts.length > 1 && interrogative.test(parts[0] ?? '')
  return isQuestion ? parts.slice(1) : parts
}
