import type { SessionId, TurnId } from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import { byHand, type OpenTurns, type RetryRow, type TurnMarkRow, type TurnRow } from './rows.ts'

/** An open turn that one session told another. */
type Told = { id: TurnId; fromSession: SessionId }

/** The queue, and the life of each turn. */
// As in statements.ts: the statements are the type.
// oxlint-disable-next-line typescript/explicit-module-boundary-types
export function turnStatements(sql: Sql) {
  return {
    insertTurn: sql.prepare(
      `INSERT INTO turn (id, session, message, uuid, author, fromSession, acceptedAt, acceptedSeq, agent)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertWoken: sql.prepare(
      `INSERT INTO turn (id, session, message, uuid, author, acceptedAt, acceptedSeq, agent, deliveredAt, begunAt, wokenBy)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    setWokenBy: sql.prepare('UPDATE turn SET wokenBy = ? WHERE id = ?'),
    turnById: sql.prepare<TurnRow>('SELECT * FROM turn WHERE id = ?'),
    lastTurn: sql.prepare<TurnRow>('SELECT * FROM turn WHERE session = ? ORDER BY n DESC LIMIT 1'),
    turnBefore: sql.prepare<TurnRow>(
      'SELECT * FROM turn WHERE session = ? AND acceptedSeq < ? ORDER BY n DESC LIMIT 1',
    ),
    // What a session began by itself it began because of what it was told before.
    turnAt: sql.prepare<TurnRow>(
      `SELECT * FROM turn WHERE session = ? AND wokenBy IS NULL
       AND coalesce(min(begunAt, deliveredAt), begunAt, deliveredAt) <= ? ORDER BY n DESC LIMIT 1`,
    ),
    toldBy: sql.prepare<TurnRow>('SELECT * FROM turn WHERE fromSession = ? ORDER BY n LIMIT 1000'),
    toldBelow: sql.prepare<TurnRow>(toldBelow),
    nextQueued: sql.prepare<TurnRow>(
      'SELECT * FROM turn WHERE session = ? AND endedAt IS NULL AND deliveredAt IS NULL ORDER BY coalesce(place, n) LIMIT 1',
    ),
    openTurns: sql.prepare<TurnRow>('SELECT * FROM turn WHERE session = ? AND endedAt IS NULL ORDER BY n'),
    queuedCount: sql.prepare<{ count: number }>(
      'SELECT count(*) AS count FROM turn WHERE session = ? AND endedAt IS NULL AND deliveredAt IS NULL',
    ),
    turnCount: sql.prepare<{ count: number }>('SELECT count(*) AS count FROM turn WHERE session = ?'),
    openTurn: sql.prepare<TurnRow>(
      'SELECT * FROM turn WHERE session = ? AND endedAt IS NULL AND agent IS NOT NULL ORDER BY n LIMIT 1',
    ),
    lastGiven: sql.prepare<TurnRow>(
      'SELECT * FROM turn WHERE session = ? AND agent = ? ORDER BY n DESC LIMIT 1',
    ),
    openTold: sql.prepare<Told>('SELECT id, fromSession FROM turn WHERE fromSession = ? AND endedAt IS NULL'),
    openToldTo: sql.prepare<Told>(
      'SELECT id, fromSession FROM turn WHERE session = ? AND endedAt IS NULL AND fromSession IS NOT NULL',
    ),
    openByTeam: sql.prepare<OpenTurns>(
      `SELECT team, count(deliveredAt) AS running, count(*) - count(deliveredAt) AS queued,
         count(CASE WHEN deliveredAt IS NULL THEN retryOf END) AS limited
       FROM turn JOIN session ON session.id = turn.session WHERE endedAt IS NULL GROUP BY team`,
    ),
    sessionsWithOpenTurns: sql.prepare<{ session: SessionId }>(
      'SELECT DISTINCT session FROM turn WHERE endedAt IS NULL',
    ),
    setGiven: sql.prepare('UPDATE turn SET agent = ? WHERE id = ?'),
    setDelivered: sql.prepare('UPDATE turn SET deliveredAt = ? WHERE id = ?'),
    setTurnBegun: sql.prepare('UPDATE turn SET begunAt = coalesce(begunAt, ?) WHERE id = ?'),
    // Another uuid, because the pipe puts a message with the same one only once.
    giveAgain: sql.prepare(
      'UPDATE turn SET attempts = attempts + 1, uuid = ?, deliveredAt = NULL, agent = NULL WHERE id = ?',
    ),
    setEnded: sql.prepare(
      `UPDATE turn SET endedAt = ?, how = ?, answer = ?, earlier = ?, advice = ?, cost = ?, rehearsed = ?
       WHERE id = ? AND endedAt IS NULL`,
    ),
  }
}

/** Turns that wait to be taken up again. */
// As in statements.ts: the statements are the type.
// oxlint-disable-next-line typescript/explicit-module-boundary-types
export function retryStatements(sql: Sql) {
  const waiting = 'endedAt IS NULL AND deliveredAt IS NULL'
  const retry =
    'SELECT id, session, acceptedAt, dueAt, releasedAt, retryOf, substr(message, 1, 200) AS preview FROM turn'
  return {
    setFirst: sql.prepare('UPDATE turn SET place = 0 WHERE id = ?'),
    insertRetry: sql.prepare(
      `INSERT INTO turn
         (id, session, message, uuid, author, fromSession, acceptedAt, acceptedSeq, retryOf, place, dueAt, knownIn)
       SELECT ?, session, message, ?, author, fromSession, ?, ?, turn.id, coalesce(place, n), ?,
         CASE WHEN begunAt IS NOT NULL THEN conversation END
       FROM turn JOIN session ON session.id = turn.session WHERE turn.id = ?`,
    ),
    nextRetry: sql.prepare<TurnRow>(
      `SELECT * FROM turn WHERE session = ? AND retryOf IS NOT NULL AND ${waiting}
       AND (releasedAt IS NOT NULL OR coalesce(dueAt, 0) < ${byHand}) ORDER BY place LIMIT 1`,
    ),
    nextFresh: sql.prepare<TurnRow>(
      `SELECT * FROM turn WHERE session = ? AND ${waiting} AND retryOf IS NULL ORDER BY coalesce(place, n), n LIMIT 1`,
    ),
    retryById: sql.prepare<RetryRow>(`${retry} WHERE id = ? AND retryOf IS NOT NULL AND ${waiting}`),
    firstRetry: sql.prepare<RetryRow>(
      `${retry} WHERE session = ? AND retryOf IS NOT NULL AND ${waiting} ORDER BY place LIMIT 1`,
    ),
    retries: sql.prepare<{ turn: TurnId; session: SessionId }>(
      `SELECT id AS turn, session FROM turn WHERE retryOf IS NOT NULL AND ${waiting} ORDER BY session, place`,
    ),
    retriesOfTeam: sql.prepare<{ turn: TurnId; session: SessionId }>(
      `SELECT turn.id AS turn, session FROM turn JOIN session ON session.id = turn.session
       WHERE team = ? AND retryOf IS NOT NULL AND ${waiting} ORDER BY session, place`,
    ),
    retriedBy: sql.prepare<{ id: TurnId }>('SELECT id FROM turn WHERE retryOf = ?'),
    setReleased: sql.prepare(
      `UPDATE turn SET releasedAt = ? WHERE id = ? AND session = ? AND retryOf IS NOT NULL AND releasedAt IS NULL AND ${waiting}`,
    ),
  }
}

/** Turns to be shown. */
// As in statements.ts: the statements are the type.
// oxlint-disable-next-line typescript/explicit-module-boundary-types
export function pageStatements(sql: Sql) {
  return {
    turnsAfter: sql.prepare<TurnRow>('SELECT * FROM turn WHERE session = ? AND n > ? ORDER BY n LIMIT ?'),
    turnSizes: sql.prepare<{ size: number }>(
      `SELECT length(message) + coalesce(length(answer), 0) AS size
       FROM turn WHERE session = ? AND n > ? ORDER BY n LIMIT ?`,
    ),
    newestTurns: sql.prepare<TurnMarkRow>(
      `SELECT id, author, fromSession, agent, how, substr(message, 1, 200) AS preview, substr(answer, 1, 200) AS answer,
         acceptedAt, acceptedSeq, deliveredAt, endedAt, cost, rehearsed, retryOf
       FROM turn WHERE session = ? ORDER BY n DESC LIMIT ?`,
    ),
  }
}

/**
 * What those told by a session told others in turn, at any depth, and the turns they began by themselves after it.
 * A session does one turn at a time, so what it told while it was at a turn it told because of that one.
 */
const toldBelow = `
  WITH RECURSIVE told AS (
    SELECT * FROM turn WHERE fromSession = ?
    UNION
    SELECT next.* FROM told JOIN turn AS next ON next.fromSession = told.session AND next.n > told.n
      AND next.acceptedAt >= coalesce(min(told.begunAt, told.deliveredAt), told.begunAt, told.deliveredAt)
      AND (told.endedAt IS NULL OR next.acceptedAt <= told.endedAt)
    UNION
    SELECT woken.* FROM told JOIN turn AS woken ON woken.session = told.session AND woken.n > told.n
      AND woken.wokenBy IS NOT NULL AND woken.n < coalesce(
        (SELECT n FROM turn AS other WHERE other.session = told.session AND other.n > told.n AND other.wokenBy IS NULL
         ORDER BY n LIMIT 1), 9e18)
    LIMIT 1000
  )
  SELECT * FROM told WHERE fromSession IS NOT ? ORDER BY n`
