import type { AskId, IrisMessage, SessionId, TurnId } from '../../contract/index.ts'
import type { Migrations } from '../../core/store/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** The tables of the Iris agent. `pending_questions` is a view: the inbox keeps the asks. */
export const intelligenceMigrations: Migrations = {
  owner: 'intelligence',
  steps: [
    `CREATE TABLE agent_sessions (
       id TEXT PRIMARY KEY, session_type TEXT NOT NULL CHECK (session_type IN ('user-chat', 'team-monitor')),
       team_session_id TEXT REFERENCES session (id) ON DELETE CASCADE, from_team TEXT, to_team TEXT,
       conversation TEXT NOT NULL, begun INTEGER NOT NULL DEFAULT 0,
       created_at INTEGER NOT NULL, last_used_at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX agent_sessions_of_session ON agent_sessions (team_session_id);
     CREATE TABLE agent_messages (
       id INTEGER PRIMARY KEY, agent_session_id TEXT NOT NULL REFERENCES agent_sessions (id) ON DELETE CASCADE,
       role TEXT NOT NULL, content TEXT NOT NULL, message_type TEXT NOT NULL,
       team_session_id TEXT, from_team TEXT, to_team TEXT, timestamp INTEGER NOT NULL, metadata TEXT NOT NULL
     ) STRICT;
     CREATE INDEX agent_messages_of_session ON agent_messages (agent_session_id, id);
     CREATE TABLE question_watch (
       turn TEXT PRIMARY KEY REFERENCES turn (id) ON DELETE CASCADE,
       session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
       detection TEXT NOT NULL, foundAt INTEGER NOT NULL, dueAt INTEGER NOT NULL, settledAt INTEGER, ask TEXT
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX question_watch_open ON question_watch (dueAt) WHERE settledAt IS NULL;
     CREATE INDEX question_watch_of_ask ON question_watch (ask) WHERE ask IS NOT NULL;
     CREATE TABLE question_false_alarm (
       team TEXT NOT NULL, shape TEXT NOT NULL, ask TEXT NOT NULL, PRIMARY KEY (team, shape)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE problem (
       ask TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE, kind TEXT NOT NULL,
       noticedAt INTEGER NOT NULL, handledAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE VIEW pending_questions AS
       SELECT watch.ask AS id, watch.session AS team_session_id, session.caller AS from_team, session.team AS to_team,
         json_extract(watch.detection, '$.question') AS question, turn.answer AS context,
         json_extract(watch.detection, '$.confidence') AS confidence, watch.foundAt AS created_at,
         ask.answeredAt AS resolved_at, ask.message AS user_response, ask.answeredBy AS response_method,
         CASE WHEN ask.answeredAt IS NOT NULL THEN 'answered' WHEN ask.withdrawnAt IS NOT NULL THEN 'expired'
           ELSE 'pending' END AS status
       FROM question_watch AS watch JOIN ask ON ask.id = watch.ask JOIN session ON session.id = watch.session
         JOIN turn ON turn.id = watch.turn;`,
    // What was said before there was an Iris agent is not asked again.
    `INSERT INTO follower SELECT 'iris', coalesce(max(seq), 0) FROM event WHERE true ON CONFLICT DO NOTHING;
     DROP VIEW pending_questions;
     CREATE VIEW pending_questions AS
       SELECT watch.ask AS id, watch.session AS team_session_id, session.caller AS from_team, session.team AS to_team,
         json_extract(watch.detection, '$.question') AS question, turn.answer AS context,
         json_extract(watch.detection, '$.confidence') AS confidence, watch.foundAt AS created_at,
         ask.expiresAt AS expires_at, coalesce(ask.answeredAt, ask.dismissedAt, ask.withdrawnAt) AS resolved_at,
         ask.chosen AS user_response, ask.answeredBy AS response_method,
         CASE WHEN ask.answeredAt IS NOT NULL THEN 'answered'
           WHEN coalesce(ask.dismissedAt, ask.withdrawnAt) IS NOT NULL THEN 'expired' ELSE 'pending' END AS status
       FROM question_watch AS watch JOIN ask ON ask.id = watch.ask JOIN session ON session.id = watch.session
         JOIN turn ON turn.id = watch.turn;`,
  ],
}

/** The conversation of the Iris agent with people, or about one session. */
export interface AgentSessionRow {
  id: string
  session_type: 'user-chat' | 'team-monitor'
  team_session_id: SessionId | null
  from_team: string | null
  to_team: string | null
  conversation: string
  begun: number
  created_at: number
  last_used_at: number
}

/** A question that was found and may still be answered by whoever told the team. */
export interface FoundQuestion {
  turn: TurnId
  session: SessionId
  detection: string
  foundAt: number
  dueAt: number
  settledAt: number | null
  ask: AskId | null
}

/** Trouble that was noticed, and the ask that proposes what to do. */
export interface ProblemRow {
  ask: AskId
  session: SessionId
  kind: string
  noticedAt: number
  handledAt: number | null
}

/** The chat of the dashboard and of `iris ask`. */
export const userChat = 'iris-brain:user-chat'
const maxKept = 500

/** A message to keep. */
export type NewIrisMessage = Pick<IrisMessage, 'role' | 'type' | 'content'> & {
  metadata?: Record<string, unknown>
}

export type Records = ReturnType<typeof createRecords>

/** What the Iris agent remembers. */
// The statements are the type; writing it out again would only repeat the names.
// oxlint-disable-next-line typescript/explicit-module-boundary-types
export function createRecords({ sql, clock }: { sql: Sql; clock: Clock }) {
  return {
    ...agentSessions(sql, clock),
    ...messages(sql, clock),
    ...foundQuestions(sql, clock),
    ...falseAlarms(sql),
    ...problems(sql, clock),
  }
}

function agentSessions(sql: Sql, clock: Clock) {
  const find = sql.prepare<AgentSessionRow>('SELECT * FROM agent_sessions WHERE id = ?')
  const insert = sql.prepare(
    'INSERT INTO agent_sessions VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?) ON CONFLICT DO NOTHING',
  )
  const touch = sql.prepare('UPDATE agent_sessions SET begun = 1, last_used_at = ? WHERE id = ?')
  const renew = sql.prepare('UPDATE agent_sessions SET begun = 0, conversation = ? WHERE id = ?')
  const remove = sql.prepare('DELETE FROM agent_sessions WHERE team_session_id = ?')
  const open = (id: string, of: Partial<AgentSessionRow>): AgentSessionRow => {
    const { session_type = 'user-chat', team_session_id = null, from_team = null, to_team = null } = of
    const now = clock.now()
    insert.run(
      id,
      session_type,
      team_session_id,
      from_team,
      to_team,
      globalThis.crypto.randomUUID(),
      now,
      now,
    )
    const row = find.get(id)
    if (!row) throw new Error(`the agent session ${id} just made is gone`)
    return row
  }
  return {
    chat: (): AgentSessionRow => open(userChat, {}),
    /** One per session of a caller with a team. */
    aboutSession: (session: { id: SessionId; caller: string; team: string }): AgentSessionRow =>
      open(`iris-brain:${session.caller}->${session.team}`, {
        session_type: 'team-monitor',
        team_session_id: session.id,
        from_team: session.caller,
        to_team: session.team,
      }),
    /** One per seat that is looked at, apart from what is asked about its answers. */
    aboutSeat: (session: { id: SessionId; caller: string; team: string }): AgentSessionRow =>
      open(`iris-brain:idle:${session.caller}->${session.team}`, {
        session_type: 'team-monitor',
        team_session_id: session.id,
        from_team: session.caller,
        to_team: session.team,
      }),
    agentSession: (id: string): AgentSessionRow | undefined => find.get(id),
    begun: (id: string): void => void touch.run(clock.now(), id),
    /** The CLI no longer knows the conversation, or it should forget: the next call begins another. */
    renew: (id: string): void => void renew.run(globalThis.crypto.randomUUID(), id),
    forget: (session: SessionId): void => void remove.run(session),
  }
}

function messages(sql: Sql, clock: Clock) {
  const add = sql.prepare('INSERT INTO agent_messages VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const prune = sql.prepare(
    `DELETE FROM agent_messages WHERE agent_session_id = ? AND id <= (SELECT id FROM agent_messages
       WHERE agent_session_id = ? ORDER BY id DESC LIMIT 1 OFFSET ${maxKept})`,
  )
  const read = sql.prepare<Omit<IrisMessage, 'cites'> & { cites: string }>(
    `SELECT id AS n, agent_session_id AS agentSession, role, message_type AS type, content, timestamp AS at,
       json_extract(metadata, '$.chat') AS chat, coalesce(json_extract(metadata, '$.cites'), '[]') AS cites,
       json_extract(metadata, '$.tool') AS tool, json_extract(metadata, '$.toolUse') AS toolUse
     FROM agent_messages WHERE agent_session_id = ? AND id > ? ORDER BY id LIMIT ?`,
  )
  return {
    say(of: AgentSessionRow, message: NewIrisMessage): void {
      const { role, type, content, metadata = {} } = message
      add.run(
        of.id,
        role,
        content,
        type,
        of.team_session_id,
        of.from_team,
        of.to_team,
        clock.now(),
        JSON.stringify(metadata),
      )
      prune.run(of.id, of.id)
    },
    messages: (id: string, after: number, limit: number): IrisMessage[] =>
      read.all(id, after, limit).map((row) => ({ ...row, cites: JSON.parse(row.cites) })),
  }
}

function foundQuestions(sql: Sql, clock: Clock) {
  const insert = sql.prepare(
    'INSERT INTO question_watch (turn, session, detection, foundAt, dueAt) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const find = sql.prepare<FoundQuestion>('SELECT * FROM question_watch WHERE turn = ?')
  const ofAsk = sql.prepare<FoundQuestion>('SELECT * FROM question_watch WHERE ask = ?')
  const open = sql.prepare<FoundQuestion>(
    'SELECT * FROM question_watch WHERE settledAt IS NULL ORDER BY dueAt',
  )
  const openIn = sql.prepare<FoundQuestion>(
    'SELECT * FROM question_watch WHERE session = ? AND settledAt IS NULL',
  )
  const settle = sql.prepare(
    'UPDATE question_watch SET settledAt = ?, ask = ? WHERE turn = ? AND settledAt IS NULL',
  )
  const noteAsk = sql.prepare('UPDATE question_watch SET ask = ? WHERE turn = ? AND settledAt IS NULL')
  return {
    /** The ask that stands for a question while it is judged. */
    noteAsk: (turn: TurnId, ask: AskId): void => void noteAsk.run(ask, turn),
    /** False when the turn was looked at before. */
    keepQuestion: (row: Pick<FoundQuestion, 'turn' | 'session' | 'detection' | 'dueAt'>): boolean =>
      insert.run(row.turn, row.session, row.detection, clock.now(), row.dueAt).changes > 0,
    questionOf: (turn: TurnId): FoundQuestion | undefined => find.get(turn),
    questionOfAsk: (ask: AskId): FoundQuestion | undefined => ofAsk.get(ask),
    openQuestions: (): FoundQuestion[] => open.all(),
    openQuestionsIn: (session: SessionId): FoundQuestion[] => openIn.all(session),
    /** False when it was settled before. */
    settle: (turn: TurnId, ask: AskId | null): boolean => settle.run(clock.now(), ask, turn).changes > 0,
  }
}

function falseAlarms(sql: Sql) {
  const insert = sql.prepare('INSERT INTO question_false_alarm VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
  const remove = sql.prepare('DELETE FROM question_false_alarm WHERE team = ? AND shape = ?')
  const list = sql.prepare<{ shape: string }>(
    'SELECT shape FROM question_false_alarm WHERE team = ? LIMIT 1000',
  )
  return {
    noteFalseAlarm: (of: { team: string; shape: string; ask: AskId }): void =>
      void insert.run(of.team, of.shape, of.ask),
    dropFalseAlarm: (of: { team: string; shape: string }): void => void remove.run(of.team, of.shape),
    falseAlarms: (team: string): ReadonlySet<string> => new Set(list.all(team).map(({ shape }) => shape)),
  }
}

function problems(sql: Sql, clock: Clock) {
  const insert = sql.prepare('INSERT INTO problem VALUES (?, ?, ?, ?, NULL)')
  const ofAsk = sql.prepare<ProblemRow>('SELECT * FROM problem WHERE ask = ? AND handledAt IS NULL')
  const handle = sql.prepare('UPDATE problem SET handledAt = ? WHERE ask = ? AND handledAt IS NULL')
  const open = sql.prepare<ProblemRow>(
    'SELECT * FROM problem WHERE session = ? AND kind = ? AND handledAt IS NULL',
  )
  const all = sql.prepare<ProblemRow>('SELECT * FROM problem WHERE handledAt IS NULL ORDER BY noticedAt')
  return {
    noteProblem: (of: { ask: AskId; session: SessionId; kind: string }): void =>
      void insert.run(of.ask, of.session, of.kind, clock.now()),
    problemOfAsk: (ask: AskId): ProblemRow | undefined => ofAsk.get(ask),
    openProblem: (session: SessionId, kind: string): ProblemRow | undefined => open.get(session, kind),
    openProblems: (): ProblemRow[] => all.all(),
    handleProblem: (ask: AskId): boolean => handle.run(clock.now(), ask).changes > 0,
  }
}
