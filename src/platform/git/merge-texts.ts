import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitError } from './outcome.ts'
import { tryGit } from './run.ts'

/** Merges two texts that came from a third, line by line; where they meet it leaves marks, as git does in files. */
export async function mergeTexts(
  env: Readonly<Record<string, string>>,
  {
    base,
    ours,
    theirs,
    names,
  }: { base: string; ours: string; theirs: string; names: readonly [string, string] },
): Promise<{ text: string; conflicts: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'iris-merge-'))
  try {
    for (const [name, text] of Object.entries({ base, ours, theirs }))
      await writeFile(join(folder, name), text, { mode: 0o600 })
    const labels = ['-L', names[0], '-L', 'what both began with', '-L', names[1]]
    const place = { folder, env }
    const { code, stdout, stderr } = await tryGit(place, [
      'merge-file',
      '-p',
      ...labels,
      'ours',
      'base',
      'theirs',
    ])
    if (code === null || code >= 128)
      throw new GitError('GIT_FAILED', `git merge-file failed: ${stderr}`, stderr)
    return { text: stdout, conflicts: code }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
