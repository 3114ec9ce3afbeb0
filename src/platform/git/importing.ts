import { GitError, gitFailure } from './outcome.ts'
import { tryGit, type GitPlace } from './run.ts'

/** Who made a commit, and when. */
export interface CommitPerson {
  name: string
  email: string
}

/** A commit that is to be made: what becomes of which files. */
export interface NewCommit {
  message: string
  author: CommitPerson
  at: number
  /** New contents by path; null takes a file away. */
  files: ReadonlyMap<string, string | Uint8Array | null>
  /** More parents besides the one before it. */
  merges?: readonly string[]
}

const committer: CommitPerson = { name: 'Iris', email: 'iris@localhost' }

/**
 * Makes commits one after another on a branch and moves it, in one process and without a checkout. Nothing has happened when it
 * fails, also because the branch is elsewhere by now. Gives their ids.
 */
export async function importCommits(
  place: GitPlace,
  { branch, from, commits }: { branch: string; from: string | undefined; commits: readonly NewCommit[] },
): Promise<string[]> {
  const input = Buffer.concat([
    Buffer.from('feature done\n'),
    ...commits.flatMap((commit, at) =>
      commitLines(commit, at, { branch, from: at === 0 ? from : undefined }),
    ),
    ...commits.map((_, at) => Buffer.from(`get-mark :${at + 1}\n`)),
    Buffer.from('done\n'),
  ])
  const args = ['fast-import', '--quiet', '--date-format=raw']
  const outcome = await tryGit(place, args, { input, timeoutMs: 60_000 })
  if (!outcome.isWhole) throw await gitFailure(place, args, outcome)
  const made = outcome.stdout.split('\n').filter((line) => line !== '')
  if (made.length === commits.length) return made
  throw new GitError(
    'GIT_FAILED',
    `git fast-import made ${made.length} of ${commits.length} commits.`,
    outcome.stderr,
  )
}

function commitLines(
  { message, author, at: time, files, merges = [] }: NewCommit,
  at: number,
  { branch, from }: { branch: string; from: string | undefined },
): Buffer[] {
  const seconds = Math.floor(time / 1000)
  const head = [
    `commit ${branch}`,
    `mark :${at + 1}`,
    `author ${personOf(author)} ${seconds} +0000`,
    `committer ${personOf(committer)} ${seconds} +0000`,
  ].join('\n')
  return [
    Buffer.from(`${head}\n`),
    ...dataLines(message),
    ...(from === undefined ? [] : [Buffer.from(`from ${from}\n`)]),
    ...merges.map((parent) => Buffer.from(`merge ${parent}\n`)),
    ...[...files].flatMap(([path, content]) =>
      content === null
        ? [Buffer.from(`D ${quoted(path)}\n`)]
        : [Buffer.from(`M 100644 inline ${quoted(path)}\n`), ...dataLines(content)],
    ),
    Buffer.from('\n'),
  ]
}

function dataLines(content: string | Uint8Array): Buffer[] {
  const bytes = Buffer.from(content)
  return [Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]
}

/** A name that cannot end the line or the address. */
function personOf({ name, email }: CommitPerson): string {
  const plain = (text: string): string => text.replaceAll(/[<>\p{Cc}]/gu, ' ').trim()
  return `${plain(name) || 'nobody'} <${plain(email).replaceAll(' ', '')}>`
}

const quoted = (path: string): string =>
  `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`

/** Puts files into an index, or takes them out where there is no id. */
export async function putInIndex(
  place: GitPlace,
  entries: readonly { path: string; id: string | null }[],
): Promise<void> {
  const none = '0'.repeat(40)
  const input = entries
    .map(({ path, id }) => (id === null ? `0 ${none}\t${path}\0` : `100644 ${id}\t${path}\0`))
    .join('')
  const args = ['update-index', '-z', '--index-info']
  const outcome = await tryGit(place, args, { input, timeoutMs: 60_000 })
  if (!outcome.isWhole) throw await gitFailure(place, args, outcome)
}
