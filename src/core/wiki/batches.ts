import { messageOf } from '../../platform/lib/index.ts'
import { commitAll, HeadMoved, type PlannedCommit } from './committing.ts'
import type { WikiContext } from './context.ts'
import { bytesAt, markOf, putFile } from './files.ts'
import { besides, fileOf, pageOf } from './names.ts'
import { outsider, planOutside, type Ahead } from './planning.ts'
import { headOfWiki } from './repository.ts'

const maxTries = 5

/** What a change is made of. */
export interface Planning {
  /** Files it looks at, which must be what the tables say. */
  files(): readonly string[]
  /** Pages that it must see committed: it waits for the next batch when one of them changes in this. */
  pages: readonly string[]
  /** What is to be committed; undefined when nothing is. */
  plan(ahead: Ahead): Promise<PlannedCommit | undefined>
}

/** A change with whoever waits for it. */
export interface Waiting {
  job: Planning
  /** How often a person was faster. */
  readonly tries: number
  readonly done: (revision: string | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Commits a batch, a commit for each change; gives back what has to wait for the next. */
export async function commitBatch(context: WikiContext, batch: readonly Waiting[]): Promise<Waiting[]> {
  const ahead: Ahead = { texts: new Map(), files: new Set() }
  const planned: { commit: PlannedCommit; of: Waiting }[] = []
  const later: Waiting[] = []
  for (const one of batch) {
    if (one.job.pages.some((page) => ahead.texts.has(page))) {
      later.push(one)
      continue
    }
    try {
      const commit = await one.job.plan(ahead)
      if (commit) planned.push({ commit, of: one })
      else one.done(undefined)
    } catch (error) {
      one.reject(error)
    }
  }
  if (planned.length === 0) return later
  try {
    const commits = await commitThem(
      context,
      planned.map(({ commit }) => commit),
    )
    for (const [place, { of }] of planned.entries()) of.done(commits[place])
    return later
  } catch (error) {
    return [...retried(planned, error), ...later]
  }
}

/** Those that are planned again, because a person was faster; the others hear why nothing became of them. */
function retried(planned: readonly { of: Waiting }[], error: unknown): Waiting[] {
  const again = error instanceof HeadMoved ? planned.filter(({ of }) => of.tries < maxTries) : []
  for (const one of planned) if (!again.includes(one)) one.of.reject(error)
  return again.map(({ of }) => ({ ...of, tries: of.tries + 1 }))
}

async function commitThem(context: WikiContext, planned: readonly PlannedCommit[]): Promise<string[]> {
  const head = await headOfWiki(context.repository)
  const { commits, overtaken } = await commitAll(context, head, planned)
  for (const { path } of overtaken)
    await keepBoth(context, path).catch((error: unknown) => {
      // The changes are committed, and the file is as the person saved it: the next look takes it up.
      context.logger.warn('page not kept beside', { path, problem: messageOf(error) })
    })
  return commits
}

/** Somebody saved the file in the same moment: their words go to a page beside it, and nobody's are lost. */
async function keepBoth(context: WikiContext, path: string): Promise<void> {
  const { repository, rows, clock, log } = context
  const page = pageOf(path)
  const mark = await markOf(repository.folder, path)
  const theirs = await bytesAt(repository.folder, path)
  if (page === undefined) return
  if (theirs !== undefined) {
    const other = besides(page, `(saved at the same time ${clock.now()})`)
    const why = `Saved at the same time as another change of ${page}`
    const kept = planOutside(context, await outsider(context), {
      about: other,
      path: fileOf(other),
      content: theirs,
      why,
    })
    await commitAll(context, await headOfWiki(repository), [kept])
  }
  const row = rows.page(page)
  const put = await putFile(repository.folder, path, { content: row?.text ?? null, expected: mark })
  if (put.is === 'put' && row) log.write(() => rows.setMark(page, put.mark ?? ''))
}
