import { byNumber, compareText, type FileConflict, type OrderWarning, type TaskNode } from './task.ts'

interface Writer {
  node: TaskNode
  action: string
}

/** A pair of writers of one file, of which the first goes first. */
interface Pair {
  path: string
  first: Writer
  second: Writer
}

/** Every pair that no declared order keeps apart, or those of the first so many, and a warning where it stopped. */
export function findConflicts(
  sorted: readonly TaskNode[],
  maxPairs: number,
): { pairs: Pair[]; warnings: OrderWarning[] } {
  const shared = sharedFiles(sorted)
  const isOrdered = ordering(
    sorted,
    new Set(shared.flatMap(([, writers]) => writers.map(({ node }) => node))),
  )
  const pairs: Pair[] = []
  let looked = 0
  for (const pair of pairsOf(shared)) {
    if (looked === maxPairs) return { pairs, warnings: [{ code: 'FILE_CONFLICTS_CUT', path: pair.path }] }
    if (!isOrdered(pair.first.node, pair.second.node)) pairs.push(pair)
    looked += 1
  }
  return { pairs, warnings: [] }
}

export function toFileConflict({ path, first, second }: Pair): FileConflict {
  return {
    path,
    tasks: [first.node.task.id, second.node.task.id],
    actions: [first.action, second.action],
  }
}

function* pairsOf(shared: readonly [string, readonly Writer[]][]): Generator<Pair> {
  for (const [path, writers] of shared)
    for (const [place, first] of writers.entries())
      for (const second of writers.slice(place + 1)) yield { path, first, second }
}

/** Files with several writers, by path; the writers in the order in which they should go. */
function sharedFiles(nodes: readonly TaskNode[]): [string, Writer[]][] {
  const files = new Map<string, Map<TaskNode, Writer>>()
  for (const node of nodes)
    for (const { path, action } of node.task.files) {
      if (readOnly.has(action)) continue
      const key = path.replace(/^(?:\.\/)+/, '')
      const writers = files.get(key) ?? new Map<TaskNode, Writer>()
      if (!writers.has(node)) writers.set(node, { node, action })
      files.set(key, writers)
    }
  return [...files]
    .filter(([, writers]) => writers.size > 1)
    .map(([path, writers]): [string, Writer[]] => [path, [...writers.values()].toSorted(byAction)])
    .toSorted(([one], [other]) => compareText(one, other))
}

const readOnly = new Set(['READ', 'VERIFY', 'EXECUTE'])

function byAction(one: Writer, other: Writer): number {
  return turnOf(one.action) - turnOf(other.action) || byNumber(one.node.task, other.node.task)
}

function turnOf(action: string): number {
  if (action === 'CREATE') return 0
  return action === 'DELETE' ? 2 : 1
}

/** Says of two nodes whether one waits for the other, however far; only the nodes asked about are kept in mind. */
function ordering(
  sorted: readonly TaskNode[],
  asked: ReadonlySet<TaskNode>,
): (one: TaskNode, other: TaskNode) => boolean {
  if (asked.size === 0) return () => true
  const bits = new Map([...asked].map((node, bit) => [node, bit]))
  const ancestors = new Map<TaskNode, Uint32Array>()
  for (const node of sorted) {
    const own = new Uint32Array(Math.ceil(bits.size / 32))
    for (const needed of node.needs) {
      merge(own, ancestors.get(needed))
      set(own, bits.get(needed))
    }
    ancestors.set(node, own)
  }
  const waitsFor = (node: TaskNode, other: TaskNode): boolean => isSet(ancestors.get(node), bits.get(other))
  return (one, other) => waitsFor(one, other) || waitsFor(other, one)
}

function merge(own: Uint32Array, theirs: Uint32Array | undefined): void {
  for (let at = 0; at < own.length; at += 1) own[at] = (own[at] ?? 0) | (theirs?.[at] ?? 0)
}

function set(words: Uint32Array, bit: number | undefined): void {
  if (bit !== undefined) words[bit >> 5] = (words[bit >> 5] ?? 0) | (1 << (bit & 31))
}

function isSet(words: Uint32Array | undefined, bit: number | undefined): boolean {
  return bit !== undefined && ((words?.[bit >> 5] ?? 0) & (1 << (bit & 31))) !== 0
}
