import { formOf, type Asking, type Form } from './forms.ts'
import type { Language } from './languages/index.ts'
import type { Sentence } from './sentences.ts'

/** An asking sentence with how far it stands from the end. */
export interface Candidate extends Asking {
  /** Characters that follow it. */
  readonly after: number
  /** Blocks that follow its own. */
  readonly blocksAfter: number
  /** Whether nothing but other asks, options or thanks follow. */
  readonly isLast: boolean
}

const reach: Readonly<Record<Form, number>> = {
  custom: 0,
  bare: 700,
  closer: 700,
  task: 700,
  conditional: 900,
  gentle: 2500,
  consent: 1600,
  leave: 2500,
  query: 2500,
  proposal: 2500,
  request: 1600,
  waiting: 1600,
  choice: 3000,
}
/** So many sentences at the end are looked at, and so many after each say what becomes of it. */
const lookedAt = 100
const ahead = 40
const farthestQuestion = Math.max(...Object.values(reach))
const farthestStatement = reach.waiting
const openQuestion =
  /^¿?(?:so |and |but |now |also )?(?:what|why|how|who|where|when|which|was (?:ist|sind|war|macht|bedeutet|heißt|sagt|tut|passiert|bringt)|warum|wie|wer|wo|qué|por qué|cómo|que|o que|por que|como|pourquoi|comment|quoi|qu'|cosa|perché|come|что|почему|как|зачем|为什么|为何|怎么|なぜ|どうして|왜|어떻게)/

/** A word that answers, or one that denies and stands alone: "no, since", not "no test says". */
const ownAnswer =
  /^(?:(?:yes|yep|ja|sí|oui|sì|sim|да|是的|はい|네|not (?:yet|really|quite|any ?more)|only (?:if|when)|partly|almost|indeed|noch nicht|nicht mehr|nur wenn|todavía no|aún no|pas encore|non ancora|ainda não|ещё нет|пока нет|还没有|不是|いいえ|아니요)(?![\p{L}])|(?:no|nope|nein|non|não|нет|never|always|both|(?:nobody|none|nothing|neither)(?: (?:does|do|did|is|are|has|was|can|will))?|niemand|nadie|personne|nessuno|ninguém|никто) ?(?=[,.;:!—–-]|$))/u
const decides =
  /\b(?:should|soll|sollen|sollte|gilt|debe|deben|debería|deve|devem|deveria|doit|doivent|devrait|devono|dovrebbe)\b|долж|应|该|べき|해야|되어야/
/** Says what hangs on the answer, so the question before it is meant. */
const hinges =
  /\b(?:depends? on|decides|determines|rests on|hangs on|makes (?:a|the|all the) difference|without (?:it|that|this|an answer)|otherwise i|i (?:can't|cannot|need|don't want|won't|would rather)|davon hängt|entscheide[tn]|hängt (?:davon|daran) ab|ohne (?:das|diese|die antwort)|de eso depende|depende de|de ello depende|en dépend|dépend de|dipende|disso depende|(?:doesn't|does not|don't) (?:say|tell|mention)|no \S+ (?:says|tells|mentions)|not (?:in the|specified|documented|written|stated|clear)|unclear|unklar|steht (?:dazu |dort )?nichts|nicht (?:festgelegt|dokumentiert|beschrieben)|no (?:está|lo) (?:en|claro|especificad|dice)|n'est pas (?:précisé|clair|indiqué)|non (?:è (?:specificato|scritto|chiaro)|lo dice)|não (?:está|diz|fala))\b|зависит|не (?:указан|сказан|описан)|没有说明|未说明|没有写|書かれていません|書いてありません|명시되어 있지|取决于|决定了|によって|次第で|따라 (?:달라|결정)/
const whyQuestion =
  /^¿?(?:so |and |but )?(?:why|how come|warum|wieso|weshalb|por qué|por que|pourquoi|perché|почему|зачем|为什么|为何|なぜ|どうして|왜)/

/** The sentences that may ask the reader something, in their order. */
export function findCandidates(
  sentences: readonly Sentence[],
  spoken: readonly Language[],
  length: number,
): Candidate[] {
  const lastBlock = sentences.at(-1)?.block ?? 0
  const found: Candidate[] = []
  const first = Math.max(0, sentences.length - lookedAt)
  for (const [at, sentence] of sentences.slice(first).entries()) {
    const index = first + at
    const after = length - sentence.end
    const asking =
      after > (sentence.isQuestion ? farthestQuestion : farthestStatement)
        ? undefined
        : formOf(sentence, spoken)
    if (asking === undefined) continue
    const candidate = {
      ...asking,
      after,
      blocksAfter: lastBlock - sentence.block,
      isLast: index >= sentences.length - 2,
    }
    const rest = sentences.slice(index + 1, index + 1 + ahead)
    if (isWithinReach(candidate) && !isRhetorical(candidate, rest) && !isSettled(candidate, rest))
      found.push(candidate)
  }
  return found
}

function isWithinReach({ form, after, blocksAfter, sentence }: Candidate): boolean {
  if (after > reach[form]) return false
  if (sentence.place === 'item' && form !== 'choice' && after > 1500) return false
  return form !== 'bare' || blocksAfter <= 1
}

/** A question that speaks to nobody is as likely a title; one about what should be is meant. */
function isUnaddressed({ form, sentence, language }: Candidate): boolean {
  return (
    (form === 'query' || form === 'choice') &&
    !language.patterns.addressed.test(sentence.text) &&
    !decides.test(sentence.text)
  )
}

/** Its own paragraph goes on to say that nobody need answer: "this is not blocking". */
function isSettled({ sentence, language }: Candidate, rest: readonly Sentence[]): boolean {
  return rest.some((other) => other.block === sentence.block && language.patterns.settled.test(other.text))
}

/** A question that its own paragraph answers, a title, or one that stands in the middle of a list of findings. */
function isRhetorical(candidate: Candidate, rest: readonly Sentence[]): boolean {
  const { form, sentence } = candidate
  if (form === 'query' && whyQuestion.test(sentence.text))
    return rest.some((other) => other.block === sentence.block)
  if (!sentence.isQuestion) return false
  const following = rest.filter((other) => other.block === sentence.block && other.place !== 'item')
  const next = following[0]
  if (isOwnAnswer(next)) return true
  if (form !== 'bare' && !isUnaddressed(candidate)) return false
  const statements = following.filter((other) => !other.isQuestion)
  if (statements.some(({ text }) => hinges.test(text))) return false
  if (openQuestion.test(sentence.text) && statements.length > 0) return true
  if (sentence.place === 'item') return rest.some((other) => !other.isQuestion)
  return isTitle(candidate, rest, next)
}

function isOwnAnswer(next: Sentence | undefined): boolean {
  return next !== undefined && !next.isQuestion && ownAnswer.test(next.text)
}

/** Prose follows in another block, and the next sentence does not say what is not known there. */
function isTitle(
  { sentence, language }: Candidate,
  rest: readonly Sentence[],
  next: Sentence | undefined,
): boolean {
  if (next !== undefined && language.patterns.diagnosis.test(next.text)) return false
  return rest.some(
    ({ block, place, text }) => block !== sentence.block && place !== 'item' && text.length > 60,
  )
}
