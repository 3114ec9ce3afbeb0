import type { AgentId, SessionId, TurnEnding, TurnId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Migrations } from '../store/index.ts'

export const sessionMigrations: Migrations = {
  owner: 'sessions',
  steps: [
    `CREATE TABLE session (
       id TEXT PRIMARY KEY, caller TEXT NOT NULL, team TEXT NOT NULL, conversation TEXT NOT NULL,
       begun INTEGER NOT NULL DEFAULT 0, cumulativeCost REAL NOT NULL DEFAULT 0,
       createdAt INTEGER NOT NULL, lastUsedAt INTEGER NOT NULL, deletedAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX session_of_pair ON session (caller, team) WHERE deletedAt IS NULL;
     CREATE TABLE turn (
       n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, session TEXT NOT NULL REFERENCES session (id),
       message TEXT NOT NULL, uuid TEXT NOT NULL, author TEXT NOT NULL, fromSession TEXT,
       acceptedAt INTEGER NOT NULL, deliveredAt INTEGER, endedAt INTEGER, how TEXT, answer TEXT, agent TEXT,
       cost REAL, rehearsed INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0
     ) STRICT;
     CREATE INDEX turn_of_session ON turn (session, n);
     CREATE INDEX turn_open ON turn (session, n) WHERE endedAt IS NULL;
     CREATE TABLE agent (
       id TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES session (id), team TEXT NOT NULL,
       offset INTEGER NOT NULL DEFAULT 0, conversation TEXT NOT NULL, startedAt INTEGER NOT NULL, endedAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX agent_of_session ON agent (session) WHERE endedAt IS NULL;`,
  ],
}

/** The conversation of one caller with one team. `begun`: the CLI has a transcript to resume. */
export interface SessionRow {
  id: SessionId
  caller: string
  team: string
  conversation: string
  begun: number
  cumulativeCost: number
  createdAt: number
  lastUsedAt: number
  deletedAt: number | null
}

/** One message and what came of it. Its state follows from which dates are set. */
export interface TurnRow {
  n: number
  id: TurnId
  session: SessionId
  message: string
  uuid: string
  author: string
  fromSession: SessionId | null
  acceptedAt: number
  deliveredAt: number | null
  endedAt: number | null
  how: TurnEnding | null
  answer: string | null
  agent: AgentId | null
  cost: number | null
  rehearsed: number
  attempts: number
}

/** A process and how far its output is recorded. */
export interface AgentRow {
  id: AgentId
  session: SessionId
  team: string
  offset: number
  conversation: string
  startedAt: number
  endedAt: number | null
}

export type Rows = ReturnType<typeof prepareRows>

/** The statements of these tables, prepared once. */
// The statements are the type; writing it out again would only repeat the names.
// oxlint-disable-next-line typescript/explicit-module-boundary-types
export function prepareRows(sql: Sql) {
  return { ...sessionStatements(sql), ...turnStatements(sql), ...agentStatements(sql) }
}

function sessionStatements(sql: Sql) {
  return {
    insertSession: sql.prepare(
      'INSERT INTO session (id, caller, team, conversation, createdAt, lastUsedAt) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    sessionOf: sql.prepare<SessionRow>(
      'SELECT * FROM session WHERE caller = ? AND team = ? AND deletedAt IS NULL',
    ),
    sessionById: sql.prepare<SessionRow>('SELECT * FROM session WHERE id = ?'),
    sessions: sql.prepare<SessionRow>(
      'SELECT * FROM session WHERE deletedAt IS NULL ORDER BY lastUsedAt DESC LIMIT 500',
    ),
    touchSession: sql.prepare('UPDATE session SET lastUsedAt = ? WHERE id = ?'),
    setBegun: sql.prepare('UPDATE session SET begun = ? WHERE id = ?'),
    setConversation: sql.prepare(
      'UPDATE session SET conversation = ?, begun = ?, cumulativeCost = ? WHERE id = ?',
    ),
    setCumulativeCost: sql.prepare('UPDATE session SET cumulativeCost = ? WHERE id = ?'),
    deleteSession: sql.prepare('UPDATE session SET deletedAt = ? WHERE id = ?'),
  }
}

function turnStatements(sql: Sql) {
  return {
    insertTurn: sql.prepare(
      'INSERT INTO turn (id, session, message, uuid, author, fromSession, acceptedAt) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    turnById: sql.prepare<TurnRow>('SELECT * FROM turn WHERE id = ?'),
    nextQueued: sql.prepare<TurnRow>(
      'SELECT * FROM turn WHERE session = ? AND endedAt IS NULL AND deliveredAt IS NULL ORDER BY n LIMIT 1',
    ),
    queued: sql.prepare<TurnRow>(
      'SELECT * FROM turn WHERE session = ? AND endedAt IS NULL AND deliveredAt IS NULL ORDER BY n',
    ),
    queuedCount: sql.prepare<{ count: number }>(
      'SELECT count(*) AS count FROM turn WHERE session = ? AND endedAt IS NULL AND deliveredAt IS NULL',
    ),
    turnCount: sql.prepare<{ count: number }>('SELECT count(*) AS count FROM turn WHERE session = ?'),
    openTurn: sql.prepare<TurnRow>(
      'SELECT * FROM turn WHERE session = ? AND endedAt IS NULL AND deliveredAt IS NOT NULL ORDER BY n LIMIT 1',
    ),
    turnsAfter: sql.prepare<TurnRow>('SELECT * FROM turn WHERE session = ? AND n > ? ORDER BY n LIMIT ?'),
    sessionsWithOpenTurns: sql.prepare<{ session: SessionId }>(
      'SELECT DISTINCT session FROM turn WHERE endedAt IS NULL',
    ),
    setDelivered: sql.prepare('UPDATE turn SET deliveredAt = ?, agent = ? WHERE id = ?'),
    setAttempts: sql.prepare('UPDATE turn SET attempts = ?, deliveredAt = NULL WHERE id = ?'),
    setEnded: sql.prepare(
      'UPDATE turn SET endedAt = ?, how = ?, answer = ?, cost = ?, rehearsed = ? WHERE id = ?',
    ),
  }
}

function agentStatements(sql: Sql) {
  return {
    insertAgent: sql.prepare(
      'INSERT INTO agent (id, session, team, conversation, startedAt) VALUES (?, ?, ?, ?, ?)',
    ),
    setOffset: sql.prepare('UPDATE agent SET offset = ? WHERE id = ?'),
    setAgentEnded: sql.prepare('UPDATE agent SET endedAt = ? WHERE id = ? AND endedAt IS NULL'),
    agentById: sql.prepare<AgentRow>('SELECT * FROM agent WHERE id = ?'),
    livingAgents: sql.prepare<AgentRow>('SELECT * FROM agent WHERE endedAt IS NULL'),
  }
}
