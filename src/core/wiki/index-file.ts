import { copyFile, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import { systemCode, writeFault } from '../../platform/lib/index.ts'
import { askGit, putInIndex } from '../../platform/git/index.ts'
import { readRegularFile } from '../../platform/projects/index.ts'
import type { WikiContext } from './context.ts'

const ours = 'held by Iris\n'
const lookEveryMs = 20
const maxWaitMs = 2000
/** No git holds the index of a wiki for so long: one that old was left by a git that was killed. */
const leftAfterMs = 60_000
/** A kill may come between making the hold and writing to it. So may a look at a git that computes before it writes. */
const emptyForMs = 1000

type Context = Pick<WikiContext, 'repository' | 'clock' | 'logger'>

/** Holds the index as git does it, so that no commit of a person is made of an index from before ours. */
export async function holdIndex({ repository, clock, logger }: Context): Promise<void> {
  const lock = join(repository.gitDir, 'index.lock')
  const until = clock.steady() + maxWaitMs
  for (;;) {
    try {
      const file = await open(lock, 'wx', 0o600)
      try {
        await file.writeFile(ours)
      } finally {
        await file.close()
      }
      return
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') {
        await rm(lock, { force: true })
        throw writeFault(error) ?? error
      }
    }
    if ((await ageOf({ repository, clock, logger }, lock)) > leftAfterMs) {
      // Moved aside, never deleted: it may be the only copy of what somebody staged.
      await rename(lock, join(repository.gitDir, `index.lock.left-${clock.now()}`)).catch(
        (error: unknown) => {
          if (systemCode(error) !== 'ENOENT') throw writeFault(error) ?? error
        },
      )
      logger.info('index lock moved aside', { lock })
    } else if (clock.steady() > until) {
      throw new IrisError('WIKI_BUSY', `A git is at work in ${repository.folder}: ${lock} is there.`)
    } else await new Promise<void>((resolve) => void clock.after(lookEveryMs, resolve))
  }
}

/** Makes the next index, with these files; it counts once `installIndex` put it in place. */
export async function prepareIndex(
  { repository }: Context,
  entries: readonly { path: string; id: string | null }[],
): Promise<void> {
  const index = join(repository.gitDir, 'iris-index')
  await rm(index, { force: true })
  await rm(`${index}.lock`, { force: true })
  await copyFile(join(repository.gitDir, 'index'), index).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw writeFault(error) ?? error
  })
  await putInIndex({ ...repository, index }, entries)
}

/** Puts the prepared index in place; whoever calls holds the index. */
export async function installIndex({ repository }: Context): Promise<void> {
  await rename(join(repository.gitDir, 'iris-index'), join(repository.gitDir, 'index'))
  await letIndexGo({ repository })
}

export async function letIndexGo({ repository }: Pick<Context, 'repository'>): Promise<void> {
  await rm(join(repository.gitDir, 'index.lock'), { force: true })
}

/** Takes a hold away that a killed Iris left. */
export async function freeOwnHold(context: Context, { wasBegun }: { wasBegun: boolean }): Promise<void> {
  const lock = join(context.repository.gitDir, 'index.lock')
  const text = await readRegularFile(lock, 64).catch(() => undefined)
  const isOurs = text === ours || (text === '' && wasBegun && (await ageOf(context, lock)) > emptyForMs)
  if (isOurs) await letIndexGo(context)
}

/** Wall time: a file has no other. */
async function ageOf({ clock }: Context, file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => clock.now() - mtimeMs,
    () => 0,
  )
}

/** Makes the index say of these files what HEAD has. */
export async function mendIndex(context: Context, paths: readonly string[]): Promise<void> {
  const { repository } = context
  if (paths.length === 0) return
  const listed = await askGit(repository, ['ls-tree', '-r', '-z', '--full-tree', 'HEAD'], {
    maxOutput: 64 * 1024 * 1024,
  }).catch(() => '')
  const ids = new Map(
    listed.split('\0').flatMap((entry) => {
      const [, id, path] = /^100644 blob ([0-9a-f]+)\t([\s\S]+)$/.exec(entry) ?? []
      return id !== undefined && path !== undefined ? [[path, id] as const] : []
    }),
  )
  await holdIndex(context)
  try {
    await prepareIndex(
      context,
      paths.map((path) => ({ path, id: ids.get(path) ?? null })),
    )
    await installIndex(context)
  } finally {
    await letIndexGo(context)
  }
}
