/** A value SQLite stores. */
export type SqlValue = string | number | bigint | null | Uint8Array

/** A prepared statement. `Row` is what the query returns; the caller states it, SQLite's STRICT tables keep it. */
export interface Statement<Row> {
  run(...values: SqlValue[]): { changes: number }
  get(...values: SqlValue[]): Row | undefined
  all(...values: SqlValue[]): Row[]
  /** The same one by one: who stops early reads no more. Until then nothing else may be done with the database. */
  iterate(...values: SqlValue[]): Iterable<Row>
}

/** The port to SQLite: all of Iris talks to a database through these verbs. */
export interface Sql {
  exec(script: string): void
  prepare<Row = unknown>(query: string): Statement<Row>
  /** Runs `work` in an immediate transaction; inside another one, in a savepoint. */
  transaction<T>(work: () => T): T
  /** Writes a compact copy to a new file. */
  backup(path: string): void
  /** Calls `heard` after every commit, also of a single statement. One listener at a time. */
  onCommit(heard: () => void): void
  /** Puts everything committed so far on disk: from then on it survives a power cut. */
  sync(): void
  /** The same without holding up this process meanwhile: what is committed before the call is on disk when it resolves. */
  syncSoon(): Promise<void>
  /** Moves the write-ahead log into the database file. */
  checkpoint(): void
  /** Gives the free space in the file back to the disk. It takes its time, and room for a copy beside the file. */
  compact(): void
  close(): void
}

/** What a driver must offer for `wrapDriver` to make a `Sql` of it. */
export interface Driver {
  exec(script: string): void
  prepare(query: string): {
    run(...values: SqlValue[]): { changes: number | bigint }
    get(...values: SqlValue[]): unknown
    all(...values: SqlValue[]): unknown[]
    iterate(...values: SqlValue[]): Iterable<unknown>
  }
  close(): void
}
