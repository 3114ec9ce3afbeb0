import { IrisError } from '../../contract/index.ts'
import { diffOf, logOf, textAt } from '../../platform/git/index.ts'
import { matchOf } from '../history/index.ts'
import { authorIn } from './authors.ts'
import type { StoredPage, WikiBackend } from './backend.ts'
import type { WikiContext } from './context.ts'
import type { Freshness } from './freshness.ts'
import { fileOf, pageOf } from './names.ts'

const maxHistory = 500

type Reading = Pick<WikiBackend, 'list' | 'read' | 'history' | 'diff' | 'links' | 'search'>

/** What is read of a wiki in git: what is there now from the tables, what was there from git. */
export function readingOf(context: WikiContext, { fresh }: Freshness): Reading {
  const { rows, repository } = context
  /** The page of this name as it is written, made sure of. */
  async function freshPage(wanted: string): Promise<string> {
    await fresh(rows.byKey(wanted) ?? wanted)
    return rows.byKey(wanted) ?? wanted
  }
  return {
    async list(prefix) {
      await fresh()
      return rows.pages(prefix)
    },
    async read(wanted, at) {
      const page = await freshPage(wanted)
      return at === undefined ? rows.page(page) : readAt(context, page, at)
    },
    async history(wanted, limit) {
      const page = await freshPage(wanted)
      if (rows.wiki()?.head == null) return []
      const most = Math.min(limit, maxHistory)
      const commits = await logOf(repository, { range: ['HEAD'], most, file: fileOf(page) })
      return commits.map((commit) => {
        const { author, why } = authorIn(commit)
        const path = commit.files[0]?.path ?? ''
        return { revision: commit.commit, author, at: commit.at, message: why, page: pageOf(path) ?? page }
      })
    },
    async diff(wanted, { from, to }) {
      const page = await freshPage(wanted)
      const older = await fileAt(context, page, from)
      const newer = to === undefined ? rows.page(page)?.blob : await fileAt(context, page, to)
      if (newer === undefined) throw new IrisError('PAGE_UNKNOWN', `There is no page ${page}.`)
      return diffOf(repository, { from: older, to: newer, name: fileOf(page) })
    },
    async links(wanted) {
      const page = await freshPage(wanted)
      return { links: rows.links(page), backlinks: rows.backlinks(page) }
    },
    async search(words, limit) {
      await fresh()
      const match = matchOf(words)
      if (match === '') return []
      return rows.search(match, limit).map(({ row: { page, revision, author }, snippet }) => ({
        page,
        revision,
        author,
        snippet,
      }))
    },
  }
}

/** Where a page was at a revision, for git: under its name then. */
async function fileAt(context: WikiContext, page: string, revision: string): Promise<string> {
  const direct = `${revision}:${fileOf(page)}`
  if ((await textAt(context.repository, revision, fileOf(page))) !== undefined) return direct
  const path = await pathAt(context, page, revision)
  if (path !== undefined) return `${revision}:${path}`
  throw new IrisError('PAGE_UNKNOWN', `The page ${page} has no revision ${revision}.`)
}

/** The file that a page was in when this revision changed it. */
async function pathAt(
  { repository }: WikiContext,
  page: string,
  revision: string,
): Promise<string | undefined> {
  const commits = await logOf(repository, { range: ['HEAD'], most: maxHistory, file: fileOf(page) })
  return commits.find(({ commit }) => commit.startsWith(revision))?.files[0]?.path
}

async function readAt(context: WikiContext, page: string, at: string): Promise<StoredPage | undefined> {
  const { repository } = context
  const [commit] = await logOf(repository, { range: [at], most: 1 }).catch(() => [])
  if (!commit) throw new IrisError('PAGE_UNKNOWN', `There is no revision ${at} of ${page}.`)
  const direct = await textAt(repository, at, fileOf(page))
  const path = direct === undefined ? await pathAt(context, page, at) : undefined
  const text = direct ?? (path === undefined ? undefined : await textAt(repository, at, path))
  if (text === undefined) throw new IrisError('PAGE_UNKNOWN', `The page ${page} has no revision ${at}.`)
  return { page, revision: commit.commit, text, author: authorIn(commit).author, changedAt: commit.at }
}
