import { IrisError, maxPageText, type PageAuthor, type PageDeed } from '../../contract/index.ts'
import {
  commitOf,
  filesAt,
  isAncestor,
  logOf,
  textsOf,
  touchedBetween,
  type LoggedCommit,
} from '../../platform/git/index.ts'
import { authorIn } from './authors.ts'
import type { WikiContext } from './context.ts'
import { finishFiles } from './finishing.ts'
import { freeOwnHold, mendIndex } from './index-file.ts'
import { fileOf, isAttachment, pageOf } from './names.ts'
import { headOfWiki, lost } from './repository.ts'

const maxCommits = 20_000
const maxEvents = 500
const textsAtOnce = 200
const fewTexts = 20

/** Makes the tables say what HEAD has, whoever moved it: an Iris that was killed, a person, a pull, a rewritten history. */
export async function followHead(context: WikiContext): Promise<void> {
  const { repository, rows, log, at } = context
  const intent = rows.intent()
  await freeOwnHold(context, { wasBegun: intent !== undefined })
  const { commit } = await headOfWiki(repository)
  const known = rows.wiki()?.head ?? null
  if (commit === undefined && known !== null) throw lost(repository.folder)
  if (commit !== undefined && commit !== known) await readCommits(context, known, commit)
  at('followed')
  if (!intent) return
  await mendIndex(context, intent.paths)
  at('mended')
  const isWhole = await finishFiles(context, intent.paths)
  if (isWhole) log.write(() => rows.endIntent())
}

async function readCommits(context: WikiContext, known: string | null, commit: string): Promise<void> {
  const { repository, rows, log, project } = context
  const isThere = known !== null && (await commitOf(repository, known)) !== undefined
  const changed = isThere
    ? await changedBetween(context, known, commit)
    : await changedFromTables(context, commit)
  const isOnTop = isThere && (await isAncestor(repository, known, commit))
  const range = isOnTop ? [`${known}..${commit}`] : [commit]
  const commits = await logOf(repository, { range, most: maxCommits })
  const last = lastChanges(commits)
  const texts = await textsFor(
    context,
    [...changed].flatMap(([path, id]) => (id && pageOf(path) ? [id] : [])),
  )
  const usual = { commit, ...authorOf(commits[0]), at: commits[0]?.at ?? context.clock.now() }
  log.write((append) => {
    for (const [path, id] of changed) apply(context, { path, id, texts, change: last.get(path) ?? usual })
    // Where history was rewritten, pages that did not change have new revisions too.
    if (!isOnTop) revise(context, last, usual)
    rows.putWiki({ folder: repository.folder, head: commit, isLost: 0 })
    for (const { page, ...change } of eventsOf(changed, last, usual).slice(0, maxEvents))
      append({ type: 'page.changed', data: { project, page, ...change } })
  })
}

type Changed = ReadonlyMap<string, string | null>

async function changedBetween({ repository }: WikiContext, from: string, to: string): Promise<Changed> {
  const touched = await touchedBetween(repository, from, to)
  return new Map(
    touched.map(({ path, new: now }) => [
      path,
      now.mode === '100644' || now.mode === '100755' ? now.id : null,
    ]),
  )
}

/** The commit that the tables are about is gone: all that differs from the tables. */
async function changedFromTables({ repository, rows }: WikiContext, commit: string): Promise<Changed> {
  const listed = await filesAt(repository, commit)
  if (!listed)
    throw new IrisError('GIT_FAILED', `git does not list the files of ${commit} in ${repository.folder}.`)
  const there = new Map(listed.flatMap(({ path, blob, isLink }) => (blob && !isLink ? [[path, blob]] : [])))
  const known = new Map([
    ...rows.marks().map(({ page, blob }) => [fileOf(page), blob] as const),
    ...rows.files().map(({ path, blob }) => [path, blob] as const),
  ])
  const changed = new Map<string, string | null>()
  for (const [path, blob] of there) if (known.get(path) !== blob) changed.set(path, blob)
  for (const path of known.keys()) if (!there.has(path)) changed.set(path, null)
  return changed
}

interface Change {
  commit: string
  author: PageAuthor
  deed: PageDeed
  at: number
}

function authorOf(commit: LoggedCommit | undefined): Pick<Change, 'author' | 'deed'> {
  if (!commit) return { author: { name: 'unknown', kind: 'outside', task: null }, deed: 'outside' }
  const { author, deed } = authorIn(commit)
  return { author, deed }
}

/** The newest commit that changed each file. */
function lastChanges(commits: readonly LoggedCommit[]): Map<string, Change> {
  const last = new Map<string, Change>()
  for (const commit of commits)
    for (const { path } of commit.files)
      if (!last.has(path)) last.set(path, { commit: commit.commit, at: commit.at, ...authorOf(commit) })
  return last
}

async function textsFor({ repository }: WikiContext, ids: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const read = async (some: readonly string[], size: number): Promise<void> => {
    for (let at = 0; at < some.length; at += size) {
      const part = some.slice(at, at + size)
      const found = await textsOf(repository, part)
      for (const [id, text] of found) texts.set(id, text)
      // Together they were more than is read at once.
      if (found.size < new Set(part).size && size > fewTexts) await read(part, fewTexts)
    }
  }
  await read([...new Set(ids)], textsAtOnce)
  return texts
}

function apply(
  { rows }: WikiContext,
  {
    path,
    id,
    texts,
    change,
  }: { path: string; id: string | null; texts: ReadonlyMap<string, string>; change: Change },
): void {
  const page = pageOf(path)
  if (page === undefined) {
    if (id === null) rows.dropFile(path)
    else if (isAttachment(path)) rows.putFile({ path, blob: id, mark: '' })
    return
  }
  const text = id === null ? undefined : texts.get(id)
  // One that is too large for a page stays a file of git and is none of the wiki.
  if (text === undefined || id === null || text.length > maxPageText) return rows.dropPage(page)
  // A case clash that git allows: the first stays.
  const clash = rows.byKey(page)
  if (clash !== undefined && clash !== page) return
  const { commit, author, at } = change
  // The file is as it was when the tables were made, until it is looked at.
  const mark = rows.page(page)?.mark ?? ''
  rows.putPage({ page, blob: id, revision: commit, author, changedAt: at, text, mark })
}

function revise({ rows }: WikiContext, last: ReadonlyMap<string, Change>, usual: Change): void {
  for (const { page } of rows.marks()) {
    const row = rows.page(page)
    const { commit, author, at } = last.get(fileOf(page)) ?? usual
    if (row && row.revision !== commit) rows.putPage({ ...row, revision: commit, author, changedAt: at })
  }
}

function eventsOf(
  changed: Changed,
  last: ReadonlyMap<string, Change>,
  usual: Change,
): { page: string; how: PageDeed; revision: string | null; author: PageAuthor }[] {
  return [...changed].flatMap(([path, id]) => {
    const page = pageOf(path) ?? (isAttachment(path) ? path : undefined)
    const { commit, author, deed } = last.get(path) ?? usual
    if (page === undefined) return []
    return [{ page, how: id === null ? 'deleted' : deed, revision: id === null ? null : commit, author }]
  })
}
