import { IrisError, type PageChange } from '../../contract/index.ts'
import type { WikiBackend } from './backend.ts'
import type { WikiContext } from './context.ts'
import { bytesAt } from './files.ts'
import type { Freshness } from './freshness.ts'
import { fileOf } from './names.ts'
import { planChange, planFile, planRename } from './planning.ts'
import type { Job, WikiQueue } from './queue.ts'

type Writing = Pick<WikiBackend, 'change' | 'rename' | 'attachments' | 'attach' | 'attachment'>

/** What is written in a wiki in git, each through the one queue. */
export function writingOf(context: WikiContext, { opened, fresh }: Freshness, queue: WikiQueue): Writing {
  const { rows, repository } = context
  async function run<T>(job: Job<T>): Promise<T> {
    await opened()
    return queue.add(job)
  }
  return {
    change: (page, intent, by) => run(changing(context, { page, intent, by })),
    async rename({ page, ...names }, by) {
      await fresh()
      return run(renaming(context, { page: rows.byKey(page) ?? page, ...names, by }))
    },
    attach: (file, by) => run(attaching(context, { ...file, by })),
    async attachments() {
      await fresh()
      return rows.files().map(({ path }) => path)
    },
    async attachment(path) {
      await fresh()
      return rows.files().some((file) => file.path === path) ? bytesAt(repository.folder, path) : undefined
    },
  }
}

function changing(
  context: WikiContext,
  { page: wanted, intent, by }: Parameters<typeof planChange>[2],
): Job<PageChange> {
  let page = wanted
  return {
    files: () => [fileOf(wanted)],
    pages: intent.do === 'append' ? [] : [wanted],
    async plan(ahead) {
      const found = await planChange(context, ahead, { page: wanted, intent, by })
      page = found.page
      return found.planned
    },
    done: (revision) => ({
      page,
      revision: intent.do === 'delete' ? null : (revision ?? context.rows.page(page)?.revision ?? null),
      isChanged: revision !== undefined,
    }),
  }
}

function renaming(
  context: WikiContext,
  names: Parameters<typeof planRename>[2],
): Job<PageChange & { relinked: string[] }> {
  const { page, to } = names
  let others: string[] = []
  return {
    files: () => [page, to, ...context.rows.backlinks(page)].map(fileOf),
    pages: [page, to],
    async plan(ahead) {
      const found = await planRename(context, ahead, names)
      others = found.relinked
      return found.planned
    },
    done: (revision) => ({ page: to, revision: revision ?? null, isChanged: true, relinked: others }),
  }
}

function attaching(
  context: WikiContext,
  { replace, ...file }: Parameters<typeof planFile>[2] & { replace: boolean },
): Job<PageChange> {
  const { path } = file
  const isThere = (): boolean =>
    context.rows.files().some((one) => one.path.toLowerCase() === path.toLowerCase())
  return {
    files: () => [path],
    pages: [path],
    async plan(ahead) {
      if (!replace && isThere()) throw new IrisError('PAGE_CONFLICT', `There is a file ${path} already.`)
      return planFile(context, ahead, file)
    },
    done: (revision) => ({ page: path, revision: revision ?? null, isChanged: true }),
  }
}
