import { IrisError, type AnswerSource, type AskKind, type SessionId } from '../../contract/index.ts'
import { detailOf, type AskRow } from './rows.ts'

/** What the config of a team says about its asks. */
export interface TeamPolicy {
  /** Kinds of asks that the team which told it may answer. */
  readonly leadMayAnswer: readonly AskKind[]
  /** Teams whose agents may answer instead of a person. */
  readonly delegates: readonly string[]
  /** Whether its agents are told to ask, and heard when they do. */
  readonly questioning: boolean
}

/** Who answers, as its token says. */
export interface Answerer {
  kind: 'human' | 'agent'
  /** Of an agent its team. */
  name: string
  session?: SessionId
}

const sensitiveTags = new Set(['approval', 'security', 'cost', 'promotion'])

/** Tags of questions that only a person answers, each time anew. */
export function sensitive(tag: string): boolean {
  return sensitiveTags.has(tag.toLowerCase())
}

/** Words of money, secrets and approval, in the languages agents ask in most; a tag is the agent's own word only. */
const sensitiveWords =
  /\b(?:costs?|pric(?:e|es|ing)|budget|pay(?:ment|s|ing)?|purchase|invoice|buy|billing|passwords?|secrets?|credentials?|api keys?|private keys?|access tokens?|security|vulnerab\w+|approv(?:e|al|ed)|sign off|kosten|preis\w*|bezahl\w*|passwor\w*|geheim\w*|sicherheit\w*|freigabe|genehmig\w*|co[ûu]t|prix|s[ée]curit[ée]|approuv\w*|precio|coste|contraseña|seguridad|aprob\w*)\b|[€£¥]|\$\s?\d/iu

/** Whether a question is for a person each time anew, by its tags or by what it speaks of. */
export function isSensitive(tags: readonly string[], words: readonly string[]): boolean {
  return tags.some(sensitive) || words.some((text) => sensitiveWords.test(text))
}

/** As what somebody may answer an ask; ASK_NOT_YOURS when not at all. */
export function answersAs(who: Answerer, ask: AskRow, policy: TeamPolicy | undefined): AnswerSource {
  if (who.kind === 'human') return 'user'
  const isOwn = who.session === undefined || who.session === ask.session
  if (!isOwn && ask.lead === who.session && leadMayAnswer(ask, policy)) return 'lead'
  if (!isOwn && isDelegate(who, ask, policy)) return 'delegate'
  throw new IrisError('ASK_NOT_YOURS', 'This ask is not for you to answer.')
}

/** Whether the session that told the asking one may answer. */
export function leadMayAnswer(ask: AskRow, policy: TeamPolicy | undefined): boolean {
  if (ask.lead === null || isForPeople(ask)) return false
  return ask.forwardedTo !== null || (policy?.leadMayAnswer.includes(ask.kind) ?? false)
}

function isDelegate({ name }: Answerer, ask: AskRow, policy: TeamPolicy | undefined): boolean {
  return name !== ask.team && !isForPeople(ask) && (policy?.delegates.includes(name) ?? false)
}

function isForPeople(ask: AskRow): boolean {
  return detailOf(ask).tags.some(sensitive)
}
