import { IrisError } from '../../contract/index.ts'
import {
  commitOf,
  commitTree,
  countCommits,
  diffOf,
  filesAt,
  isAncestor,
  mergeTwo,
  moveRefs,
  touchedBetween,
  treeWith,
  tryGit,
  withoutDrivers,
} from '../../platform/git/index.ts'
import type { Side } from './choice-rows.ts'
import type { WikiContext } from './context.ts'
import type { Conflict, Diverging } from './diverging.ts'
import { pageOf } from './names.ts'
import { followHead } from './reconciling.ts'
import { headOfWiki } from './repository.ts'

const fetchMs = 60_000
const maxDiffs = 10
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** What Iris calls the remote in the repository. */
export const remoteName = 'iris'

/** What was pulled; with conflicts, nothing was. */
interface Pulled {
  pulled: number
  conflicts: string[]
}

/** The commit of the remote that was fetched; undefined while it is empty. */
export interface Fetched {
  branch: string
  commit: string | undefined
}

/** Takes up what the remote has; what both sides changed in the same place is done as a person chose. */
export async function pull(context: WikiContext, fetched: Fetched, diverging: Diverging): Promise<Pulled> {
  const { repository, project } = context
  const { branch, commit: ours } = await headOfWiki(repository)
  if (branch !== fetched.branch)
    throw new IrisError('WIKI_BUSY', `The repository ${repository.folder} was put on another branch.`)
  const { commit: theirs } = fetched
  const isKnown =
    theirs === undefined ||
    theirs === ours ||
    (ours !== undefined && (await isAncestor(repository, theirs, ours)))
  if (isKnown) {
    diverging.settled(project)
    return { pulled: 0, conflicts: [] }
  }
  const pulled = ours === undefined ? 1 : await countCommits(repository, theirs, ours)
  const merged = await mergedWith(context, { ours, theirs }, diverging)
  if ('conflicts' in merged) return { pulled: 0, conflicts: merged.conflicts }
  await move(context, { branch, from: ours, to: merged.commit })
  diverging.settled(project)
  return { pulled, conflicts: [] }
}

/** Asks the remote what it has. It changes nothing but what is known of the remote. */
export async function fetchRemote({ repository, project }: WikiContext, url: string): Promise<Fetched> {
  const { branch } = await headOfWiki(repository)
  const quiet = { ...repository, settings: ['protocol.ext.allow=never'] }
  await tryGit(quiet, ['config', `remote.${remoteName}.url`, url])
  const ref = `refs/remotes/${remoteName}/${branch.replace('refs/heads/', '')}`
  const args = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--upload-pack=git-upload-pack']
  const outcome = await tryGit(quiet, [...args, '--', remoteName, `+${branch}:${ref}`], {
    timeoutMs: fetchMs,
  })
  if (outcome.code === 0) return { branch, commit: await commitOf(repository, ref) }
  if (/couldn't find remote ref/i.test(outcome.stderr)) {
    // An empty remote has no branch yet; one that was emptied has it no more, and gets it again.
    await tryGit(repository, ['update-ref', '-d', ref])
    return { branch, commit: undefined }
  }
  const words = outcome.timedOut ? 'it did not answer' : withoutPassword(outcome.stderr.trim().slice(-300))
  throw new IrisError('WIKI_REMOTE_FAILED', `The remote of ${project} cannot be fetched: ${words}`)
}

/** The words of git about an address, which may hold a password. */
export const withoutPassword = (words: string): string => words.replaceAll(/(\w:\/\/)[^/@\s]+@/g, '$1…@')

interface Both {
  ours: string
  theirs: string
}

async function mergedWith(
  context: WikiContext,
  { ours, theirs }: { ours: string | undefined; theirs: string },
  diverging: Diverging,
): Promise<{ commit: string } | { conflicts: string[] }> {
  const { repository, project } = context
  if (ours === undefined || (await isAncestor(repository, ours, theirs))) return { commit: theirs }
  const merged = await mergeTwo(await withoutDrivers(repository), [ours, theirs])
  if (merged.is === 'impossible')
    throw new IrisError('WIKI_REMOTE_FAILED', `The remote of ${project} cannot be merged: ${merged.words}`)
  if (merged.is === 'clean') return { commit: await mergeCommit(context, { ours, theirs }, merged.tree) }
  const conflicts = await conflictsAt(context, { ours, theirs }, merged.paths)
  const side = diverging.chosen(project, conflicts, await diffsOf(context, conflicts))
  if (side === undefined) return { conflicts: merged.paths.map((path) => pageOf(path) ?? path) }
  const tree = await treeWith(repository, merged.tree, await settledBy(context, side, { conflicts, ours }))
  return { commit: await mergeCommit(context, { ours, theirs }, tree) }
}

function mergeCommit({ repository, project }: WikiContext, both: Both, tree: string): Promise<string> {
  const message = `Merge the remote of ${project}\n\nIris-Deed: outside\nIris-By: outside Iris\n`
  return commitTree(repository, { tree, parents: [both.ours, both.theirs], message })
}

/** What each side has of the files that conflict. */
async function conflictsAt(
  { repository }: WikiContext,
  { ours, theirs }: Both,
  paths: readonly string[],
): Promise<Conflict[]> {
  const blobs = async (commit: string): Promise<Map<string, string>> =>
    new Map((await filesAt(repository, commit))?.flatMap(({ path, blob }) => (blob ? [[path, blob]] : [])))
  const [here, there] = [await blobs(ours), await blobs(theirs)]
  return paths
    .toSorted()
    .map((path) => ({ path, ours: here.get(path) ?? null, theirs: there.get(path) ?? null }))
}

/** From ours to theirs, for who has to choose. */
async function diffsOf({ repository }: WikiContext, conflicts: readonly Conflict[]): Promise<string> {
  const diffs: string[] = []
  for (const { path, ours, theirs } of conflicts.slice(0, maxDiffs)) {
    if (ours !== null && theirs !== null)
      diffs.push(await diffOf(repository, { from: ours, to: theirs, name: path }))
    else
      diffs.push(
        `${path} was deleted ${ours === null ? 'here' : 'on the remote'} and changed on the other side.\n`,
      )
  }
  return diffs.join('\n')
}

/** The files that conflicted as the person chose. Where one side has deleted what the other changed, both means that it stays. */
async function settledBy(
  { repository }: WikiContext,
  side: Side,
  { conflicts, ours: commit }: { conflicts: readonly Conflict[]; ours: string },
): Promise<{ path: string; id: string | null }[]> {
  if (side !== 'both') return conflicts.map((one) => ({ path: one.path, id: one[side] }))
  const taken = new Set((await filesAt(repository, commit))?.map(({ path }) => path.toLowerCase()))
  return conflicts.flatMap(({ path, ours, theirs }) => [
    { path, id: ours ?? theirs },
    ...(ours !== null && theirs !== null ? [{ path: beside(path, taken), id: theirs }] : []),
  ])
}

/** A free name beside a file. */
function beside(path: string, taken: ReadonlySet<string>): string {
  const [, stem = path, ending = ''] = /^(.*?)(\.[^./]*)?$/s.exec(path) ?? []
  for (let number = 1; ; number += 1) {
    const name = `${stem} (from the remote${number === 1 ? '' : ` ${number}`})${ending}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** Moves the branch, then has index, files and tables follow it, as after a kill. */
async function move(
  context: WikiContext,
  { branch, from, to }: { branch: string; from: string | undefined; to: string },
): Promise<void> {
  const { repository, rows, log, at } = context
  const touched = await touchedBetween(repository, from ?? emptyTree, to)
  log.write(() => rows.intend({ head: from ?? null, paths: touched.map(({ path }) => path) }))
  at('pull: intended')
  await moveRefs(repository, [{ ref: branch, from: from ?? null, to }], 'pulled by Iris')
  at('pull: moved')
  await followHead(context)
  at('pull: followed')
}
