import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const file = join(import.meta.dirname, '..', '..', 'artifacts', 'mutations.jsonl')

/** What became of a mutation. */
export interface Judged {
  id: string
  /** The place that was changed. */
  what: string
  isCaught: boolean
  /** The test that noticed, or that none did. */
  by: string
  seconds: number
}

/** What is found out about a mutation, or how long unchanged tests may take. */
interface Finding {
  judged?: Judged
  limit?: number
}

/** What earlier runs found out, so that one that was cut goes on where it was. */
export interface Known {
  get(about: unknown): Finding | undefined
  set(about: unknown, finding: Finding): void
}

/** Keeps what is found for this run alone. */
export function knownHere(): Known {
  const found = new Map<string, Finding>()
  return {
    get: (about) => found.get(keyOf(about)),
    set: (about, finding) => void found.set(keyOf(about), finding),
  }
}

/** A finding counts as long as everything it is about, texts included, is the same. */
export function openKnown({ isFresh }: { isFresh: boolean }): Known {
  if (isFresh) rmSync(file, { force: true })
  mkdirSync(dirname(file), { recursive: true })
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : []
  const found = new Map(lines.map((line) => JSON.parse(line) as [string, Finding]))
  return {
    get: (about) => found.get(keyOf(about)),
    set(about, finding) {
      found.set(keyOf(about), finding)
      appendFileSync(file, `${JSON.stringify([keyOf(about), finding])}\n`)
    },
  }
}

function keyOf(about: unknown): string {
  return createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 24)
}
