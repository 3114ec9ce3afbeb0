import type { Candidate } from './candidates.ts'
import type { Form } from './forms.ts'
import type { AskKind } from './verdict.ts'

const openers =
  /\b(?:what|which|whose|why|how|where|who|when|was|wie|wo|wer|wann|welche[rnms]?|qué|cómo|dónde|cuál|o que|qual|quais|como|onde|quel|quelle|quoi|comment|où|cosa|come|dove|quale)\b|что|как|где|какой|какие|什么|哪|怎|多少|何|どこ|どの|いつ|무엇|어떤|어디|어떻게/
const bids =
  /\b(?:(?:can|could|would|will) you|kannst du|könntest du|können sie|könnten sie|puedes|puede|podrías|pouvez-vous|peux-tu|pourriez-vous|puoi|potresti|pode|poderia)\b|можете|можешь|能把|能否|可以把|いただけ|もらえ|주실|주시/
/** Words for leave to go on. */
export const consents =
  /approv|confirm|\byes\b|go-?ahead|permission|sign-?off|green light|freigabe|bestätig|zustimmung|aprob|aprov|conferma|approvazione|validation|accord|подтвер|одобр|разреш|确认|批准|承認|許可|승인|허가/
/** A verb comes first: the answer is yes or no, whatever else the sentence asks about. */
const verbFirst =
  /^¿?(?:so |and |but |or |also )?(?:is|are|was|were|am|does|do|did|has|have|had|will|would|isn't|aren't|doesn't|didn't|ist|sind|war|waren|hat|haben|gibt|wird|werden|passt|stimmt|gilt|es|está|están|hay|tiene|est-ce que|y a-t-il|avez-vous|c'est|è|c'è|hai|avete|é|há|tem|estão)(?![\p{L}'])/u
/** Asks for a fact behind a verb: "do you know which …". */
const verbThenFact =
  /^(?:do|did|would|have|are|is|was) (?:you|there|that|it)\b.{0,30}\b(?:know|remember|recall|tell|have|prefer|suggest|recommend)\b.{0,20}\b(?:which|what|where|who|when|how|why|preference|idea|thoughts?)\b/
/** The statement is there already; the reader says whether it holds. */
const tagged =
  /(?:,|—|–|-|\.|;) ?¿?(?:right|correct|yes|agreed|isn't it|aren't they|doesn't it|oder|richtig|korrekt|stimmt's|verdad|cierto|correcto|n'est-ce pas|c'est ça|vero|giusto|corretto|certo|correto|né|верно|так|правильно)\?$|对(?:吗|吧|么)？?$|(?:です|ます)よね？?$|맞(?:죠|나요|지요)\?$/
const asksLeave =
  /^¿?(?:so |and )?(?:may|can|could) (?:i|we)\b|\bpermission to\b|^(?:allow|approve)\b|^darf ich|^puedo\b|^puis-je|^posso\b|^можно\b|許可|승인/
const agrees = /^(?:y|yes|yep|ok|ja|sí|si|oui|sì|sim|да|是|はい|네|예)(?![\p{L}])/iu
const declines = /^(?:n|no|nope|nein|non|não|нет|不|否|いいえ|아니)(?![\p{Ll}])/iu

const prefers =
  /prefer|rather|option|approach|which (?:one|of|way)|either|\bor\b|first|lieber|prefier|préf|опци|вариант/

const proposals: ReadonlySet<Form> = new Set<Form>(['leave', 'proposal', 'gentle', 'consent', 'conditional'])

/** Which kind of answer a candidate wants. */
export function kindOf(candidate: Candidate, options: readonly string[]): AskKind {
  const { form, sentence } = candidate
  const isYesOrNo = [agrees, declines].every((words) => options.some((option) => words.test(option)))
  if (isYesOrNo) return proposals.has(form) ? 'permission' : 'yes_no'
  if (options.length > 1) return choiceOr(form, sentence.text)
  if (tagged.test(sentence.text)) return 'yes_no'
  return byForm(candidate)
}

function byForm({ form, sentence, language }: Candidate): AskKind {
  const { text } = sentence
  if (proposals.has(form)) return 'permission'
  if (form === 'choice') return asksForFact(language.code, text) ? 'open' : 'choice'
  if (form === 'request' && language.patterns.choice.test(text)) return 'choice'
  if (form === 'request' || form === 'waiting') return consents.test(text) ? 'permission' : 'open'
  return byWords(text)
}

function byWords(text: string): AskKind {
  if (bids.test(text)) return 'open'
  if (verbFirst.test(text)) return verbThenFact.test(text) ? 'open' : 'yes_no'
  return openers.test(text) ? 'open' : 'yes_no'
}

/** "May I, or should it …?" asks for leave; "can you send it or ask somebody?" for something to be done. */
function choiceOr(form: Form, text: string): AskKind {
  if (proposals.has(form) && asksLeave.test(text)) return 'permission'
  return (form === 'query' || form === 'bare') && bids.test(text) ? 'open' : 'choice'
}

/** "Which port is it?" wants a fact; "which one do you prefer?" wants a choice. */
function asksForFact(code: string, text: string): boolean {
  return code === 'en' && !prefers.test(text)
}
