import { tryGit, askGit, type GitPlace } from './run.ts'

const pushMs = 120_000

/** How a push went: it is there, or what git said. */
export type Pushed = { is: 'pushed' } | { is: 'refused'; words: string }

/** The remote that branches are pushed to, with its address; undefined when there is none, or several and none is `origin`. */
export async function remoteOf(repository: GitPlace): Promise<{ name: string; url: string } | undefined> {
  const names = (await askGit(repository, ['remote'])).split('\n').filter((name) => name !== '')
  const configured = await tryGit(repository, ['config', 'remote.pushDefault'])
  const wanted = configured.code === 0 ? configured.stdout.trim() : 'origin'
  const name = names.find((one) => one === wanted) ?? (names.length === 1 ? names[0] : undefined)
  if (name === undefined) return undefined
  const { code, stdout } = await tryGit(repository, ['remote', 'get-url', '--push', '--', name])
  return code === 0 ? { name, url: stdout.trim() } : undefined
}

/** Pushes a commit to a branch of a remote: never by force, without hooks, tags, signatures or submodules. */
export async function pushBranch(
  repository: GitPlace,
  { remote, branch, commit }: { remote: string; branch: string; commit: string },
): Promise<Pushed> {
  const program = await ownProgramOf(repository)
  if (program !== undefined)
    return {
      is: 'refused',
      words: `This repository’s own config names a program for it (${program}), which Iris does not run.`,
    }
  const off = ['--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no', '--no-force']
  const settings = [
    ...(repository.settings ?? []),
    'protocol.ext.allow=never',
    `remote.${remote}.mirror=false`,
  ]
  const args = ['push', '--porcelain', ...off, '--', remote, `${commit}:refs/heads/${branch}`]
  const { code, stdout, stderr, timedOut } = await tryGit({ ...repository, settings }, args, {
    timeoutMs: pushMs,
  })
  if (code === 0) return { is: 'pushed' }
  const words = [...stdout.split('\n').filter((line) => line.startsWith('!')), stderr.trim()].join('\n')
  return { is: 'refused', words: timedOut ? 'git push took too long.' : words.trim().slice(0, 2000) }
}

/** A program that the config of the repository itself, where agents can write, has git run when it pushes. */
async function ownProgramOf(repository: GitPlace): Promise<string | undefined> {
  const pattern = String.raw`^(core\.(sshcommand|gitproxy|askpass)|credential\.(.*\.)?helper|remote\..*\.(receivepack|vcs))$`
  const args = ['config', '-z', '--show-scope', '--name-only', '--get-regexp', pattern]
  const { stdout } = await tryGit(repository, args)
  const words = stdout.split('\0')
  return words.find((_, at) => at % 2 === 1 && ['local', 'worktree'].includes(words[at - 1] ?? ''))
}
