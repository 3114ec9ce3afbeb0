import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../../platform/lib/index.ts'

/** How much of an output is kept: its beginning, and two pieces of its end. */
const spoolBounds = { first: 32 * 1024 * 1024, piece: 16 * 1024 * 1024 }

/** Writes what a command prints to disk while it comes. */
export interface Spool {
  /** The next chunk should wait for this; it never rejects. */
  write(chunk: Buffer): Promise<void>
  /** Where the output begins. */
  file: string
  bytes(): number
  keptBytes(): number
  /** Why something could not be kept. */
  fault(): string | undefined
  close(): Promise<void>
}

/**
 * The output of step n is in files `<n>-<offset>.log`, each named by where it begins. The first file stays; of those
 * after it the last two do, so that an endless output takes no endless room.
 */
export async function openSpool(folder: string, step: number, bounds = spoolBounds): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const nameOf = (start: number): string => join(folder, `${step}-${start}.log`)
  const pieces: { start: number; size: number }[] = [{ start: 0, size: 0 }]
  let handle: FileHandle | undefined = await open(nameOf(0), 'w', 0o600)
  let [total, fault] = [0, undefined as string | undefined]
  let queue = Promise.resolve()
  return {
    file: nameOf(0),
    write(chunk) {
      total += chunk.length
      queue = queue.then(() => append(chunk)).catch(giveUp)
      return queue
    },
    bytes: () => total,
    keptBytes: () => pieces.reduce((sum, { size }) => sum + size, 0),
    fault: () => fault,
    async close() {
      await queue
      await handle?.close().catch(giveUp)
      handle = undefined
    },
  }

  async function append(chunk: Buffer): Promise<void> {
    if (fault !== undefined) return
    for (let rest = chunk; rest.length > 0;) {
      const last = pieces.at(-1) ?? { start: 0, size: 0 }
      const room = (pieces.length === 1 ? bounds.first : bounds.piece) - last.size
      if (room <= 0) {
        await nextPiece(last.start + last.size)
        continue
      }
      const now = rest.subarray(0, room)
      await handle?.writeFile(now)
      last.size += now.length
      rest = rest.subarray(now.length)
    }
  }

  async function nextPiece(start: number): Promise<void> {
    await handle?.close()
    handle = await open(nameOf(start), 'w', 0o600)
    pieces.push({ start, size: 0 })
    const [gone] = pieces.length > 3 ? pieces.splice(1, 1) : []
    if (gone) await rm(nameOf(gone.start), { force: true })
  }

  /** A full disk must not hold up the command, whose result still counts. */
  function giveUp(error: unknown): void {
    fault ??= messageOf(error)
  }
}

/** A slice of what was kept: where it ends in the output, and how much right before it was not kept. */
export interface Slice {
  text: string
  next: number
  left: number
}

/** Reads what step n printed from an offset of its output; empty when there is nothing after it. */
export async function readSpool(
  folder: string,
  { step, after, limit }: { step: number; after: number; limit: number },
): Promise<Slice> {
  for (const { start, path } of await piecesOf(folder, step)) {
    const size = await sizeOf(path)
    if (start + size <= after) continue
    const from = Math.max(start, after)
    const bytes = await bytesAt(path, from - start, Math.min(limit, start + size - from))
    return { text: bytes.toString('utf8'), next: from + bytes.length, left: from - after }
  }
  return { text: '', next: after, left: 0 }
}

async function piecesOf(folder: string, step: number): Promise<{ start: number; path: string }[]> {
  // A check that was pruned has no folder any more.
  const names = await readdir(folder).catch(() => [])
  return names
    .flatMap((name) => {
      const [, own, start] = /^(\d+)-(\d+)\.log$/.exec(name) ?? []
      return Number(own) === step ? [{ start: Number(start), path: join(folder, name) }] : []
    })
    .toSorted((a, b) => a.start - b.start)
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    // A piece in the middle that made room meanwhile.
    return 0
  }
}

async function bytesAt(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(length)
    const { bytesRead } = await file.read(buffer, 0, length, position)
    return wholeLetters(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** Without the begun letter at the end, which comes whole with the next slice; bytes that are no text stay. */
function wholeLetters(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back < bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0b1100_0000) === 0b1000_0000) continue
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return wanted > back ? bytes.subarray(0, -back) : bytes
  }
  return bytes
}
