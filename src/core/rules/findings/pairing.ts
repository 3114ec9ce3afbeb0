import type { TestCase, TestFacts } from './facts.ts'

/** A test file as it is paired. */
interface Sided {
  before: TestFacts | undefined
  after: TestFacts | undefined
}

/** A case before a change and the same one after it, maybe in another file. */
export interface Pair<F extends Sided = Sided> {
  from: F
  to: F
  before: TestCase
  after: TestCase
}

/** Which cases are the same before and after; the rest went, or are new. */
export interface Pairing<F extends Sided> {
  pairs: Pair<F>[]
  gone: Map<F, TestCase[]>
  fresh: Map<F, TestCase[]>
}

const leastBody = 20

/** By name in the same file, then by what they do there, then both over all files. */
export function pairUp<F extends Sided>(files: readonly F[]): Pairing<F> {
  const old = files.flatMap((file) => (file.before?.cases ?? []).map((own) => ({ file, own })))
  const now = files.flatMap((file) => (file.after?.cases ?? []).map((own) => ({ file, own })))
  const place = new Map(files.map((file, index) => [file, index]))
  const keys: ((one: { file: F; own: TestCase }) => string | undefined)[] = [
    ({ file, own }) => `${place.get(file)} ${own.name} ${own.body}`,
    ({ file, own }) => `${place.get(file)} ${own.name}`,
    ({ file, own }) => (own.body.length < leastBody ? undefined : `${place.get(file)} ${own.body}`),
    ({ own }) => own.name,
    ({ own }) => (own.body.length < leastBody ? undefined : own.body),
  ]
  const pairs: Pair<F>[] = []
  let [left, right] = [old, now]
  for (const keyOf of keys) {
    const waiting = new Map<string, typeof left>()
    for (const one of left) {
      const key = keyOf(one)
      const same = key === undefined ? undefined : waiting.get(key)
      if (same) same.push(one)
      else if (key !== undefined) waiting.set(key, [one])
    }
    const taken = new Set<(typeof left)[number]>()
    right = right.filter((one) => {
      const match = waiting.get(keyOf(one) ?? '')?.shift()
      if (!match) return true
      taken.add(match)
      pairs.push({ from: match.file, to: one.file, before: match.own, after: one.own })
      return false
    })
    left = left.filter((one) => !taken.has(one))
  }
  return { pairs, gone: byFile(left), fresh: byFile(right) }
}

function byFile<F>(cases: readonly { file: F; own: TestCase }[]): Map<F, TestCase[]> {
  const found = new Map<F, TestCase[]>()
  for (const { file, own } of cases) found.set(file, [...(found.get(file) ?? []), own])
  return found
}
