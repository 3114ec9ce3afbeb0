import type { SessionId } from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { AgentRow, SessionRow, TeammateRow } from './rows.ts'
import { pageStatements, retryStatements, turnStatements } from './turn-statements.ts'

export type Rows = ReturnType<typeof prepareRows>

/** The statements of these tables, prepared once. */
// The statements are the type; writing it out again would only repeat the names.
// oxlint-disable-next-line typescript/explicit-module-boundary-types
export function prepareRows(sql: Sql) {
  return {
    ...sessionStatements(sql),
    ...turnStatements(sql),
    ...retryStatements(sql),
    ...pageStatements(sql),
    ...agentStatements(sql),
    ...teammateStatements(sql),
  }
}

function sessionStatements(sql: Sql) {
  return {
    awaited: sql.prepare<{ team: string }>(
      `SELECT DISTINCT team FROM turn JOIN session ON session.id = turn.session
       WHERE fromSession = ? AND turn.acceptedAt <= ? AND (turn.endedAt IS NULL OR turn.endedAt > ?)`,
    ),
    insertSession: sql.prepare(
      'INSERT INTO session (id, caller, team, conversation, createdAt, lastUsedAt) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    sessionOf: sql.prepare<SessionRow>(
      'SELECT * FROM session WHERE caller = ? AND team = ? AND deletedAt IS NULL',
    ),
    sessionById: sql.prepare<SessionRow>('SELECT * FROM session WHERE id = ?'),
    sessions: sql.prepare<SessionRow>(
      `SELECT * FROM session WHERE deletedAt IS NULL AND (lastUsedAt, id) < (?, ?)
       ORDER BY lastUsedAt DESC, id DESC LIMIT ?`,
    ),
    sessionsOfTeam: sql.prepare<SessionRow>(
      `SELECT * FROM session WHERE team = ? AND deletedAt IS NULL AND (lastUsedAt, id) < (?, ?)
       ORDER BY lastUsedAt DESC, id DESC LIMIT ?`,
    ),
    // One step per teller, however often it told.
    nextTeller: sql.prepare<{ id: SessionId | null }>(
      'SELECT min(fromSession) AS id FROM turn WHERE session = ? AND fromSession > ?',
    ),
    touchSession: sql.prepare('UPDATE session SET lastUsedAt = ? WHERE id = ?'),
    noteGivenUp: sql.prepare('UPDATE session SET gaveUp = 1 WHERE id = ?'),
    clearGivenUp: sql.prepare('UPDATE session SET gaveUp = 0 WHERE id = ? AND gaveUp = 1'),
    setBegun: sql.prepare('UPDATE session SET begun = ? WHERE id = ?'),
    setConversation: sql.prepare('UPDATE session SET conversation = ?, begun = ?, total = NULL WHERE id = ?'),
    setSessionTotal: sql.prepare('UPDATE session SET total = ? WHERE id = ?'),
    deleteSession: sql.prepare('UPDATE session SET deletedAt = ? WHERE id = ?'),
  }
}

function agentStatements(sql: Sql) {
  return {
    insertAgent: sql.prepare(
      `INSERT INTO agent (id, session, team, conversation, resumed, startedAt, bypasses, settings)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    setSettings: sql.prepare('UPDATE agent SET settings = ? WHERE id = ?'),
    setAsking: sql.prepare('UPDATE agent SET bypasses = 0 WHERE id = ?'),
    setPid: sql.prepare('UPDATE agent SET pid = ? WHERE id = ?'),
    setAgentTotal: sql.prepare('UPDATE agent SET total = ? WHERE id = ?'),
    setOffset: sql.prepare('UPDATE agent SET offset = ? WHERE id = ? AND offset = ?'),
    setAgentEnded: sql.prepare('UPDATE agent SET endedAt = ? WHERE id = ? AND endedAt IS NULL'),
    setCutOff: sql.prepare('UPDATE agent SET cutOff = ? WHERE id = ?'),
    agentById: sql.prepare<AgentRow>('SELECT * FROM agent WHERE id = ?'),
    livingAgentOf: sql.prepare<AgentRow>('SELECT * FROM agent WHERE session = ? AND endedAt IS NULL'),
    livingAgents: sql.prepare<AgentRow>('SELECT * FROM agent WHERE endedAt IS NULL'),
  }
}

/** Whose line it is that comes under a call; a process that was resumed may name the later call. */
const speaking = 'session = ? AND ? IN (voice, toolUse) AND endedAt IS NULL'

function teammateStatements(sql: Sql) {
  return {
    insertTeammate: sql.prepare(
      `INSERT INTO teammate (id, session, agent, toolUse, name, role, description, activity, isBackground, startedAt, taskStartedAt)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET agent = excluded.agent, voice = coalesce(voice, toolUse), toolUse = excluded.toolUse,
         activity = excluded.activity, taskStartedAt = excluded.taskStartedAt, tasks = tasks + 1,
         isBackground = excluded.isBackground, endedAt = NULL, how = NULL, fault = NULL, report = NULL, isLost = 0`,
    ),
    teammate: sql.prepare<TeammateRow>('SELECT * FROM teammate WHERE session = ? AND id = ?'),
    teammates: sql.prepare<TeammateRow>('SELECT * FROM teammate WHERE session = ? ORDER BY startedAt, id'),
    livingTeammates: sql.prepare<TeammateRow>(
      'SELECT * FROM teammate WHERE session = ? AND endedAt IS NULL ORDER BY startedAt, id',
    ),
    livingTeammate: sql.prepare<{ id: string }>(
      'SELECT id FROM teammate WHERE session = ? AND endedAt IS NULL LIMIT 1',
    ),
    setActivity: sql.prepare(
      'UPDATE teammate SET activity = ?, tokens = coalesce(?, tokens) WHERE session = ? AND id = ?',
    ),
    setBackground: sql.prepare(
      'UPDATE teammate SET isBackground = 1 WHERE session = ? AND toolUse = ? AND endedAt IS NULL',
    ),
    setFault: sql.prepare(`UPDATE teammate SET fault = ? WHERE ${speaking}`),
    setReport: sql.prepare(`UPDATE teammate SET report = ? WHERE ${speaking}`),
    setTeammateEnded: sql.prepare(
      `UPDATE teammate SET endedAt = ?, how = ?, summary = ?, tokens = coalesce(?, tokens)
       WHERE session = ? AND id = ? AND endedAt IS NULL`,
    ),
    setLost: sql.prepare('UPDATE teammate SET isLost = 1 WHERE session = ? AND id = ?'),
    setSummary: sql.prepare('UPDATE teammate SET summary = ? WHERE session = ? AND id = ?'),
  }
}
