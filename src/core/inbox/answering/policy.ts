import { IrisError, type AnswerSource, type AskKind, type SessionId } from '../../../contract/index.ts'
import { detailOf, type AskRow } from '../rows.ts'

/** What the config of a team says about its asks. */
export interface TeamPolicy {
  /** Kinds of asks that the team which told it may answer. */
  readonly leadMayAnswer: readonly AskKind[]
  /** Teams whose agents may answer instead of a person. */
  readonly answerers: readonly string[]
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
function sensitive(tag: string): boolean {
  return sensitiveTags.has(tag.toLowerCase())
}

/** Words of money, secrets and approval, in the languages agents ask in most; a tag is the agent's own word only. */
const sensitiveWords =
  /\b(?:costs?|pric(?:e|es|ing)|budget|pay(?:ment|s|ing)?|purchase|invoice|buy|billing|passwords?|secrets?|credentials?|api keys?|private keys?|access tokens?|security|vulnerab\w+|approv(?:e|al|ed)|sign off|kosten|preis\w*|bezahl\w*|passwor\w*|geheim\w*|sicherheit\w*|freigabe|genehmig\w*|co[ûu]t|prix|s[ée]curit[ée]|approuv\w*|precio|coste|contraseña|seguridad|aprob\w*)\b|[€£¥]|\$\s?\d/iu

/** Whether a question is for a person each time anew, by its tags or by what it speaks of. */
export function isSensitive(tags: readonly string[], words: readonly string[]): boolean {
  return tags.some(sensitive) || words.some((text) => sensitiveWords.test(text))
}

/** What the inbox has to know of sessions and teams to say who may answer. */
export interface Kin {
  /** The team of a session. */
  teamOf(session: SessionId): string
  /** Whether a session is of a team, or was ever told something by it, at first hand or through others. */
  worksFor(session: SessionId, team: string): boolean
  /** Whether two teams count as one. */
  areOne(one: string, other: string): boolean
}

/** What decides who may answer the asks of a team. */
export interface Rights {
  policy: (team: string) => TeamPolicy | undefined
  kin: Kin
}

/** As what somebody may answer an ask; ASK_NOT_YOURS when not at all. */
export function answersAs(rights: Rights, who: Answerer, ask: AskRow): AnswerSource {
  if (who.kind === 'human') return 'user'
  const { session } = who
  const isOwn = session === undefined || session === ask.session || rights.kin.worksFor(session, ask.team)
  if (!isOwn && session === leadOf(rights, ask)) return 'lead'
  if (!isOwn && answerersOf(rights, ask).includes(who.name)) return 'delegate'
  throw new IrisError('ASK_NOT_YOURS', 'This ask is not for you to answer.')
}

/** The session above the asking one that may answer; one that works for the asking team may not. */
export function leadOf({ policy, kin }: Rights, ask: AskRow): SessionId | null {
  if (ask.lead === null || isForPeople(ask)) return null
  const mayLead = ask.forwardedTo !== null || policy(ask.team)?.leadMayAnswer.includes(ask.kind)
  return mayLead && !kin.worksFor(ask.lead, ask.team) ? ask.lead : null
}

/** The teams whose agents may answer instead of a person. */
export function answerersOf({ policy, kin }: Rights, ask: AskRow): string[] {
  if (isForPeople(ask)) return []
  return (policy(ask.team)?.answerers ?? []).filter((name) => !kin.areOne(name, ask.team))
}

function isForPeople(ask: AskRow): boolean {
  return detailOf(ask).tags.some(sensitive)
}
