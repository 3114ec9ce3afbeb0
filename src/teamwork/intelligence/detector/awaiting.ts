import type { Candidate } from './candidates.ts'
import { consents } from './kinds.ts'

/** Words for whoever reads: in each language of the packs, the polite forms too. */
const reader =
  /\b(?:you|yours?|human|person|user|someone|somebody|du|dir|dich|dein\p{L}*|euch|eure\p{L}*|sie|ihnen|ihre?\p{L}*|tú|tus?|ustedes|usted|vous|votre|vos|toi|ton|tes|voi|vostr\p{L}*|tuo\p{L}*|tua|você|vocês|seu|sua|teu)\b|(?<!\p{L})(?:вы|вас|вам|вами|ваш\p{L}*|ты|тебя|тебе|тво\p{L}*)(?!\p{L})|[你您]|あなた|ご(?:確認|指示|回答|承認|連絡|返答|判断)|당신|주세요|주시/u

/**
 * Whether a sentence only says that another team's answer is awaited: it does not speak to the reader, and what it waits
 * for is no leave, unless it names the team that is to give it.
 */
export function onlyAwaits({ form, sentence }: Candidate, teams: readonly string[]): boolean {
  if (teams.length === 0 || form !== 'waiting' || sentence.isQuestion) return false
  if (reader.test(sentence.text)) return false
  return !consents.test(sentence.text) || teams.some((team) => names(sentence.text, team))
}

function names(text: string, team: string): boolean {
  return text.split(/[^\p{L}\p{N}._-]+/u).some((word) => word.replace(/[._-]+$/, '') === team)
}
