import type { AgentId, SessionId, TurnEnding, TurnId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Migrations } from '../store/index.ts'

export const sessionMigrations: Migrations = {
  owner: 'sessions',
  steps: [
    `CREATE TABLE session (
       id TEXT PRIMARY KEY, caller TEXT NOT NULL, team TEXT NOT NULL, conversation TEXT NOT NULL,
       begun INTEGER NOT NULL DEFAULT 0, total TEXT,
       createdAt INTEGER NOT NULL, lastUsedAt INTEGER NOT NULL, deletedAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX session_of_pair ON session (caller, team) WHERE deletedAt IS NULL;
     CREATE INDEX session_of_team ON session (team, lastUsedAt) WHERE deletedAt IS NULL;
     CREATE TABLE turn (
       n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, session TEXT NOT NULL REFERENCES session (id),
       message TEXT NOT NULL, uuid TEXT NOT NULL, author TEXT NOT NULL, fromSession TEXT,
       acceptedAt INTEGER NOT NULL, acceptedSeq INTEGER NOT NULL, agent TEXT, deliveredAt INTEGER, begunAt INTEGER,
       endedAt INTEGER, how TEXT, answer TEXT, advice TEXT, cost REAL, rehearsed INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0
     ) STRICT;
     CREATE INDEX turn_of_session ON turn (session, n);
     CREATE INDEX turn_open ON turn (session, n) WHERE endedAt IS NULL;
     CREATE INDEX turn_told ON turn (fromSession) WHERE endedAt IS NULL;
     CREATE TABLE agent (
       id TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES session (id), team TEXT NOT NULL,
       offset INTEGER NOT NULL DEFAULT 0, conversation TEXT NOT NULL, resumed INTEGER NOT NULL, pid INTEGER,
       total TEXT, startedAt INTEGER NOT NULL, endedAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX agent_of_session ON agent (session) WHERE endedAt IS NULL;`,
    `ALTER TABLE turn ADD COLUMN wokenBy TEXT;
     CREATE INDEX turn_of_teller ON turn (fromSession, n) WHERE fromSession IS NOT NULL;
     CREATE TABLE teammate (
       id TEXT NOT NULL, session TEXT NOT NULL REFERENCES session (id), agent TEXT NOT NULL, toolUse TEXT,
       name TEXT, role TEXT, description TEXT NOT NULL, activity TEXT NOT NULL, isBackground INTEGER NOT NULL DEFAULT 0,
       tasks INTEGER NOT NULL DEFAULT 1, startedAt INTEGER NOT NULL, taskStartedAt INTEGER NOT NULL, endedAt INTEGER,
       how TEXT, summary TEXT, tokens INTEGER, fault TEXT, isLost INTEGER NOT NULL DEFAULT 0,
       PRIMARY KEY (session, id)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX teammate_living ON teammate (session) WHERE endedAt IS NULL;`,
    'CREATE INDEX turn_of_lead ON turn (session, fromSession) WHERE fromSession IS NOT NULL;',
    'ALTER TABLE agent ADD COLUMN cutOff TEXT;',
    'ALTER TABLE agent ADD COLUMN bypasses INTEGER NOT NULL DEFAULT 0;',
  ],
}

/** The conversation of one caller with one team. `begun`: the CLI has a transcript to resume. `total`: see totals.ts. */
export interface SessionRow {
  id: SessionId
  caller: string
  team: string
  conversation: string
  begun: number
  total: string | null
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
  /** The number of its turn.accepted: everything about it comes later in the log. */
  acceptedSeq: number
  /** To whom it was given, written before its message is. */
  agent: AgentId | null
  deliveredAt: number | null
  /** When an agent first took it up. */
  begunAt: number | null
  endedAt: number | null
  how: TurnEnding | null
  answer: string | null
  advice: string | null
  cost: number | null
  rehearsed: number
  attempts: number
  /** What woke the agent, when it began this turn by itself; null when somebody told it. */
  wokenBy: string | null
}

/** A teammate inside an agent. It may be set to work again after it ended; `taskStartedAt` is when it last was. */
export interface TeammateRow {
  id: string
  session: SessionId
  agent: AgentId
  /** The tool call that set it to work. */
  toolUse: string | null
  name: string | null
  role: string | null
  description: string
  activity: string
  /** Whether the agent went on without waiting for it. */
  isBackground: number
  tasks: number
  startedAt: number
  taskStartedAt: number
  endedAt: number | null
  how: 'completed' | 'failed' | 'stopped' | null
  summary: string | null
  tokens: number | null
  /** An error of the model that it met; older CLIs call its end a success all the same. */
  fault: string | null
  /** Whether it ended with the process it worked in. */
  isLost: number
}

/** A turn without its whole texts. */
export type TurnMarkRow = Pick<
  TurnRow,
  | 'id'
  | 'author'
  | 'fromSession'
  | 'agent'
  | 'how'
  | 'answer'
  | 'acceptedAt'
  | 'acceptedSeq'
  | 'deliveredAt'
  | 'endedAt'
  | 'cost'
  | 'rehearsed'
> & { preview: string }

/** How many turns of a team are under way, and how many wait. */
export interface OpenTurns {
  team: string
  running: number
  queued: number
}

/** An open turn that one session told another. */
type Told = { id: TurnId; fromSession: SessionId }

/** A process and how far its output is recorded. */
export interface AgentRow {
  id: AgentId
  session: SessionId
  team: string
  offset: number
  conversation: string
  /** Whether it was started on a conversation that was there before. */
  resumed: number
  pid: number | null
  total: string | null
  startedAt: number
  endedAt: number | null
  /** How the CLI calls it when the agent began its last turn without a connection to Iris. */
  cutOff: string | null
  /** Whether it asks nobody before it uses a tool. */
  bypasses: number
}

export type Rows = ReturnType<typeof prepareRows>

/** The statements of these tables, prepared once. */
// The statements are the type; writing it out again would only repeat the names.
// oxlint-disable-next-line typescript/explicit-module-boundary-types
export function prepareRows(sql: Sql) {
  return {
    ...sessionStatements(sql),
    ...turnStatements(sql),
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
    setBegun: sql.prepare('UPDATE session SET begun = ? WHERE id = ?'),
    setConversation: sql.prepare('UPDATE session SET conversation = ?, begun = ?, total = NULL WHERE id = ?'),
    setSessionTotal: sql.prepare('UPDATE session SET total = ? WHERE id = ?'),
    deleteSession: sql.prepare('UPDATE session SET deletedAt = ? WHERE id = ?'),
  }
}

function turnStatements(sql: Sql) {
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
      'SELECT * FROM turn WHERE session = ? AND endedAt IS NULL AND deliveredAt IS NULL ORDER BY n LIMIT 1',
    ),
    openTurns: sql.prepare<TurnRow>('SELECT * FROM turn WHERE session = ? AND endedAt IS NULL ORDER BY n'),
    queuedCount: sql.prepare<{ count: number }>(
      'SELECT count(*) AS count FROM turn WHERE session = ? AND endedAt IS NULL AND deliveredAt IS NULL',
    ),
    turnCount: sql.prepare<{ count: number }>('SELECT count(*) AS count FROM turn WHERE session = ?'),
    openTurn: sql.prepare<TurnRow>(
      'SELECT * FROM turn WHERE session = ? AND endedAt IS NULL AND agent IS NOT NULL ORDER BY n LIMIT 1',
    ),
    openTold: sql.prepare<Told>('SELECT id, fromSession FROM turn WHERE fromSession = ? AND endedAt IS NULL'),
    openToldTo: sql.prepare<Told>(
      'SELECT id, fromSession FROM turn WHERE session = ? AND endedAt IS NULL AND fromSession IS NOT NULL',
    ),
    openByTeam: sql.prepare<OpenTurns>(
      `SELECT team, count(deliveredAt) AS running, count(*) - count(deliveredAt) AS queued
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
      `UPDATE turn SET endedAt = ?, how = ?, answer = ?, advice = ?, cost = ?, rehearsed = ?
       WHERE id = ? AND endedAt IS NULL`,
    ),
  }
}

function pageStatements(sql: Sql) {
  return {
    turnsAfter: sql.prepare<TurnRow>('SELECT * FROM turn WHERE session = ? AND n > ? ORDER BY n LIMIT ?'),
    turnSizes: sql.prepare<{ size: number }>(
      `SELECT length(message) + coalesce(length(answer), 0) AS size
       FROM turn WHERE session = ? AND n > ? ORDER BY n LIMIT ?`,
    ),
    newestTurns: sql.prepare<TurnMarkRow>(
      `SELECT id, author, fromSession, agent, how, substr(message, 1, 200) AS preview, substr(answer, 1, 200) AS answer,
         acceptedAt, acceptedSeq, deliveredAt, endedAt, cost, rehearsed
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

function agentStatements(sql: Sql) {
  return {
    insertAgent: sql.prepare(
      'INSERT INTO agent (id, session, team, conversation, resumed, startedAt, bypasses) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
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

function teammateStatements(sql: Sql) {
  return {
    insertTeammate: sql.prepare(
      `INSERT INTO teammate (id, session, agent, toolUse, name, role, description, activity, isBackground, startedAt, taskStartedAt)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET agent = excluded.agent, toolUse = excluded.toolUse, activity = excluded.activity,
         taskStartedAt = excluded.taskStartedAt, tasks = tasks + 1, isBackground = excluded.isBackground, endedAt = NULL, how = NULL, fault = NULL, isLost = 0`,
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
    setFault: sql.prepare(
      'UPDATE teammate SET fault = ? WHERE session = ? AND toolUse = ? AND endedAt IS NULL',
    ),
    setTeammateEnded: sql.prepare(
      `UPDATE teammate SET endedAt = ?, how = ?, summary = ?, tokens = coalesce(?, tokens)
       WHERE session = ? AND id = ? AND endedAt IS NULL`,
    ),
    setLost: sql.prepare('UPDATE teammate SET isLost = 1 WHERE session = ? AND id = ?'),
    setSummary: sql.prepare('UPDATE teammate SET summary = ? WHERE session = ? AND id = ?'),
  }
}
