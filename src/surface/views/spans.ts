/** A stretch of time on a lane. `seq` is where it begins in the log. */
export interface Span {
  from: number
  to: number
  kind: 'work' | 'queued' | 'asked' | 'failed' | 'waits'
  words: string
  seq: number
}

/** Who worked when. The first lane is the agent itself; the others worked for it. */
export interface Timeline {
  from: number
  to: number
  lanes: { name: string; spans: Span[] }[]
}
