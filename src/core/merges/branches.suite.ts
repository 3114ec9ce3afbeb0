import { execFileSync } from 'node:child_process'

/** Files by path; null removes one. */
export type Files = Readonly<Record<string, string | null>>

/** Makes a repository with a main branch and others that start there, in one process. */
export function importBranches(folder: string, base: Files, branches: Readonly<Record<string, Files>>): void {
  execFileSync('git', ['init', '-q', '-b', 'main', folder])
  addBranches(folder, [
    commitOf('main', base),
    ...Object.entries(branches).map(([name, files]) => commitOf(name, files, 'refs/heads/main')),
  ])
}

/** Puts a commit with these files on a branch. */
export function addCommit(folder: string, branch: string, files: Files): void {
  addBranches(folder, [commitOf(branch, files, `refs/heads/${branch}^0`)])
}

function addBranches(folder: string, commits: readonly string[]): void {
  const args = ['-C', folder, 'fast-import', '--quiet', '--force']
  execFileSync('git', args, { input: commits.join(''), stdio: ['pipe', 'ignore', 'inherit'] })
}

function commitOf(branch: string, files: Files, from?: string): string {
  const text = (words: string): string => `data ${Buffer.byteLength(words)}\n${words}\n`
  const changes = Object.entries(files).map(([path, content]) =>
    content === null ? `D ${quoted(path)}\n` : `M 100644 inline ${quoted(path)}\n${text(content)}`,
  )
  const head = `commit refs/heads/${branch}\ncommitter Ann <ann@example.org> 1700000000 +0000\n${text('work')}`
  return `${head}${from ? `from ${from}\n` : ''}${changes.join('')}\n`
}

const quoted = (path: string): string => `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
