import { randomUUID } from 'node:crypto'
import { askGit, type GitPlace } from './run.ts'

const maxOutput = 64 * 1024 * 1024

/** A commit with the files it changed. */
export interface LoggedCommit {
  commit: string
  committer: string
  author: string
  at: number
  message: string
  files: { path: string; status: string }[]
}

/** Commits, the newest first, with the files that each changed from its first parent. */
export async function logOf(
  place: GitPlace,
  { range, most, file }: { range: readonly string[]; most: number; file?: string },
): Promise<LoggedCommit[]> {
  // A word that nobody can guess divides them, so that no message passes itself off as a commit.
  const word = randomUUID()
  const format = `--format=${word}%H%x00%cn%x00%an%x00%at%x00%B%x00`
  const how = ['--name-status', '-z', '-m', '--first-parent', '--no-show-signature', '--no-ext-diff']
  const one = file === undefined ? ['--no-renames', '--'] : ['--follow', '-M', '--', file]
  const text = await askGit(place, ['log', `--max-count=${most}`, format, ...how, ...range, ...one], {
    maxOutput,
  })
  return text
    .split(word)
    .slice(1)
    .map((part) => toCommit(part.split('\0')))
}

function toCommit([
  commit = '',
  committer = '',
  author = '',
  at = '0',
  message = '',
  ...rest
]: string[]): LoggedCommit {
  const words = rest.map((one) => one.replace(/^\n/, '')).filter((one) => one !== '')
  const files: LoggedCommit['files'] = []
  for (let place = 0; place < words.length;) {
    const status = words[place] ?? ''
    // Of one that was renamed or copied both names follow.
    const isMoved = /^[RC]\d*$/.test(status)
    const path = words[place + (isMoved ? 2 : 1)]
    if (path !== undefined) files.push({ path, status: status.slice(0, 1) })
    place += isMoved ? 3 : 2
  }
  return { commit, committer, author, at: Number(at) * 1000, message: message.trim(), files }
}

/** The text that a commit has under a path; undefined when it has none there. */
export async function textAt(place: GitPlace, commit: string, path: string): Promise<string | undefined> {
  return askGit(place, ['cat-file', 'blob', `${commit}:${path}`], { maxOutput: 16 * 1024 * 1024 }).catch(
    () => undefined,
  )
}

/** What differs between two contents that git has, as a unified diff under a name. */
export async function diffOf(
  place: GitPlace,
  { from, to, name }: { from: string; to: string; name: string },
): Promise<string> {
  const plain = ['--no-ext-diff', '--no-textconv', '--no-color', '--text', '--no-renames']
  const text = await askGit(place, ['diff', ...plain, from, to, '--'], { maxOutput: 16 * 1024 * 1024 })
  const at = text.indexOf('\n@@')
  return at === -1 ? '' : `--- ${name}\n+++ ${name}${text.slice(at)}`
}
