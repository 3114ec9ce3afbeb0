import { IrisError, inQuotes, type PageAuthor } from '../../contract/index.ts'
import { diffOf, textAt, type CommitPerson } from '../../platform/git/index.ts'
import type { NewName, Writer } from './backend.ts'
import { messageOf, personOf } from './authors.ts'
import { refuseClash, refuseStrange } from './clashes.ts'
import { pageFile, type PlannedCommit } from './committing.ts'
import type { WikiContext } from './context.ts'
import { deeds, revisionOf, textAfter, type Intent } from './intents.ts'
import { relinked } from './links.ts'
import { fileOf, nameKey } from './names.ts'
import type { PageRow } from './page-rows.ts'

/** Pages as they will be once the changes before in the same batch are committed. */
export interface Ahead {
  /** New texts; null of a page that is deleted. */
  texts: Map<string, string | null>
  /** The paths of all that is written. */
  files: Set<string>
}

/** Refuses to write where something else is, or would be. */
async function refuseTaken(
  context: WikiContext,
  { files }: Ahead,
  { path, isKnown, instead }: { path: string; isKnown: boolean; instead?: string },
): Promise<void> {
  refuseClash(context, { path, ahead: files, ...(instead !== undefined && { instead }) })
  await refuseStrange(context, path, { isKnown })
}

const now = ({ texts }: Ahead, { rows }: WikiContext, page: string): string | undefined =>
  texts.has(page) ? (texts.get(page) ?? undefined) : rows.page(page)?.text

/** A change of one page as a commit; undefined when the page is so already. */
export async function planChange(
  context: WikiContext,
  ahead: Ahead,
  { page: wanted, intent, by }: { page: string; intent: Intent; by: Writer },
): Promise<{ page: string; planned: PlannedCommit | undefined }> {
  const page = numbered(context, ahead, wanted)
  const row = context.rows.page(page)
  await refuseTaken(context, ahead, { path: fileOf(page), isKnown: row !== undefined })
  if (intent.do !== 'append') await refuseStale(context, { page, row, intent })
  const text = textAfter(page, now(ahead, context, page), intent)
  if (text === now(ahead, context, page)) return { page, planned: undefined }
  ahead.texts.set(page, text)
  ahead.files.add(fileOf(page))
  const deed = deeds[intent.do]
  const why = by.why || `${intent.do === 'restore' ? 'Restore' : capital(intent.do)} ${page}`
  const files = [pageFile(page, text)]
  return { page, planned: await commitOf(context, by.author, { deed, why, about: page, files }) }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Who made a change, and as whom git names them. */
interface Author {
  author: PageAuthor
  person: CommitPerson
}

interface Deed extends Pick<PlannedCommit, 'deed' | 'about'> {
  why: string
  files: readonly (readonly [string, string | Uint8Array | null])[]
  from?: string
}

async function commitOf(context: WikiContext, author: PageAuthor, of: Deed): Promise<PlannedCommit> {
  return planned(context, { author, person: await personOf(context.repository, author) }, of)
}

function planned(
  { clock }: WikiContext,
  { author, person }: Author,
  { deed, about, why, files, from }: Deed,
): PlannedCommit {
  const message = messageOf(author, { why, deed })
  const commit = { message, author: person, at: clock.now(), files: new Map(files) }
  return { commit, author, deed, about, ...(from !== undefined && { from }) }
}

/** A name that ends in -* gets the number after the largest. */
function numbered({ rows }: WikiContext, { texts }: Ahead, wanted: string): string {
  if (!wanted.endsWith('-*')) return wanted
  const stem = wanted.slice(0, -1)
  const names = [...rows.pages(stem).map(({ page }) => page), ...texts.keys()]
  const numbers = names.flatMap((name) => {
    const rest = nameKey(name).startsWith(nameKey(stem)) ? name.slice(stem.length) : ''
    return /^\d{1,9}$/.test(rest) ? [Number(rest)] : []
  })
  return `${stem}${Math.max(0, ...numbers) + 1}`
}

/** Refuses a caller who has not read what is there now; a revision with the same content is as good. */
async function refuseStale(
  context: WikiContext,
  { page, row, intent }: { page: string; row: PageRow | undefined; intent: Intent },
): Promise<void> {
  const revision = revisionOf(intent)
  if (!row && intent.do !== 'edit' && intent.do !== 'delete') {
    if (revision === undefined) return
    throw await conflict(context, { page, row, revision })
  }
  if (!row) throw new IrisError('PAGE_UNKNOWN', `There is no page ${page}.`)
  if (revision !== undefined && row.revision.startsWith(revision)) return
  // What somebody wants to write is there already, such as by the same call before.
  if (intent.do === 'write' && textAfter(page, row.text, intent) === row.text) return
  const base = revision === undefined ? undefined : await textAt(context.repository, revision, fileOf(page))
  if (base === row.text) return
  throw await conflict(context, { page, row, revision })
}

async function conflict(
  { repository }: WikiContext,
  { page, row, revision }: { page: string; row: PageRow | undefined; revision: string | undefined },
): Promise<IrisError> {
  if (!row)
    return new IrisError('PAGE_CONFLICT', `The page ${page} was deleted after ${revision ?? ''}.`, {
      details: { page, revision: null, read: revision ?? null, diff: '', text: null },
    })
  const file = fileOf(page)
  const base = revision === undefined ? undefined : await textAt(repository, revision, file)
  const diff =
    base === undefined || revision === undefined
      ? ''
      : await diffOf(repository, { from: `${revision}:${file}`, to: row.blob, name: file })
  const why =
    revision === undefined
      ? `The page ${page} is there already. Read it first, and write with its revision.`
      : `The page ${page} was changed by ${inQuotes(row.author.name)} since ${revision}.`
  return new IrisError('PAGE_CONFLICT', why, {
    details: {
      page,
      revision: row.revision,
      author: row.author,
      read: revision ?? null,
      diff,
      text: row.text,
      base: base ?? null,
    },
  })
}

/** A rename with all links to the page, as one commit. */
export async function planRename(
  context: WikiContext,
  ahead: Ahead,
  { page, to, mayRelink, by }: NewName & { by: Writer },
): Promise<{ planned: PlannedCommit; relinked: string[] }> {
  const { rows } = context
  const text = now(ahead, context, page)
  if (text === undefined) throw new IrisError('PAGE_UNKNOWN', `There is no page ${page}.`)
  const clash = rows.byKey(to)
  if (clash !== undefined && clash !== page)
    throw new IrisError('PAGE_CONFLICT', `There is a page ${clash} already.`)
  if (to === page) throw new IrisError('PAGE_NAME_REFUSED', `The page is called ${page} already.`)
  const isKnown = clash !== undefined
  await refuseTaken(context, ahead, { path: fileOf(to), isKnown, instead: fileOf(page) })
  const others = rows.backlinks(page).flatMap((other) => {
    const before = now(ahead, context, other)
    const after = before === undefined ? undefined : relinked(before, page, to)
    return after === undefined || after === before ? [] : [[other, after] as const]
  })
  mayRelink?.(others.map(([other]) => other))
  const moved = relinked(text, page, to)
  const files = [
    pageFile(page, null),
    pageFile(to, moved),
    ...others.map(([one, after]) => pageFile(one, after)),
  ]
  for (const [one, after] of [[page, null], [to, moved], ...others] as const) ahead.texts.set(one, after)
  ahead.files.add(fileOf(to))
  const why = by.why || `Rename ${page} to ${to}`
  const deed = { deed: 'renamed', why, about: to, from: page, files } as const
  return { planned: await commitOf(context, by.author, deed), relinked: others.map(([one]) => one) }
}

/** A file as a commit. */
export async function planFile(
  context: WikiContext,
  ahead: Ahead,
  { path, bytes, by }: { path: string; bytes: Buffer; by: Writer },
): Promise<PlannedCommit> {
  const isKnown = context.rows.files().some((file) => file.path === path)
  await refuseTaken(context, ahead, { path, isKnown })
  ahead.files.add(path)
  const why = by.why || `Attach ${path}`
  return commitOf(context, by.author, { deed: 'attached', why, about: path, files: [[path, bytes]] })
}

/** Whoever works in the folder by hand, as their git names them. */
export async function outsider({ repository }: WikiContext): Promise<Author> {
  const person = await personOf(repository, { name: 'You', kind: 'outside', task: null })
  return { author: { name: person.name, kind: 'outside', task: null }, person }
}

/** What somebody did to a file by hand, as a commit in their name. */
export function planOutside(
  context: WikiContext,
  by: Author,
  of: { about: string; path: string; content: Buffer | string | null; why: string },
): PlannedCommit {
  const { about, path, content, why } = of
  return planned(context, by, { deed: 'outside', why, about, files: [[path, content]] })
}
