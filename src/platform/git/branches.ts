import { tryGit, askGit, type GitPlace } from './run.ts'

/** A branch and where it is. */
export interface Branch {
  name: string
  commit: string
}

const heads = 'refs/heads/'

/** The branches below a name, such as `task/`, and some by their whole names; at most so many. */
export async function branchesOf(
  repository: GitPlace,
  names: readonly string[],
  most = 1000,
): Promise<Branch[]> {
  const format = '--format=%(objectname) %(refname)'
  const patterns = names.map((name) => `${heads}${name}`)
  const list = await askGit(repository, ['for-each-ref', `--count=${most}`, format, ...patterns])
  return list.split('\n').flatMap((line) => {
    const [, commit, name] = /^([0-9a-f]+) refs\/heads\/(.+)$/.exec(line) ?? []
    return commit !== undefined && name !== undefined ? [{ commit, name }] : []
  })
}

/** Where a branch is; undefined when there is none. */
export async function branchAt(repository: GitPlace, name: string): Promise<string | undefined> {
  const found = await branchesOf(repository, [name])
  return found.find((branch) => branch.name === name)?.commit
}

/** The refs, of any kind, that have a commit in their history; at most so many. */
export async function refsWith(repository: GitPlace, commit: string, most = 20): Promise<string[]> {
  const args = ['for-each-ref', `--count=${most}`, '--format=%(refname)', `--contains=${commit}`]
  return lines(await askGit(repository, args))
}

/** The branches below a name that the target has already (`in`), and those that have all of the target (`ahead`). */
export async function relationsOf(
  repository: GitPlace,
  { below, target }: { below: string; target: string },
): Promise<{ in: Set<string>; ahead: Set<string> }> {
  const list = async (how: string): Promise<Set<string>> => {
    const args = ['for-each-ref', '--format=%(refname)', `--${how}=${target}`, `${heads}${below}`]
    return new Set(lines(await askGit(repository, args)).map((name) => name.slice(heads.length)))
  }
  const [inside, ahead] = await Promise.all([list('merged'), list('contains')])
  return { in: inside, ahead }
}

/** The branch that work is merged into: the remote's, else main or master, else the one that is checked out. */
export async function mainBranchOf(repository: GitPlace): Promise<string | undefined> {
  const format = '--format=%(refname) %(symref)'
  const wanted = ['refs/remotes/origin/HEAD', `${heads}main`, `${heads}master`]
  const found = lines(await askGit(repository, ['for-each-ref', format, ...wanted]))
  const remote = found.find((line) => line.startsWith('refs/remotes/origin/HEAD '))?.split(' ')[1]
  const named = remote?.replace(/^refs\/remotes\/origin\//, '')
  if (named && (await branchAt(repository, named)) !== undefined) return named
  const usual = ['main', 'master'].find((name) => found.some((line) => line.trim() === `${heads}${name}`))
  return usual ?? current(repository)
}

async function current(repository: GitPlace): Promise<string | undefined> {
  const { code, stdout } = await tryGit(repository, ['symbolic-ref', '-q', 'HEAD'])
  const name = stdout.trim()
  return code === 0 && name.startsWith(heads) ? name.slice(heads.length) : undefined
}

/** A commit in a few words. */
export interface CommitWords {
  commit: string
  subject: string
  author: string
  at: number
}

/** The commits that one has and the other has not, the newest first; at most so many, and how many there are. */
export async function commitsBetween(
  repository: GitPlace,
  { from, to, most }: { from: string; to: string; most: number },
): Promise<{ commits: CommitWords[]; count: number }> {
  const range = [`^${from}`, to, '--']
  const format = '--format=%H%x00%ct%x00%an%x00%s'
  const list = ['rev-list', `--max-count=${most}`, '--no-commit-header', format, ...range]
  const [text, count] = await Promise.all([
    askGit(repository, list),
    askGit(repository, ['rev-list', '--count', ...range]),
  ])
  const commits = lines(text).map((line) => {
    const [commit = '', at = '0', author = '', subject = ''] = line.split('\0')
    return { commit, author: author.slice(0, 200), subject: subject.slice(0, 500), at: Number(at) * 1000 }
  })
  return { commits, count: Number(count) }
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')
