import { IrisError } from '../../contract/index.ts'
import { commitOf, countCommits, pushBranch } from '../../platform/git/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { WikiContext } from './context.ts'
import type { Diverging } from './diverging.ts'
import { fetchRemote, pull, remoteName, withoutPassword } from './pulling.ts'
import type { WikiQueue } from './queue.ts'
import { headOfWiki } from './repository.ts'

const maxTries = 3

/** What a sync did; with conflicts it did nothing. */
interface Synced {
  pulled: number
  pushed: number
  conflicts: string[]
}

/** Pulls and pushes a wiki. Nothing is ever forced. */
export interface WikiSync {
  run(): Promise<Synced>
  /** Why the last one failed. */
  problem(): string | null
  /** Ends whatever asks the remote; what is not pushed is pushed by the next daemon. */
  close(): Promise<void>
}

export function createSync(deps: {
  context: WikiContext
  remote: () => string | undefined
  queue: WikiQueue
  diverging: Diverging
}): WikiSync {
  const { context, remote } = deps
  const { project } = context
  const stop = new AbortController()
  const away = { ...context, repository: { ...context.repository, signal: stop.signal } }
  let running: Promise<Synced> | undefined
  let problem: string | null = null

  async function once(): Promise<Synced> {
    const url = remote()
    if (url === undefined)
      throw new IrisError('INPUT_INVALID', `The wiki of ${project} has no remote: set \`wiki.remote\`.`)
    try {
      const synced = await sync(deps, away, url)
      problem = null
      return synced
    } catch (error) {
      problem = messageOf(error)
      throw error
    }
  }

  return {
    // Whoever asks meanwhile gets the same answer.
    run: () => (running ??= once().finally(() => (running = undefined))),
    problem: () => (remote() === undefined ? null : problem),
    async close() {
      stop.abort()
      await running?.catch(() => undefined)
    },
  }
}

/** `away` is the context in which the remote is asked, which may hang: nobody who writes waits for it. */
async function sync(
  { context, queue, diverging }: Parameters<typeof createSync>[0],
  away: WikiContext,
  url: string,
): Promise<Synced> {
  await queue.look()
  let pulled = 0
  for (let tries = 1; ; tries += 1) {
    const theirs = await fetchRemote(away, url)
    const found = await queue.alone(() => pull(context, theirs, diverging))
    pulled += found.pulled
    if (found.conflicts.length > 0) return { pulled, pushed: 0, conflicts: found.conflicts }
    const pushed = await push(away)
    if (pushed !== undefined) return told(context, { pulled, pushed, conflicts: [] })
    if (tries === maxTries)
      throw new IrisError('WIKI_REMOTE_FAILED', `The remote of ${context.project} moves all the time.`)
  }
}

function told({ log, project }: WikiContext, synced: Synced): Synced {
  const { pulled, pushed } = synced
  if (pulled + pushed > 0)
    log.write((append) => append({ type: 'wiki.synced', data: { project, pulled, pushed } }))
  return synced
}

/** How many commits were pushed; undefined when the remote has moved meanwhile. */
async function push({ repository, project }: WikiContext): Promise<number | undefined> {
  const { branch, commit } = await headOfWiki(repository)
  const name = branch.replace('refs/heads/', '')
  const theirs = await commitOf(repository, `refs/remotes/${remoteName}/${name}`)
  if (commit === undefined || commit === theirs) return 0
  const count = theirs === undefined ? 1 : await countCommits(repository, commit, theirs)
  const pushed = await pushBranch(repository, { remote: remoteName, branch: name, commit })
  if (pushed.is === 'pushed') return count
  if (/non-fast-forward|fetch first|stale info/i.test(pushed.words)) return undefined
  throw new IrisError(
    'WIKI_REMOTE_FAILED',
    `The remote of ${project} takes nothing: ${withoutPassword(pushed.words.slice(0, 300))}`,
  )
}
