import { IrisError, type PageAuthor, type PageDeed } from '../../contract/index.ts'
import { GitError, importCommits, type NewCommit } from '../../platform/git/index.ts'
import { messageOf as words } from '../../platform/lib/index.ts'
import type { WikiContext } from './context.ts'
import { blobOf, bytesAt, formatOf, markOf, putFile } from './files.ts'
import { holdIndex, installIndex, letIndexGo, prepareIndex } from './index-file.ts'
import { fileOf, pageOf } from './names.ts'
import { headOfWiki, type WikiHead } from './repository.ts'

/** A change that is to be one commit. */
export interface PlannedCommit {
  commit: NewCommit
  author: PageAuthor
  deed: PageDeed
  /** The page that the event is about; other files changed with it. */
  about: string
  /** What a renamed page was called. */
  from?: string
}

/** A person committed since the head was looked at, so that what was planned has to be planned again. */
export class HeadMoved extends IrisError {
  constructor(folder: string) {
    super('WIKI_BUSY', `Others commit to ${folder} all the time.`)
  }
}

/** Somebody saved a file while Iris committed another content for it. */
export interface Overtaken {
  path: string
}

/**
 * Commits changes one by one, each a commit, in one git process; then index, files and tables follow. Each step can be found
 * again after a kill: the intent says which files may be behind the commit.
 */
export async function commitAll(
  context: WikiContext,
  head: WikiHead,
  planned: readonly PlannedCommit[],
): Promise<{ commits: string[]; overtaken: Overtaken[] }> {
  const { rows, log, at } = context
  const last = lastContents(planned)
  const expected = await expectedMarks(context, [...last.keys()])
  log.write(() => rows.intend({ head: head.commit ?? null, paths: [...last.keys()] }))
  at('intended')
  const commits = await moveBranch(context, { head, planned, last })
  const files = await putFiles(context, last, expected)
  at('files')
  log.write((append) => {
    record(context, { planned, commits, marks: new Map([...expected, ...files.marks]) })
    rows.putWiki({ folder: context.repository.folder, head: commits.at(-1) ?? null, isLost: 0 })
    if (files.isWhole) rows.endIntent()
    for (const [place, { deed, author, about, from }] of planned.entries())
      append({
        type: 'page.changed',
        data: {
          project: context.project,
          page: about,
          how: deed,
          revision: deed === 'deleted' ? null : (commits[place] ?? null),
          author,
          ...(from !== undefined && { from }),
        },
      })
  })
  at('recorded')
  return { commits, overtaken: files.overtaken }
}

type Contents = ReadonlyMap<string, string | Uint8Array | null>

function lastContents(planned: readonly PlannedCommit[]): Contents {
  return new Map(planned.flatMap(({ commit }) => [...commit.files]))
}

/** How the files must look still when they are written: as when the tables were made, since that is what was read. */
async function expectedMarks(
  { repository, rows }: WikiContext,
  paths: readonly string[],
): Promise<Map<string, string | undefined>> {
  const files = new Map(rows.files().map(({ path, mark }) => [path, mark]))
  const marks = new Map<string, string | undefined>()
  for (const path of paths) {
    const page = pageOf(path)
    const known = page === undefined ? files.get(path) : rows.page(page)?.mark
    marks.set(path, known === '' ? await markOf(repository.folder, path) : known)
  }
  return marks
}

async function moveBranch(
  context: WikiContext,
  { head, planned, last }: { head: WikiHead; planned: readonly PlannedCommit[]; last: Contents },
): Promise<string[]> {
  const { repository, log, rows, logger, at } = context
  const format = formatOf(head.commit)
  await holdIndex(context).catch((error: unknown) => {
    log.write(() => rows.endIntent())
    throw error
  })
  try {
    if (!(await isStill(repository, head))) throw new HeadMoved(repository.folder)
    at('held')
    const entries = [...last].map(([path, content]) => ({
      path,
      id: content === null ? null : blobOf(content, format),
    }))
    const [imported, prepared] = await Promise.allSettled([
      importCommits(repository, {
        branch: head.branch,
        from: head.commit,
        commits: planned.map(({ commit }) => commit),
      }),
      prepareIndex(context, entries),
    ])
    at('committed')
    if (imported.status === 'rejected') throw whyNotImported(context, imported.reason)
    // The commits are made: the index, of which nothing depends, is mended by whoever looks next.
    if (prepared.status === 'fulfilled') await installIndex(context)
    else logger.warn('wiki index not written', { project: context.project, problem: words(prepared.reason) })
    at('indexed')
    return imported.value
  } catch (error) {
    // A git that was ended for being slow may have moved the branch all the same: the intent finds it.
    if (await isStill(repository, head)) log.write(() => rows.endIntent())
    throw error
  } finally {
    await letIndexGo(context).catch(() => undefined)
  }
}

async function isStill(repository: WikiContext['repository'], head: WikiHead): Promise<boolean> {
  const now = await headOfWiki(repository)
  return now.branch === head.branch && now.commit === head.commit
}

/** A git that takes no index.lock, such as one that somebody pushes to, may have moved the branch in this moment. */
function whyNotImported({ repository }: WikiContext, error: unknown): unknown {
  const isMoved = error instanceof GitError && /^warning: Not updating /m.test(error.stderr)
  return isMoved ? new HeadMoved(repository.folder) : error
}

/** Makes the files what the commits have. What cannot be written now, on a full disk, is written by whoever looks next. */
async function putFiles(
  { repository, project, logger }: WikiContext,
  last: Contents,
  expected: ReadonlyMap<string, string | undefined>,
): Promise<{ marks: Map<string, string>; overtaken: Overtaken[]; isWhole: boolean }> {
  const marks = new Map<string, string>()
  const overtaken: Overtaken[] = []
  let isWhole = true
  for (const [path, content] of last)
    try {
      const put = await putFile(repository.folder, path, { content, expected: expected.get(path) })
      const mark = put.is === 'put' ? put.mark : await markIfSame(repository.folder, path, content)
      if (mark === 'other') overtaken.push({ path })
      marks.set(path, mark === 'other' ? '' : (mark ?? ''))
    } catch (error) {
      isWhole = false
      logger.warn('page not written to its file', { project, path, problem: words(error) })
    }
  return { marks, overtaken, isWhole }
}

/** How a file looks that has this content already; `other` when it has not. */
async function markIfSame(
  folder: string,
  path: string,
  content: string | Uint8Array | null,
): Promise<string | undefined> {
  const mark = await markOf(folder, path)
  if (content === null) return mark === undefined ? undefined : 'other'
  const bytes = await bytesAt(folder, path)
  return bytes?.equals(Buffer.from(content)) ? mark : 'other'
}

function record(
  { rows }: WikiContext,
  of: {
    planned: readonly PlannedCommit[]
    commits: readonly string[]
    marks: ReadonlyMap<string, string | undefined>
  },
): void {
  for (const [place, { commit, author }] of of.planned.entries())
    for (const [path, content] of commit.files) {
      const revision = of.commits[place] ?? ''
      put(rows, { path, content, revision, author, at: commit.at, mark: of.marks.get(path) ?? '' })
    }
}

interface Put {
  path: string
  content: string | Uint8Array | null
  revision: string
  author: PageAuthor
  at: number
  mark: string
}

function put(rows: WikiContext['rows'], { path, content, revision, author, at, mark }: Put): void {
  const page = pageOf(path)
  if (content === null) return page === undefined ? rows.dropFile(path) : rows.dropPage(page)
  const blob = blobOf(content, formatOf(revision))
  if (page === undefined) return rows.putFile({ path, blob, mark })
  rows.putPage({ page, blob, revision, author, changedAt: at, text: Buffer.from(content).toString(), mark })
}

/** A page as a file that is to be committed. */
export const pageFile = (page: string, text: string | null): [string, string | null] => [fileOf(page), text]
