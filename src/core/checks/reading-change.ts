import { createHash } from 'node:crypto'
import {
  differencesSince,
  textsOf,
  type Difference,
  type Differences,
  type GitPlace,
} from '../../platform/git/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import { isWatched, type ChangedFile } from '../rules/index.ts'
import type { ChecksContext } from './context.ts'

const maxFiles = 2000
const maxGitMs = 60_000
const maxWatched = 3000

/** One file of a change, with what it holds now in a word. */
interface ReadChange {
  file: ChangedFile
  isKnown: boolean
  hash: string
}

/** A change as it is at one moment. */
export interface Change {
  files: ReadChange[]
  /** The same for the same change. */
  digest: string
}

/** Reads what differs between a commit and a folder; a sentence when that cannot be told. */
export async function readChange(
  { projects, starter, environment, pin }: ChecksContext,
  { folder, base, signal }: { folder: string; base: string; signal: AbortSignal },
): Promise<Change | string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(maxGitMs)])
  const place: GitPlace = { folder, env: environment, signal: limit, starter: starter.run, ...pin }
  if (!(await projects.isThere(folder))) return 'The folder is not there.'
  const found = await differencesSince(place, base)
  if (!found) return `Git cannot tell what changed since ${base.slice(0, 12)}.`
  if ((await projects.real(found.at)) !== (await projects.real(folder)))
    return `The git configuration of the folder points to ${found.at}.`
  if (found.isCut || found.files.length > maxFiles) return `More than ${maxFiles} files changed.`
  const hidden = await editedUnseen({ projects, top: found.top }, found)
  const differing = [...found.files, ...hidden]
  const texts = await textsOf({ ...place, folder: found.top }, blobsOf(differing))
  const files: ReadChange[] = []
  for (const one of differing) {
    const read = await readOne({ projects, top: found.top, texts }, one)
    if (!one.isHidden || read.file.before !== read.file.after) files.push(read)
  }
  const hash = createHash('sha256').update(base)
  for (const { file, hash: own } of files) hash.update(`\0${file.path}\0${own}`)
  return { files, digest: hash.digest('hex').slice(0, 32) }
}

/**
 * Git knows by size and times whether a file changed, and an agent can set both back. What a check goes by is too
 * important for that: those files are compared by what they hold.
 */
async function editedUnseen(
  { projects, top }: Pick<ChecksContext, 'projects'> & { top: string },
  { same }: Pick<Differences, 'same'>,
): Promise<Difference[]> {
  const watched = same.filter(({ path, isLink }) => !isLink && isWatched(path))
  if (watched.length > maxWatched) return []
  const edited = []
  for (const one of watched) {
    const text = await projects.read(top, one.path).catch(() => undefined)
    if (text !== undefined && blobOf(text, one.blob) !== one.blob) edited.push(one)
  }
  return edited
}

/** The name that git gives to a text. */
function blobOf(text: string, like = ''): string {
  const bytes = Buffer.from(text, 'utf8')
  const hash = createHash(like.length > 40 ? 'sha256' : 'sha1')
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

const isNeeded = ({ path, from, isHidden }: Difference): boolean =>
  isHidden === true || isWatched(path) || (from !== undefined && isWatched(from))

function blobsOf(files: readonly Difference[]): string[] {
  return files.filter(isNeeded).flatMap(({ blob }) => blob ?? [])
}

async function readOne(
  { projects, top, texts }: Pick<ChecksContext, 'projects'> & { top: string; texts: Map<string, string> },
  one: Difference,
): Promise<ReadChange> {
  const { path, from, how, blob, isKnown } = one
  const before = blob === undefined ? undefined : texts.get(blob)
  const isMissing = blob !== undefined && before === undefined && isNeeded(one)
  const { after, why, mark } = await nowOf(projects, top, one)
  const unreadable = why ?? (isMissing ? 'it is too large' : undefined)
  const hash = createHash('sha256').update([how, from, blob, mark].join(' ')).digest('hex')
  return { file: { path, from, before, after, unreadable }, isKnown, hash }
}

/** What a file holds now; of one that cannot be read, how it looks from outside. */
async function nowOf(
  projects: ChecksContext['projects'],
  top: string,
  { path, how, isLink }: Difference,
): Promise<{ after?: string; why?: string; mark?: string }> {
  if (how === 'deleted') return {}
  const look = async (): Promise<string> => (await projects.look(top, path))?.mark ?? ''
  if (isLink) return { mark: await look() }
  try {
    const after = await projects.read(top, path)
    return { after, mark: after }
  } catch (error) {
    return { why: messageOf(error), mark: await look() }
  }
}
