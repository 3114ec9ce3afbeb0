import type { Candidate } from './candidates.ts'
import type { Form } from './forms.ts'
import type { AskKind } from './verdict.ts'

const openers =
  /\b(?:what|why|how|where|who|when|was|wie|wo|wer|wann|welche[rnms]?|qué|cómo|dónde|cuál|o que|qual|quais|como|onde|quel|quelle|quoi|comment|où|cosa|come|dove|quale)\b|что|как|где|какой|какие|什么|哪|怎|多少|何|どこ|どの|いつ|무엇|어떤|어디|어떻게/
const bids =
  /\b(?:(?:can|could|would|will) you|kannst du|könntest du|können sie|könnten sie|puedes|puede|podrías|pouvez-vous|peux-tu|pourriez-vous|puoi|potresti|pode|poderia)\b|можете|можешь|能把|能否|可以把|いただけ|もらえ|주실|주시/
/** Words for leave to go on. */
export const consents =
  /approv|confirm|\byes\b|go-?ahead|permission|sign-?off|green light|freigabe|bestätig|zustimmung|aprob|aprov|conferma|approvazione|validation|accord|подтвер|одобр|разреш|确认|批准|承認|許可|승인|허가/
const prefers =
  /prefer|rather|option|approach|which (?:one|of|way)|either|\bor\b|first|lieber|prefier|préf|опци|вариант/

const proposals: ReadonlySet<Form> = new Set<Form>(['proposal', 'gentle', 'consent', 'conditional'])

/** Which kind of answer a candidate wants. */
export function kindOf({ form, sentence, language }: Candidate, options: readonly string[]): AskKind {
  const { text } = sentence
  if (options.length > 1) return 'choice'
  if (proposals.has(form)) return 'permission'
  if (form === 'choice') return asksForFact(language.code, text) ? 'open' : 'choice'
  if (form === 'request' && language.patterns.choice.test(text)) return 'choice'
  if (form === 'request' || form === 'waiting') return consents.test(text) ? 'permission' : 'open'
  return openers.test(text) || bids.test(text) ? 'open' : 'yes_no'
}

/** "Which port is it?" wants a fact; "which one do you prefer?" wants a choice. */
function asksForFact(code: string, text: string): boolean {
  return code === 'en' && !prefers.test(text)
}
