import type { SessionId, TaskId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { withFolders, type WantedFile } from './files.ts'

/** Who works on a task: the session of an agent, or a process. */
export interface WorkerRow {
  task: TaskId
  key: string
  project: string
  name: string
  session: SessionId | null
  /** Its identity: pid, start and boot. Without one, and without a session, only its calls say that it lives. */
  process: string | null
  registeredAt: number
  /** It gets nothing until it has registered again. */
  isCrashed: number
}

export interface LeaseRow {
  task: TaskId
  project: string
  fence: number
  grantedAt: number
}

/** A task that waits for its files; which they are its plan says. */
export interface WaitRow {
  task: TaskId
  project: string
  since: number
  place: number
}

interface HeldFile extends WantedFile {
  task: TaskId
}

/** The stored workers, leases and waits. */
export interface LeaseRows {
  worker(task: TaskId): WorkerRow | undefined
  workers(): WorkerRow[]
  workersOf(session: SessionId): WorkerRow[]
  putWorker(row: WorkerRow): void
  removeWorker(task: TaskId): void
  lease(task: TaskId): LeaseRow | undefined
  leases(): LeaseRow[]
  putLease(row: LeaseRow): void
  removeLease(task: TaskId): void
  /** How often a task gave its files up to more urgent ones, in all its tries. */
  gaveWay(task: TaskId): number
  addGivenWay(task: TaskId): void
  /** Whether anything is held or waited for. */
  isAnything(): boolean
  files(task: TaskId): HeldFile[]
  /** Lets go of what a task holds besides these; whether that was anything. */
  keepFiles(task: TaskId, files: readonly WantedFile[]): boolean
  /** Takes all files for a task in one statement, or none; says whether it has them all now. */
  claim(of: { task: TaskId; project: string }, files: readonly WantedFile[]): boolean
  /** What others hold of these files, of the folders they are in, or inside of them. */
  inTheWay(of: { task: TaskId; project: string }, files: readonly WantedFile[]): HeldFile[]
  wait(task: TaskId): WaitRow | undefined
  /** Those of one project, or all; who came first first. */
  waits(project?: string): WaitRow[]
  putWait(row: WaitRow): void
  removeWait(task: TaskId): void
  next(counter: 'fence' | 'place'): number
}

export function createLeaseRows(sql: Sql): LeaseRows {
  return { ...workerRows(sql), ...leaseRows(sql), ...fileRows(sql), ...waitRows(sql), ...givenWayRows(sql) }
}

function workerRows(
  sql: Sql,
): Pick<LeaseRows, 'worker' | 'workers' | 'workersOf' | 'putWorker' | 'removeWorker'> {
  const select =
    'SELECT task, key, project, name, session, process, registeredAt, isCrashed FROM lease_worker'
  const one = sql.prepare<WorkerRow>(`${select} WHERE task = ?`)
  const all = sql.prepare<WorkerRow>(`${select} ORDER BY task`)
  const ofSession = sql.prepare<WorkerRow>(`${select} WHERE session = ?`)
  const put = sql.prepare(
    `INSERT OR REPLACE INTO lease_worker (task, key, project, name, session, process, registeredAt, isCrashed)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = sql.prepare('DELETE FROM lease_worker WHERE task = ?')
  return {
    worker: (task) => one.get(task),
    workers: () => all.all(),
    workersOf: (session) => ofSession.all(session),
    putWorker: (row) =>
      void put.run(
        row.task,
        row.key,
        row.project,
        row.name,
        row.session,
        row.process,
        row.registeredAt,
        row.isCrashed,
      ),
    removeWorker: (task) => void remove.run(task),
  }
}

function leaseRows(
  sql: Sql,
): Pick<LeaseRows, 'lease' | 'leases' | 'putLease' | 'removeLease' | 'isAnything'> {
  const select = 'SELECT task, project, fence, grantedAt FROM lease'
  const one = sql.prepare<LeaseRow>(`${select} WHERE task = ?`)
  const all = sql.prepare<LeaseRow>(`${select} ORDER BY fence`)
  const put = sql.prepare(
    'INSERT OR REPLACE INTO lease (task, project, fence, grantedAt) VALUES (?, ?, ?, ?)',
  )
  const remove = sql.prepare('DELETE FROM lease WHERE task = ?')
  const removeFiles = sql.prepare('DELETE FROM lease_file WHERE task = ?')
  const anything = sql.prepare('SELECT 1 FROM lease UNION ALL SELECT 1 FROM lease_wait LIMIT 1')
  return {
    isAnything: () => anything.get() !== undefined,
    lease: (task) => one.get(task),
    leases: () => all.all(),
    putLease: ({ task, project, fence, grantedAt }) => void put.run(task, project, fence, grantedAt),
    removeLease(task) {
      removeFiles.run(task)
      remove.run(task)
    },
  }
}

/** By the key of the table: the file itself and its folders one by one, and as a span whatever is inside of it ('0' follows '/'). */
const inTheWay = `SELECT f.file, f.path, f.task FROM json_each(?) AS one JOIN lease_file f
     ON f.project = ? AND f.file = one.value WHERE f.task <> ?
   UNION SELECT f.file, f.path, f.task FROM json_each(?) AS one JOIN lease_file f
     ON f.project = ? AND f.file > one.value || '/' AND f.file < one.value || '0' WHERE f.task <> ?`

function fileRows(sql: Sql): Pick<LeaseRows, 'files' | 'keepFiles' | 'claim' | 'inTheWay'> {
  const own = sql.prepare<HeldFile>('SELECT file, path, task FROM lease_file WHERE task = ? ORDER BY file')
  const keep = sql.prepare(
    'DELETE FROM lease_file WHERE task = ? AND file NOT IN (SELECT value FROM json_each(?))',
  )
  const others = sql.prepare<HeldFile>(inTheWay)
  const claim = sql.prepare(
    `INSERT INTO lease_file (project, file, path, task)
     SELECT ?, json_extract(value, '$.file'), json_extract(value, '$.path'), ? FROM json_each(?)
     WHERE NOT EXISTS (${inTheWay}) ON CONFLICT (project, file) DO NOTHING`,
  )
  const valuesOf = ({ task, project }: { task: TaskId; project: string }, files: readonly WantedFile[]) => {
    const wanted = files.map(({ file }) => file)
    const around = [...new Set(wanted.flatMap(withFolders))]
    return [JSON.stringify(around), project, task, JSON.stringify(wanted), project, task] as const
  }
  return {
    files: (task) => own.all(task),
    keepFiles: (task, files) => keep.run(task, JSON.stringify(files.map(({ file }) => file))).changes > 0,
    inTheWay: (of, files) => others.all(...valuesOf(of, files)),
    claim(of, files) {
      claim.run(of.project, of.task, JSON.stringify(files), ...valuesOf(of, files))
      const held = new Set(own.all(of.task).map(({ file }) => file))
      return files.every(({ file }) => held.has(file))
    },
  }
}

function waitRows(sql: Sql): Pick<LeaseRows, 'wait' | 'waits' | 'putWait' | 'removeWait' | 'next'> {
  const select = 'SELECT task, project, since, place FROM lease_wait'
  const one = sql.prepare<WaitRow>(`${select} WHERE task = ?`)
  const all = sql.prepare<WaitRow>(`${select} ORDER BY place`)
  const put = sql.prepare(
    'INSERT OR REPLACE INTO lease_wait (task, project, since, place) VALUES (?, ?, ?, ?)',
  )
  const remove = sql.prepare('DELETE FROM lease_wait WHERE task = ?')
  const next = sql.prepare<{ last: number }>(
    'UPDATE lease_counter SET last = last + 1 WHERE name = ? RETURNING last',
  )
  return {
    wait: (task) => one.get(task),
    waits: (project) => all.all().filter((row) => project === undefined || row.project === project),
    putWait: ({ task, project, since, place }) => void put.run(task, project, since, place),
    removeWait: (task) => void remove.run(task),
    next(counter) {
      const row = next.get(counter)
      if (!row) throw new Error(`there is no counter ${counter}`)
      return row.last
    },
  }
}

function givenWayRows(sql: Sql): Pick<LeaseRows, 'gaveWay' | 'addGivenWay'> {
  const one = sql.prepare<{ times: number }>('SELECT times FROM lease_gave_way WHERE task = ?')
  const add = sql.prepare(
    'INSERT INTO lease_gave_way (task, times) VALUES (?, 1) ON CONFLICT (task) DO UPDATE SET times = times + 1',
  )
  return {
    gaveWay: (task) => one.get(task)?.times ?? 0,
    addGivenWay: (task) => void add.run(task),
  }
}
