import { IrisError, type AnswerSource, type AskKind, type SessionId } from '../../../contract/index.ts'
import { detailOf, type AskRow, type Detail } from '../rows.ts'

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
  /** Set when somebody speaks for the person. */
  delegate?: { name: string; mayAnswer: boolean } | undefined
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
  /** The session that answers questions of another before people do; null when only people do. */
  leaderOf: (session: SessionId) => SessionId | null
}

/** What of an ask says whether it climbs. */
interface Climbing extends Pick<AskRow, 'session' | 'kind' | 'text'> {
  detail: Partial<Detail>
}

/** As what somebody may answer an ask; ASK_NOT_YOURS when not at all. */
export function answersAs(rights: Rights, who: Answerer, ask: AskRow): AnswerSource {
  if (who.delegate) return delegateAs(who.delegate, ask)
  if (who.kind === 'human') return 'user'
  const { session } = who
  if (isLeader(rights, session, ask)) return 'lead'
  const isOwn = session === undefined || session === ask.session || rights.kin.worksFor(session, ask.team)
  if (!isOwn && session === leadOf(rights, ask)) return 'lead'
  if (!isOwn && answerersOf(rights, ask).includes(who.name)) return 'delegate'
  throw new IrisError('ASK_NOT_YOURS', 'This ask is not for you to answer.')
}

function isLeader(rights: Rights, session: SessionId | undefined, ask: AskRow): boolean {
  if (session === undefined || session !== ask.forwardedTo) return false
  return session === climbsTo(rights, { ...ask, detail: detailOf(ask) })
}

/** Who speaks for the person answers only when they let it, and never what is for people. */
function delegateAs({ mayAnswer }: { mayAnswer: boolean }, ask: AskRow): AnswerSource {
  if (mayAnswer && !isForPeople(ask)) return 'delegate'
  throw new IrisError('ASK_NOT_YOURS', 'Only the person answers this ask.')
}

/** The session above the asking one that may answer; one that works for the asking team may not. */
export function leadOf({ policy, kin }: Rights, ask: AskRow): SessionId | null {
  if (ask.lead === null || isForPeople(ask)) return null
  const mayLead = ask.forwardedTo !== null || policy(ask.team)?.leadMayAnswer.includes(ask.kind)
  return mayLead && !kin.worksFor(ask.lead, ask.team) ? ask.lead : null
}

/** The session that a question goes to before it comes to people: that of whoever leads the one that asks. */
export function climbsTo({ leaderOf }: Pick<Rights, 'leaderOf'>, ask: Climbing): SessionId | null {
  if (ask.session === null || ask.kind !== 'question') return null
  const { tags = [], context = '', questions = [] } = ask.detail
  const options = questions.flatMap((one) => [one.question, ...one.options.map(({ label }) => label)])
  return isSensitive(tags, [ask.text, context, ...options]) ? null : leaderOf(ask.session)
}

/** The teams whose agents may answer instead of a person. */
export function answerersOf({ policy, kin }: Rights, ask: AskRow): string[] {
  if (isForPeople(ask)) return []
  return (policy(ask.team)?.answerers ?? []).filter((name) => !kin.areOne(name, ask.team))
}

function isForPeople(ask: AskRow): boolean {
  return detailOf(ask).tags.some(sensitive)
}
