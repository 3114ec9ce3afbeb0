import {
  branchesOf,
  mergeTrees,
  objectsOf,
  relationsOf,
  touchedOfPairs,
  treeOf,
  withScratch,
  type Merged,
  type Repository,
} from '../../platform/git/index.ts'
import { footprintOf, meet, type Footprint } from './footprint.ts'

const maxBranches = 100
const maxPairs = 1000
const maxTouched = 20_000
const maxKept = 20

/** What is looked at: the branches of tasks below a name, against a target. */
interface Look {
  repository: Repository
  root: string
  into: string
  target: string
}

/** An open branch against the target. */
export interface LookedBranch {
  name: string
  commit: string
  isIn: boolean
  isAhead: boolean
  merged: Merged
  footprint: Footprint
}

/** What a look found. */
export interface Looked {
  branches: LookedBranch[]
  /** Branches, by their place in `branches`, that conflict with each other. */
  conflicts: { a: number; b: number; paths: string[] }[]
  computed: number
  leftOut: number
}

/** What is known of commits, by pairs of them; commits never change. */
interface Known {
  withTarget: Map<string, Pick<LookedBranch, 'merged' | 'footprint'>>
  pairs: Map<string, Merged>
}

/** Says which branches conflict, and computes only what it does not know yet. */
export interface Forecasting {
  look(look: Look): Promise<Looked>
}

export function createForecasting(): Forecasting {
  const kept = new Map<string, Known>()
  return {
    async look(look) {
      const name = `${look.root}\0${look.into}`
      const before = kept.get(name) ?? { withTarget: new Map(), pairs: new Map() }
      const { looked, known } = await lookWith(look, before)
      kept.delete(name)
      kept.set(name, known)
      for (const oldest of [...kept.keys()].slice(0, -maxKept)) kept.delete(oldest)
      return looked
    },
  }
}

async function lookWith(look: Look, before: Known): Promise<{ looked: Looked; known: Known }> {
  const { repository, target } = look
  // Asked at once, because starting git is most of what a look at one branch that moved takes.
  const [all, relations, objects, tree] = await Promise.all([
    branchesOf(repository, ['task/'], maxBranches * 10),
    relationsOf(repository, { below: 'task/', target }),
    objectsOf(repository),
    treeOf(repository, target),
  ])
  const open = all.slice(0, maxBranches)
  const inScratch = async (scratch: Repository): Promise<{ looked: Looked; known: Known }> => {
    const withTarget = await targetMerges({ ...look, repository: scratch, tree }, before, open)
    const branches = open.map(({ name, commit }) => ({
      name,
      commit,
      isIn: relations.in.has(name),
      isAhead: relations.ahead.has(name),
      ...(withTarget.found.get(pairOf(target, commit)) ?? unknown),
    }))
    const wanted = meetings(branches)
    const pairs = await pairMerges(scratch, before, { wanted: wanted.slice(0, maxPairs), branches })
    const leftOut = all.length - open.length + Math.max(0, wanted.length - maxPairs)
    const computed = withTarget.computed + pairs.computed
    const looked = { branches, conflicts: pairs.conflicts, computed, leftOut }
    return { looked, known: { withTarget: withTarget.found, pairs: pairs.found } }
  }
  return withScratch(repository, inScratch, objects)
}

const unknown = { merged: { is: 'impossible', words: '' } as const, footprint: footprintOf([]) }
const pairOf = (a: string, b: string): string => `${a} ${b}`

/** Merges with the target what is not known; what is known of commits that are gone is forgotten. */
async function targetMerges(
  { repository, target, tree }: Look & { tree: string },
  before: Known,
  branches: readonly { commit: string }[],
): Promise<{ found: Known['withTarget']; computed: number }> {
  const commits = [...new Set(branches.map(({ commit }) => commit))]
  const missing = commits.filter((commit) => !before.withTarget.has(pairOf(target, commit)))
  const merged = await mergeTrees(
    repository,
    missing.map((commit) => [target, commit] as const),
  )
  const trees = merged.flatMap((one) => (one.is === 'impossible' ? [] : [[tree, one.tree] as const]))
  const touched = await touchedOfPairs(repository, trees)
  const fresh = missing.map((commit, at) => {
    const one = merged[at] ?? unknown.merged
    const place = merged.slice(0, at).filter(({ is }) => is !== 'impossible').length
    const paths = one.is === 'impossible' ? [] : (touched[place] ?? []).slice(0, maxTouched)
    return [pairOf(target, commit), { merged: one, footprint: footprintOf(paths) }] as const
  })
  const still = commits.flatMap((commit) => {
    const known = before.withTarget.get(pairOf(target, commit))
    return known ? [[pairOf(target, commit), known] as const] : []
  })
  return { found: new Map([...still, ...fresh]), computed: missing.length }
}

/** The pairs of branches that could conflict, by their places. */
function meetings(branches: readonly LookedBranch[]): { a: number; b: number }[] {
  return branches.flatMap((first, a) =>
    branches.flatMap((second, b) => {
      if (b <= a || first.isIn || second.isIn || first.commit === second.commit) return []
      return meet(first.footprint, second.footprint) ? [{ a, b }] : []
    }),
  )
}

async function pairMerges(
  repository: Repository,
  before: Known,
  { wanted, branches }: { wanted: readonly { a: number; b: number }[]; branches: readonly LookedBranch[] },
): Promise<{ found: Known['pairs']; conflicts: Looked['conflicts']; computed: number }> {
  const commitOf = (at: number): string => branches[at]?.commit ?? ''
  const named = wanted.map(({ a, b }) => ({ a, b, pair: pairOf(commitOf(a), commitOf(b)) }))
  const missing = [...new Set(named.map(({ pair }) => pair))].filter((pair) => !before.pairs.has(pair))
  const merged = await mergeTrees(
    repository,
    missing.map((pair) => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)] as const),
  )
  const fresh = new Map(missing.map((pair, at) => [pair, merged[at] ?? unknown.merged] as const))
  const found = new Map<string, Merged>()
  for (const { pair } of named) found.set(pair, fresh.get(pair) ?? before.pairs.get(pair) ?? unknown.merged)
  const conflicts = named.flatMap(({ a, b, pair }) => {
    const one = found.get(pair)
    return one?.is === 'conflicting' ? [{ a, b, paths: one.paths }] : []
  })
  return { found, conflicts, computed: missing.length }
}
