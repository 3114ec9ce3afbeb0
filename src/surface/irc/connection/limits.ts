/** What one connection may cost. */
export interface ConnectionLimits {
  /** Lines it may send at once, and how many a second after that; nothing: as many as it likes. */
  flood: { burst: number; perSecond: number } | undefined
  /** Bytes that wait to be carried out. */
  queuedBytes: number
  /** Bytes that wait to be read by the client. */
  unreadBytes: number
  /** Time to say who it is. */
  registerWithin: number
  /** After so long without a word it is asked whether it is there. */
  silence: number
  /** And has so long to answer. */
  answerWithin: number
  /** Connections at once, of all clients. */
  connections: number
}

export const defaultLimits: ConnectionLimits = {
  flood: { burst: 200, perSecond: 20 },
  queuedBytes: 256 * 1024,
  unreadBytes: 8 * 1024 * 1024,
  registerWithin: 30_000,
  silence: 120_000,
  answerWithin: 60_000,
  connections: 1000,
}
