import type {
  AskId,
  BuildId,
  DispatchState,
  MessageId,
  OrgBudget,
  SeatId,
  SeatKind,
  SessionId,
  ShiftEnding,
  ShiftId,
  TaskId,
  TurnId,
} from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** The organisation of a project. `role` is the engineering manager's, as JSON. */
export interface OrgRow {
  project: string
  team: string
  role: string
  startedAt: number
  startedBy: string
  stoppedAt: number | null
}

/** A place in it. */
export interface SeatRow {
  id: SeatId
  project: string
  kind: SeatKind
  /** `em`, of a manager the key of its task, of a worker that and its number. */
  key: string
  /** Of a worker the seat of its manager. */
  lead: SeatId | null
  session: SessionId
  task: TaskId | null
  openedAt: number
  closedAt: number | null
  /** While it is set, nothing is delivered to it. */
  pausedAt: number | null
  /** Since when a worker has nothing to do and may get another part. */
  restsSince: number | null
}

/** One conversation in a seat. */
export interface ShiftRow {
  id: ShiftId
  seat: SeatId
  number: number
  name: string
  startedAt: number
  endedAt: number | null
  how: ShiftEnding | null
  /** The handoff that it left. */
  page: string | null
  /** When a handover became due, and why. */
  dueAt: number | null
  dueFor: string | null
  /** The turn in which its handoff is written, and how many there were. */
  handoff: TurnId | null
  tries: number
  /** Who has it given to a successor without asking whoever has it. */
  replacedBy: string | null
  /** When its conversation was begun anew, until it is told so. */
  forgotAt: number | null
}

/** A `TASK:`. */
export interface DispatchRow {
  n: number
  message: MessageId
  project: string
  /** The seat of the manager that gave it out; null for the engineering manager. */
  lead: SeatId | null
  /** The seat of the worker that is to have it: it was named, or knows its files. */
  wants: SeatId | null
  body: string
  state: DispatchState
  task: TaskId | null
  build: BuildId | null
  why: string | null
  at: number
  /** How often its task went to somebody else after a crash. */
  reassigned: number
}

/** How far the plan of a manager is. */
export interface PlanRow {
  seat: SeatId
  state: 'announced' | 'wanted' | 'asked' | 'approved' | 'sent_back'
  ask: AskId | null
}

/** A budget that is spent, and whom that holds: a seat by its key, or with an empty one the whole organisation. */
export interface HeldRow {
  project: string
  seat: string
  budget: OrgBudget['of']
  limitUsd: number
  /** Null when no date lets it go on. */
  until: number | null
  since: number
}

/** What came of the last idle check of a project. */
export interface IdleCheckRow {
  project: string
  /** What it looked at: the newest words and the last turn. */
  seen: string
  state: 'idle' | 'told' | 'escalated'
  /** What the person is asked about it. */
  ask: AskId | null
  asked: number
  costUsd: number
}

/** What is stored of organisations. */
export type OrgRows = ReturnType<typeof createOrgRows>

// The statements are the type; writing it out again would only repeat the names.
// oxlint-disable-next-line typescript/explicit-module-boundary-types
export function createOrgRows(sql: Sql) {
  return {
    orgs: orgRows(sql),
    seats: seatRows(sql),
    shifts: shiftRows(sql),
    dispatches: dispatchRows(sql),
    parts: partRows(sql),
    climbs: climbRows(sql),
    decisions: decisionRows(sql),
    held: heldRows(sql),
    plans: planRows(sql),
    idleChecks: idleCheckRows(sql),
  }
}

function orgRows(sql: Sql) {
  const put = sql.prepare('INSERT OR REPLACE INTO org VALUES (?, ?, ?, ?, ?, ?)')
  const get = sql.prepare<OrgRow>('SELECT * FROM org WHERE project = ?')
  const all = sql.prepare<OrgRow>('SELECT * FROM org ORDER BY stoppedAt IS NOT NULL, project LIMIT 200')
  return {
    put: (row: OrgRow) =>
      void put.run(row.project, row.team, row.role, row.startedAt, row.startedBy, row.stoppedAt),
    get: (project: string) => get.get(project),
    all: () => all.all(),
  }
}

function seatRows(sql: Sql) {
  const insert = sql.prepare(
    `INSERT INTO seat (id, project, kind, key, session, task, openedAt, closedAt, pausedAt, lead)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const close = sql.prepare('UPDATE seat SET closedAt = ? WHERE id = ?')
  const pause = sql.prepare('UPDATE seat SET pausedAt = ? WHERE id = ?')
  const rest = sql.prepare('UPDATE seat SET restsSince = ? WHERE id = ?')
  const move = sql.prepare('UPDATE seat SET task = ?, restsSince = NULL WHERE id = ?')
  const paused = sql.prepare<SeatRow>('SELECT * FROM seat WHERE pausedAt IS NOT NULL AND closedAt IS NULL')
  const get = sql.prepare<SeatRow>('SELECT * FROM seat WHERE id = ?')
  const ofSession = sql.prepare<SeatRow>('SELECT * FROM seat WHERE session = ? AND closedAt IS NULL')
  const lastOfSession = sql.prepare<SeatRow>(
    'SELECT * FROM seat WHERE session = ? ORDER BY closedAt IS NOT NULL, openedAt DESC LIMIT 1',
  )
  const byKey = sql.prepare<SeatRow>('SELECT * FROM seat WHERE project = ? AND key = ? AND closedAt IS NULL')
  const under = sql.prepare<SeatRow>('SELECT * FROM seat WHERE lead = ? ORDER BY restsSince, openedAt')
  const ofTask = sql.prepare<SeatRow>('SELECT * FROM seat WHERE task = ? AND closedAt IS NULL')
  const open = sql.prepare<SeatRow>(
    'SELECT * FROM seat WHERE project = ? AND closedAt IS NULL ORDER BY openedAt',
  )
  const all = sql.prepare<SeatRow>(
    'SELECT * FROM seat WHERE project = ? ORDER BY closedAt IS NOT NULL, openedAt DESC LIMIT ?',
  )
  return {
    insert: (row: Omit<SeatRow, 'restsSince'>) =>
      void insert.run(
        row.id,
        row.project,
        row.kind,
        row.key,
        row.session,
        row.task,
        row.openedAt,
        row.closedAt,
        row.pausedAt,
        row.lead,
      ),
    close: (id: SeatId, at: number) => void close.run(at, id),
    /** A date while it is paused. */
    setPaused: (id: SeatId, at: number | null) => void pause.run(at, id),
    paused: () => paused.all(),
    setResting: (id: SeatId, at: number) => void rest.run(at, id),
    /** It has another task now. */
    move: (id: SeatId, task: TaskId) => void move.run(task, id),
    get: (id: string) => get.get(id),
    /** The open seat that a session is. */
    ofSession: (session: SessionId) => ofSession.get(session),
    /** The seat that a session is, or was last. */
    lastOfSession: (session: SessionId) => lastOfSession.get(session),
    byKey: (project: string, key: string) => byKey.get(project, key),
    /** Every seat that there was under that of a manager; who rests longest first. */
    under: (lead: SeatId) => under.all(lead),
    /** The open seat of whoever works on a task. */
    ofTask: (task: TaskId) => ofTask.get(task),
    open: (project: string) => open.all(project),
    all: (project: string, limit: number) => all.all(project, limit),
  }
}

function shiftRows(sql: Sql) {
  const insert = sql.prepare('INSERT INTO shift (id, seat, number, name, startedAt) VALUES (?, ?, ?, ?, ?)')
  const end = sql.prepare('UPDATE shift SET endedAt = ?, how = ?, page = ? WHERE id = ?')
  const due = sql.prepare('UPDATE shift SET dueAt = ?, dueFor = ? WHERE id = ? AND dueAt IS NULL')
  const setReplaced = sql.prepare('UPDATE shift SET replacedBy = ? WHERE id = ?')
  const setForgot = sql.prepare('UPDATE shift SET forgotAt = ? WHERE id = ?')
  const setHandoff = sql.prepare('UPDATE shift SET handoff = ?, tries = ? WHERE id = ?')
  const now = sql.prepare<ShiftRow>('SELECT * FROM shift WHERE seat = ? AND endedAt IS NULL')
  const of = sql.prepare<ShiftRow>('SELECT * FROM shift WHERE seat = ? ORDER BY number DESC LIMIT ?')
  const named = sql.prepare<ShiftRow>(
    'SELECT * FROM shift WHERE name = ? COLLATE NOCASE ORDER BY endedAt IS NOT NULL, startedAt DESC LIMIT 1',
  )
  const living = sql.prepare<{ name: string }>('SELECT name FROM shift WHERE endedAt IS NULL')
  const used = sql.prepare<{ name: string }>(
    'SELECT DISTINCT name FROM shift JOIN seat ON seat.id = shift.seat WHERE project = ?',
  )
  const handingOver = sql.prepare<ShiftRow>('SELECT * FROM shift WHERE endedAt IS NULL AND dueAt IS NOT NULL')
  return {
    insert: (row: Pick<ShiftRow, 'id' | 'seat' | 'number' | 'name' | 'startedAt'>) =>
      void insert.run(row.id, row.seat, row.number, row.name, row.startedAt),
    end: (id: ShiftId, { at, how, page }: { at: number; how: ShiftEnding; page: string | null }) =>
      void end.run(at, how, page, id),
    /** False when it was due already. */
    setDue: (id: ShiftId, { at, why }: { at: number; why: string }) => due.run(at, why, id).changes > 0,
    setReplaced: (id: ShiftId, by: string) => void setReplaced.run(by, id),
    setForgot: (id: ShiftId, at: number | null) => void setForgot.run(at, id),
    setHandoff: (id: ShiftId, { turn, tries }: { turn: TurnId; tries: number }) =>
      void setHandoff.run(turn, tries, id),
    now: (seat: SeatId) => now.get(seat),
    /** The newest first. */
    of: (seat: SeatId, limit = 200) => of.all(seat, limit),
    /** Who has this name, or had it last. */
    named: (name: string) => named.get(name),
    living: () => living.all().map(({ name }) => name),
    used: (project: string) => used.all(project).map(({ name }) => name),
    handingOver: () => handingOver.all(),
  }
}

function dispatchRows(sql: Sql) {
  const insert = sql.prepare(
    `INSERT OR IGNORE INTO dispatch (message, project, lead, wants, body, state, at)
     VALUES (?, ?, ?, ?, ?, 'waiting', ?)`,
  )
  const get = sql.prepare<DispatchRow>('SELECT * FROM dispatch WHERE message = ?')
  const byBuild = sql.prepare<DispatchRow>('SELECT * FROM dispatch WHERE build = ? LIMIT 1')
  const open = sql.prepare<DispatchRow>(
    `SELECT * FROM dispatch WHERE project = ? AND state IN ('waiting', 'started', 'proved') ORDER BY n`,
  )
  const newest = sql.prepare<DispatchRow>('SELECT * FROM dispatch WHERE project = ? ORDER BY n DESC LIMIT ?')
  const reassigned = sql.prepare('UPDATE dispatch SET reassigned = reassigned + 1 WHERE message = ?')
  const want = sql.prepare('UPDATE dispatch SET wants = ? WHERE message = ?')
  const set = sql.prepare('UPDATE dispatch SET state = ?, task = ?, build = ?, why = ? WHERE message = ?')
  return {
    insert: (row: Pick<DispatchRow, 'message' | 'project' | 'lead' | 'wants' | 'body' | 'at'>) =>
      void insert.run(row.message, row.project, row.lead, row.wants, row.body, row.at),
    get: (message: string) => get.get(message),
    byBuild: (build: BuildId) => byBuild.get(build),
    /** Those that wait, are being worked or are to be brought in, in the order they were posted. */
    open: (project: string) => open.all(project),
    setWanted: (message: MessageId, seat: SeatId) => void want.run(seat, message),
    countReassigned: (message: MessageId) => void reassigned.run(message),
    newest: (project: string, limit: number) => newest.all(project, limit),
    set(row: DispatchRow, change: Partial<Pick<DispatchRow, 'state' | 'task' | 'build' | 'why'>>) {
      const next = { ...row, ...change }
      set.run(next.state, next.task, next.build, next.why, next.message)
    },
  }
}

/** The tasks that managers made, each a part of what its maker works on. */
function partRows(sql: Sql) {
  const put = sql.prepare('INSERT OR IGNORE INTO part (task, seat) VALUES (?, ?)')
  const setShift = sql.prepare('UPDATE part SET shift = ? WHERE task = ?')
  const ofShift = sql.prepare<{ task: TaskId }>('SELECT task FROM part WHERE shift = ?')
  const get = sql.prepare<{ seat: SeatId }>('SELECT seat FROM part WHERE task = ?')
  return {
    put: (task: TaskId, seat: SeatId) => void put.run(task, seat),
    /** In which conversation it was done. */
    setShift: (task: TaskId, shift: ShiftId) => void setShift.run(shift, task),
    ofShift: (shift: ShiftId) => ofShift.all(shift).map(({ task }) => task),
    /** The seat of the manager whose part it is. */
    leadOf: (task: TaskId) => get.get(task)?.seat,
  }
}

/** Questions that the engineering manager is told in a turn. */
function climbRows(sql: Sql) {
  const put = sql.prepare('INSERT OR REPLACE INTO climb VALUES (?, ?)')
  const of = sql.prepare<{ ask: AskId }>('SELECT ask FROM climb WHERE turn = ?')
  const all = sql.prepare<{ ask: AskId; turn: TurnId }>('SELECT * FROM climb')
  const remove = sql.prepare('DELETE FROM climb WHERE ask = ?')
  return {
    put: (ask: AskId, turn: TurnId) => void put.run(ask, turn),
    of: (turn: TurnId) => of.all(turn).map(({ ask }) => ask),
    all: () => all.all(),
    remove: (ask: AskId) => void remove.run(ask),
  }
}

/** What people decided and is not on the wiki yet. */
function decisionRows(sql: Sql) {
  const put = sql.prepare('INSERT OR IGNORE INTO decision VALUES (?, ?)')
  const all = sql.prepare<{ ask: AskId; project: string }>('SELECT * FROM decision ORDER BY ask LIMIT 100')
  const remove = sql.prepare('DELETE FROM decision WHERE ask = ?')
  return {
    put: (ask: AskId, project: string) => void put.run(ask, project),
    all: () => all.all(),
    remove: (ask: AskId) => void remove.run(ask),
  }
}

/** Whom a spent budget holds. */
function heldRows(sql: Sql) {
  const put = sql.prepare('INSERT OR REPLACE INTO held VALUES (?, ?, ?, ?, ?, ?)')
  const get = sql.prepare<HeldRow>('SELECT * FROM held WHERE project = ? AND seat = ?')
  const of = sql.prepare<HeldRow>('SELECT * FROM held WHERE project = ?')
  const all = sql.prepare<HeldRow>('SELECT * FROM held ORDER BY project, seat')
  const remove = sql.prepare('DELETE FROM held WHERE project = ? AND seat = ?')
  return {
    put: (row: HeldRow) =>
      void put.run(row.project, row.seat, row.budget, row.limitUsd, row.until, row.since),
    get: (project: string, seat: string) => get.get(project, seat),
    of: (project: string) => of.all(project),
    all: () => all.all(),
    remove: (project: string, seat: string) => void remove.run(project, seat),
  }
}

/** The plans of managers. */
function planRows(sql: Sql) {
  const put = sql.prepare('INSERT OR REPLACE INTO manager_plan VALUES (?, ?, ?)')
  const get = sql.prepare<PlanRow>('SELECT * FROM manager_plan WHERE seat = ?')
  const byAsk = sql.prepare<PlanRow>('SELECT * FROM manager_plan WHERE ask = ?')
  const wanted = sql.prepare<PlanRow>(`SELECT * FROM manager_plan WHERE state = 'wanted'`)
  const remove = sql.prepare('DELETE FROM manager_plan WHERE seat = ?')
  return {
    put: ({ seat, state, ask }: PlanRow) => void put.run(seat, state, ask),
    get: (seat: SeatId) => get.get(seat),
    byAsk: (ask: AskId) => byAsk.get(ask),
    wanted: () => wanted.all(),
    remove: (seat: SeatId) => void remove.run(seat),
  }
}

/** What a model said of engineering managers that rest. */
function idleCheckRows(sql: Sql) {
  const put = sql.prepare('INSERT OR REPLACE INTO idle_check VALUES (?, ?, ?, ?, ?, ?)')
  const get = sql.prepare<IdleCheckRow>('SELECT * FROM idle_check WHERE project = ?')
  const byAsk = sql.prepare<IdleCheckRow>('SELECT * FROM idle_check WHERE ask = ?')
  return {
    put: (row: IdleCheckRow) =>
      void put.run(row.project, row.seen, row.state, row.ask, row.asked, row.costUsd),
    get: (project: string) => get.get(project),
    byAsk: (ask: AskId) => byAsk.get(ask),
  }
}
