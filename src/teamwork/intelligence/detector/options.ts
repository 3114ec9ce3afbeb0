import type { Candidate } from './candidates.ts'
import type { Sentence } from './sentences.ts'

const inline = /[([]((?:[\p{L}\d' -]{1,24}\/){1,5}[\p{L}\d' -]{1,24})[)\]]/u
const listMark =
  /^\s*(?:[-*+•]\s+|\(?\d{1,2}[.)]\s+|\*{0,2}\(?[A-Ha-h][).:]\*{0,2}\s+|\*{0,2}(?:option|opção|opción|variante|вариант|选项|案) ?[a-h\d][:).]?\*{0,2}\s*)/i
const interrogative =
  /^\W*(?:which|what|how|where|who|when|welche|was|wie|wo|cuál|qué|cómo|quel|comment|quale|come|qual|como|какой|какая|какие|что|как)/i
const optionWord =
  '(?:option|variant|plan|approach|opción|opção|opzione|variante|möglichkeit|вариант|方案|选项|案|옵션|方法)'
/** A line that names an option: "Option A: …", "**B.** …", "### Variante 2". */
const labelledLine = new RegExp(
  `^[ \\t]{0,6}(?:[-*+•]\\s+|#{1,6}\\s+|\\d{1,2}[.)]\\s+)?(?:\\[[a-z]{2,8}\\]\\s*)?(?:\\*\\*|__)?(?:${optionWord} ?([a-h1-9])\\b|(?<=\\*\\*)([A-H])[.):])`,
  'i',
)
const labelBefore = new RegExp(`^${optionWord} ?[a-h\\d][:.)]\\s*`, 'i')
const onlyLabel = new RegExp(`^(?:${optionWord} ?)?[a-h\\d]{1,2}[:.)]?$`, 'i')
const statusTag = /^\s*(?:\[(?:[A-Z]{2,8}|[ x])\]|[\p{Extended_Pictographic}\u{fe0f}]+)\s*/u
const asides = / ?\([^()]{1,200}\)|\s[—–] [^—–]{1,200}[—–](?=\s)/g
const emphasis = /[*`]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu
const most = 9
const inlineReach = 40

/** The answers that a text offers to a question of it: a list beside it, options with a name, or words joined by "or". */
export function createOptionFinder(
  text: string,
  sentences: readonly Sentence[],
): (candidate: Candidate) => string[] {
  const named = namedOptions(text)
  const labels = (list: readonly Sentence[]): string[] =>
    list.map((sentence) => labelOf(text.slice(sentence.start, sentence.end)))
  return (candidate) => {
    const { start, end } = candidate.sentence
    const own = text.slice(start, end)
    const slashed = inline.exec(text.slice(start, end + inlineReach))?.[1]
    if (slashed !== undefined) return slashed.split('/').map((part) => part.trim())
    if (!mayListOptions(candidate)) return alternatives(own, candidate)
    const isSome = (list: readonly unknown[]): boolean => list.length > 1 && list.length <= most
    const following = listAfter(sentences, candidate)
    if (isSome(following)) return labels(following)
    const options = [namedBefore(named, candidate), alternatives(own, candidate)].find(isSome)
    if (options) return options
    const before = listBefore(sentences, candidate)
    return isSome(before) ? labels(before) : []
  }
}

/** An option that carries a letter or number of its own. */
interface NamedOption {
  readonly start: number
  readonly name: string
  readonly label: string
}

function namedOptions(text: string): NamedOption[] {
  const found: NamedOption[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const match = labelledLine.exec(line)
    const name = match?.[1] ?? match?.[2]
    if (name !== undefined)
      found.push({ start, name: name.toLowerCase(), label: plainLabel(line.replace(/^[\s#*_+•-]+/, '')) })
    start += line.length + 1
  }
  return found
}

/** The last that stand before the question, in their order and without a gap. */
function namedBefore(named: readonly NamedOption[], { sentence, form }: Candidate): string[] {
  if (form === 'leave' || form === 'proposal' || form === 'gentle') return []
  let found: NamedOption[] = []
  for (const option of named) {
    if (option.start >= sentence.start) break
    if (option.name === 'a' || option.name === '1') found = [option]
    else if (follows(option.name, found.at(-1)?.name)) found.push(option)
  }
  return found.map(({ label }) => label)
}

function follows(name: string, last: string | undefined): boolean {
  return last !== undefined && name.codePointAt(0) === (last.codePointAt(0) ?? 0) + 1
}

function mayListOptions({ form }: Candidate): boolean {
  return (
    form === 'choice' ||
    form === 'request' ||
    form === 'leave' ||
    form === 'proposal' ||
    form === 'gentle' ||
    form === 'query'
  )
}

/** The list items after the question, if it may have some there. */
function listAfter(sentences: readonly Sentence[], { sentence, form }: Candidate): Sentence[] {
  if (form === 'gentle' && !sentence.text.endsWith(':')) return []
  return run(sentences, { from: sentences.indexOf(sentence), step: 1, lastBlock: sentence.block + 2 })
}

/** The nearest list items before the question, if it chooses among something. */
function listBefore(sentences: readonly Sentence[], { sentence, form, language }: Candidate): Sentence[] {
  if (form !== 'choice' && !language.patterns.choice.test(sentence.text)) return []
  const from = sentences.indexOf(sentence)
  return run(sentences, { from, step: -1, lastBlock: Number.POSITIVE_INFINITY }).toReversed()
}

/** Neighbouring items in one direction; one more than may be options is enough to see that they are none. */
function run(
  sentences: readonly Sentence[],
  { from, step, lastBlock }: { from: number; step: 1 | -1; lastBlock: number },
): Sentence[] {
  const found: Sentence[] = []
  let skipped = 0
  for (let at = from + step; found.length <= most; at += step) {
    const sentence = sentences[at]
    if (sentence === undefined || sentence.block > lastBlock) break
    if (sentence.place === 'item') found.push(sentence)
    else if (found.length > 0) break
    else if (++skipped > 3) break
  }
  return found
}

function labelOf(raw: string): string {
  const label = raw.replace(listMark, '').replace(statusTag, '')
  const bold = /^[^\p{L}\p{N}]{0,6}\*\*([^*]{2,80})\*\*/u.exec(label)?.[1]
  const title = bold !== undefined && onlyLabel.test(bold.trim()) ? undefined : bold
  const rest = label.replaceAll('**', '').replace(labelBefore, '')
  return plainLabel(title ?? rest)
}

const maxLabel = 120

/** The first words of an option, up to where it is explained. */
function plainLabel(text: string): string {
  const short = text.split(/ [—–-] |: (?!$)|, aber|, but| \(| – | -> | <- /)[0] ?? text
  return short
    .replaceAll(emphasis, '')
    .replace(/[.:;,?]+$/, '')
    .trim()
    .slice(0, maxLabel)
}

function alternatives(own: string, { language, sentence }: Candidate): string[] {
  if (!language.patterns.either.test(sentence.text)) return []
  const bold = [...own.matchAll(/\*\*([^*]{2,80})\*\*/g)].map((match) => match[1] ?? '')
  if (bold.length > 1 && bold.length <= most) return bold
  const body = own
    .replaceAll(asides, '')
    .replace(/^.*?(?: — | – |: )(?=.* (?:or|oder|ou|o|или) )/, '')
    .replace(/[?？]\s*$/, '')
  const parts = body.split(/,? (?:or|oder|ou|или) |还是|または|それとも|아니면/)
  const before = parts.length > 1 ? withoutQuestion((parts[0] ?? '').split(', ')) : []
  return [...before, ...parts.slice(1)]
    .map((part) =>
      part
        .replace(
          /^.*?\b(?:want me to|should i|shall i|would you like(?: me)? to|do you want(?: me)? to|would you prefer(?: to)?|(?:may|can|could|should) (?:i|we)|should it(?: be)?(?: \w+ as)?|do you want(?: it| them)?(?: to)?|would you rather|as|soll ich|quer que eu) /i,
          '',
        )
        .replaceAll(emphasis, '')
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
