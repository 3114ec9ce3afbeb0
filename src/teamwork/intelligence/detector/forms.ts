import type { Language, PatternClass } from './languages/index.ts'
import type { Sentence } from './sentences.ts'

/** In which form a sentence asks; `bare` is a question that no pattern knows. */
export type Form =
  | 'waiting'
  | 'request'
  | 'choice'
  | 'consent'
  | 'leave'
  | 'proposal'
  | 'gentle'
  | 'query'
  | 'bare'
  | 'conditional'
  | 'task'
  | 'closer'
  | 'custom'

/** Forms that propose something: the words are the same whether more is offered or the work waits. */
export const proposing: ReadonlySet<Form> = new Set<Form>(['proposal', 'gentle', 'consent'])

/** So many ways named in one polite question are no longer a mere closing phrase. */
const manyOptions = 3
const onward =
  /\b(?:next|als nächstes|danach|a continuación|después|siguiente|ensuite|prochaine?|dopo|prossim[oa]|em seguida|a seguir|próxim[oa])(?![\wà-ÿ])|дальше|далее|следующ|下一步|接下来|次(?:は|に|の)|다음/

/** A sentence that asks, in which form and in which language. */
export interface Asking {
  readonly sentence: Sentence
  readonly form: Form
  readonly language: Language
}

const inQuestions: readonly Form[] = [
  'closer',
  'task',
  'choice',
  'leave',
  'proposal',
  'gentle',
  'request',
  'query',
  'waiting',
  'conditional',
]
const inHeadings: readonly Form[] = ['choice', 'leave', 'proposal', 'gentle']
const inStatements = ['closer', 'waiting', 'request', 'conditional'] as const
const startsConditionally =
  /^(?:\p{L}+: |注意：|(?:or|and|so|but|und|y|et|e|и|а) )?(?:if|when|whenever|wenn|falls|si|se|cuando|quando|quand|если|когда|如果|若|需要的话|もし|혹시|만약) ?|^.{0,80}(?:如果|要是|倘若|如需|如有|万一)/u
const labelled =
  /^\W*(?:open |one )?(?:question|frage|pregunta|domanda|pergunta|вопрос|问题|質問|질문|needs your|input needed|decision)/
/** A heading that says what is wanted of the reader; other headings without a mark only name what follows. */
const needsReader =
  /^\W*(?:\d+\. )?(?:your )?(?:decision|input|approval|answer|confirmation|clarification) (?:needed|required|wanted)\b|^\W*(?:open )?questions? (?:for you|before)\b|^\W*(?:needs|waiting for) your\b/

/** Whether a question lets the reader choose what is done next: "which would you like next?". */
export function asksWhatNext({ sentence, form }: Asking, around: { options: number; done: number }): boolean {
  if (!sentence.isQuestion) return false
  if (form === 'choice') return around.done > 0 && onward.test(sentence.text)
  return form === 'closer' && around.options >= manyOptions
}

/** How a sentence asks, or nothing when it does not. */
export function formOf(sentence: Sentence, spoken: readonly Language[]): Asking | undefined {
  const text = sentence.text.length > 600 ? sentence.text.slice(-600) : sentence.text
  for (const language of spoken) {
    if (language.patterns.settled.test(text)) return undefined
    const form = firstForm(sentence, text, language)
    if (form !== undefined) return { sentence, form, language }
  }
  const first = spoken[0]
  if (!sentence.isQuestion || first === undefined || sentence.place === 'table') return undefined
  return sentence.place === 'heading' || sentence.place === 'quote'
    ? undefined
    : { sentence, form: 'bare', language: first }
}

function firstForm(sentence: Sentence, text: string, language: Language): Form | undefined {
  const has = (name: Form): boolean => isPatternClass(name) && language.patterns[name].test(text)
  if (sentence.place === 'table') return isCellRequest(has, language, text) ? 'request' : undefined
  if (sentence.place === 'quote')
    return labelled.test(text) ? (inQuestions.find(has) ?? 'request') : undefined
  if (sentence.place === 'heading') return inHeading(sentence, text, has)
  return sentence.isQuestion ? inQuestions.find(has) : inStatement(sentence, text, language)
}

function inStatement({ place }: Sentence, text: string, { patterns }: Language): Form | undefined {
  if (patterns.described.test(text)) return undefined
  if (patterns.consent.test(text)) return 'consent'
  const form = inStatements.find((name) => patterns[name].test(text))
  if (form === 'closer') return form
  // "Choose a file and press the button" is a step of a guide.
  if (form === 'request' && place === 'item' && !patterns.addressed.test(text)) return undefined
  // "If it fails again, send me the log" asks for nothing now.
  const isLater = startsConditionally.test(text) && (form === 'request' || patterns.conditional.test(text))
  return isLater ? 'conditional' : form
}

function inHeading({ isQuestion }: Sentence, text: string, has: (name: Form) => boolean): Form | undefined {
  if (isQuestion) return inHeadings.find(has)
  return needsReader.test(text) ? 'request' : undefined
}

/** A cell may say "needs your input"; most cells that wait, wait for somebody else. */
function isCellRequest(has: (name: Form) => boolean, language: Language, text: string): boolean {
  return (has('request') || has('waiting')) && language.patterns.addressed.test(text)
}

function isPatternClass(form: Form): form is Form & PatternClass {
  return form !== 'bare' && form !== 'custom'
}
