import {
  IrisError,
  newId,
  type AgentId,
  type Retry,
  type SessionId,
  type TurnId,
} from '../../contract/index.ts'
import { areOne, leadOf, worksFor, type Lead } from './leads.ts'
import { cutOffOf } from './listening/connecting.ts'
import { retryFrom } from './delivering/retries.ts'
import type { OpenTurns, SessionRow, TeammateRow, TurnMarkRow, TurnRow } from './tables/rows.ts'
import { isWaitingForTell, waitersOf } from './listening/watching.ts'
import { answerOf, type Answer } from './listening/answers.ts'
import { wordsBefore, type Allowance } from './listening/words.ts'
import type { SessionsContext } from './context.ts'

/** Characters of all texts of one page. */
const maxChars = 4 * 1024 * 1024
/** Lines of a turn that ended before it was kept in which of them its agent spoke. */
const maxOldLines = 50_000

/** How many sessions, and after which: when that was used and its id. */
interface SessionPage {
  limit: number
  before?: { lastUsedAt: number; id: string } | undefined
}

const defaultPage: SessionPage = { limit: 500 }
const fromTheNewest = { lastUsedAt: Number.MAX_SAFE_INTEGER, id: '' }

/** What there is of sessions and turns. */
export interface LookUps {
  open(caller: string, team: string): SessionRow
  find(caller: string, team: string): SessionRow | undefined
  byId(id: SessionId): SessionRow
  /** A page of the sessions of a team, or of all; the last used first. */
  list(team?: string, page?: SessionPage): SessionRow[]
  /** The open turns of every team that has any. */
  openTurns(): OpenTurns[]
  turn(id: TurnId): TurnRow
  /** A turn, if it is one of this session. */
  turnIn(session: SessionId, id: TurnId): TurnRow | undefined
  /** The turn of a session that is delivered next. */
  nextQueued(session: SessionId): TurnRow | undefined
  turnsAfter(session: SessionId, after: number, limit: number): TurnRow[]
  /** The same as far as it fits into one answer, and whether there are more; texts may be long. */
  turnPage(session: SessionId, after: number, limit: number): { turns: TurnRow[]; hasMore: boolean }
  /** The newest turns in short, oldest first. */
  marks(session: SessionId, limit: number): TurnMarkRow[]
  counts(session: SessionId): { turns: number; queued: number }
  /** A turn that waits to take up again one that met a limit. */
  retry(turn: TurnId): Retry | undefined
  /** The first of a session that does. */
  firstRetry(session: SessionId): Retry | null
  /** All that do, of one team or of all, in order. */
  retries(team?: string): { turn: TurnId; session: SessionId }[]
  /** The turn that takes up again one that met a limit. */
  retriedBy(turn: TurnId): TurnId | null
  /** The newest turn of a session. */
  lastTurn(session: SessionId): TurnRow | undefined
  /** The newest turn of a session that was accepted before an event. */
  turnBefore(session: SessionId, seq: number): TurnRow | undefined
  /** Who may answer what is asked in a turn; null when only people may. */
  leadOf(turn: TurnRow | undefined): Lead | null
  /** Whether a session is of a team, or was ever told something by it, at first hand or through others. */
  worksFor(session: SessionId, team: string): boolean
  /** Whether two teams count as one: they have the same name or the same folder. */
  areOne(one: string, other: string): boolean
  /** The turns that a session told others, oldest first. */
  toldBy(session: SessionId): TurnRow[]
  /** What came of those at second hand or further: what they made others do, oldest first. */
  toldBelow(session: SessionId): TurnRow[]
  /** The teams that a session had told something and that had not answered it at a time. */
  awaitedAt(session: SessionId, at: number): string[]
  /** The teammates inside the agent of a session, also those that ended. */
  teammates(session: SessionId): TeammateRow[]
  /** The sessions whose agents wait for this one, at first or at second hand. */
  waitersOf(session: SessionId): ReadonlySet<SessionId>
  /** Whether the agent of a session waits for a tell of its own. */
  isWaitingForTell(session: SessionId): boolean
  /** The session of an agent whose process lives. */
  ofLiving(agent: AgentId): SessionRow | undefined
  /** How the CLI calls it when the agent of a session has no connection to Iris; null when it has one, or none runs. */
  cutOff(session: SessionId): string | null
  /** What the agent had said in a turn when the event of a number was written. */
  saidBefore(turn: TurnId, seq: number): string
  /** All that was said in a turn; of one that ended before that was kept as far as the lines that may be read have it. */
  answerOf(turn: TurnRow, allowance?: Allowance): Answer
}

export function lookUps(context: SessionsContext): LookUps {
  const { rows } = context
  const turn = (id: TurnId): TurnRow => found(rows.turnById.get(id), `There is no turn ${id}.`)
  return {
    open: (caller, team) => rows.sessionOf.get(caller, team) ?? openSession(context, caller, team),
    find: (caller, team) => rows.sessionOf.get(caller, team),
    byId: (id) => found(rows.sessionById.get(id), `There is no session ${id}.`),
    list(team, { limit, before = fromTheNewest } = defaultPage) {
      const place = [before.lastUsedAt, before.id, limit] as const
      return team === undefined ? rows.sessions.all(...place) : rows.sessionsOfTeam.all(team, ...place)
    },
    openTurns: () => rows.openByTeam.all(),
    turn,
    turnIn(session, id) {
      const row = rows.turnById.get(id)
      return row?.session === session ? row : undefined
    },
    nextQueued: (session) => rows.nextQueued.get(session),
    answerOf: (row, allowance = { lines: maxOldLines }) => answerOf(context, row, allowance),
    saidBefore: (id, seq) => wordsBefore(context, turn(id), seq),
    turnsAfter: (session, after, limit) => rows.turnsAfter.all(session, after, limit),
    turnPage(session, after, limit) {
      const sizes = rows.turnSizes.all(session, after, limit + 1).map(({ size }) => size)
      const count = Math.min(limit, fitting(sizes))
      return { turns: rows.turnsAfter.all(session, after, count), hasMore: sizes.length > count }
    },
    lastTurn: (session) => rows.lastTurn.get(session),
    turnBefore: (session, seq) => rows.turnBefore.get(session, seq),
    leadOf: (turn) => leadOf(context, turn),
    worksFor: (session, team) => worksFor(context, session, team),
    areOne: (one, other) => areOne(context, one, other),
    toldBy: (session) => rows.toldBy.all(session),
    toldBelow: (session) => rows.toldBelow.all(session, session),
    awaitedAt: (session, at) => rows.awaited.all(session, at, at).map(({ team }) => team),
    teammates: (session) => rows.teammates.all(session),
    marks: (session, limit) => rows.newestTurns.all(session, limit).toReversed(),
    waitersOf: (session) => waitersOf(context, session),
    isWaitingForTell: (session) => isWaitingForTell(context, session),
    ofLiving(agent) {
      const row = rows.agentById.get(agent)
      const session = row?.endedAt === null ? rows.sessionById.get(row.session) : undefined
      return session?.deletedAt === null ? session : undefined
    },
    cutOff: (session) => cutOffOf(context, session),
    retry: (id) => retryFrom(context, rows.retryById.get(id)),
    firstRetry: (session) => retryFrom(context, rows.firstRetry.get(session)) ?? null,
    retries: (team) => (team === undefined ? rows.retries.all() : rows.retriesOfTeam.all(team)),
    retriedBy: (id) => rows.retriedBy.get(id)?.id ?? null,
    counts: (session) => ({
      turns: rows.turnCount.get(session)?.count ?? 0,
      queued: rows.queuedCount.get(session)?.count ?? 0,
    }),
  }
}

/** How many fit; the first always does. */
function fitting(sizes: readonly number[]): number {
  let chars = 0
  const over = sizes.findIndex((size) => (chars += size) > maxChars)
  return over === -1 ? sizes.length : Math.max(1, over)
}

function found<T>(row: T | undefined, otherwise: string): T {
  if (row === undefined) throw new IrisError('NOT_FOUND', otherwise)
  return row
}

function openSession(context: SessionsContext, caller: string, team: string): SessionRow {
  const id = newId('ses', context.clock.now())
  return context.log.write((append) => {
    context.rows.insertSession.run(
      id,
      caller,
      team,
      globalThis.crypto.randomUUID(),
      context.clock.now(),
      context.clock.now(),
    )
    append({ type: 'session.opened', session: id, data: { from: caller, to: team } })
    const row = context.rows.sessionById.get(id)
    if (!row) throw new Error('a session just made is gone')
    return row
  })
}
