/** The first and the last bytes of a stream, however long it is. */
export interface Ends {
  push(chunk: Buffer): void
  /** How many bytes came in all. */
  total(): number
  /** What came first; the whole when that was little. */
  head(): Buffer
  /** What came last, after the head. */
  tail(): Buffer
}

/** Keeps at most so many bytes of each end. */
export function keepEnds(maxHead: number, maxTail: number): Ends {
  const first: Buffer[] = []
  let last: Buffer[] = []
  let [room, tailed, total] = [maxHead, 0, 0]
  return {
    push(chunk) {
      total += chunk.length
      const own = chunk.subarray(0, room)
      // A copy, because a small part of a chunk would keep all of it.
      if (own.length > 0) first.push(Buffer.from(own))
      room -= own.length
      keepLast(chunk.subarray(own.length))
    },
    total: () => total,
    head: () => Buffer.concat(first),
    tail: () => Buffer.concat(last).subarray(-maxTail),
  }

  function keepLast(rest: Buffer): void {
    if (rest.length === 0) return
    last.push(Buffer.from(rest.subarray(-maxTail)))
    tailed += Math.min(rest.length, maxTail)
    // Joined now and then, so that many small pieces take no more room than few large ones.
    if (tailed < maxTail * 2 && last.length < maxPieces) return
    last = [Buffer.from(Buffer.concat(last).subarray(-maxTail))]
    tailed = Math.min(tailed, maxTail)
  }
}

const maxPieces = 1000

/** Both ends as text, with what is left out between them in words. */
export function textOf(ends: Ends): string {
  const [head, tail] = [ends.head(), ends.tail()]
  const left = ends.total() - head.length - tail.length
  if (left === 0) return Buffer.concat([head, tail]).toString('utf8')
  return `${head.toString('utf8')}\n[… ${left} bytes are left out …]\n${tail.toString('utf8')}`
}
