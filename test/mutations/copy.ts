import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { bundle } from '../../scripts/bundle.ts'
import { mutated, type Mutation } from './mutation.ts'

const root = join(import.meta.dirname, '..', '..')

/** A copy of the work tree in which files may be changed; the work tree itself is only read. */
export interface Copy {
  folder: string
  /** The folder for temporary files of what runs in it: whoever still works there when a run is over belongs to it. */
  temporary: string
  /** The folder for what was compiled. */
  compiled: string
  /** Makes the change, does the work, and takes the change back. */
  changed<T>(
    mutation: Pick<Mutation, 'file' | 'find' | 'put' | 'isBuilt'>,
    work: () => Promise<T>,
  ): Promise<T>
  remove(): void
}

export function copyTree(): Copy {
  // Short, because addresses of sockets are made of it.
  const folder = mkdtempSync(join(tmpdir(), 'im-'))
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root })
  const files = listed.toString('utf8').split('\0').filter(Boolean)
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file), { verbatimSymlinks: true, force: true })
  }
  for (const shared of ['node_modules', 'dist']) symlinkSync(join(root, shared), join(folder, shared))
  // Beside it, not in it: what tests write there must not take this for its package.
  const temporary = mkdtempSync(join(tmpdir(), 'it-'))
  const compiled = mkdtempSync(join(tmpdir(), 'ic-'))
  return {
    folder,
    temporary,
    compiled,
    async changed(mutation, work) {
      const path = join(folder, mutation.file)
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, mutated(text, mutation))
      try {
        return await (mutation.isBuilt ? withPrograms(folder, work) : work())
      } finally {
        writeFileSync(path, text)
      }
    },
    remove() {
      for (const own of [folder, temporary, compiled])
        rmSync(own, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Programs made of the copy take the place of the shared ones; the pages stay as they are. */
async function withPrograms<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const dist = join(folder, 'dist')
  rmSync(dist)
  cpSync(join(root, 'dist'), dist, { recursive: true })
  try {
    await build({ ...bundle, absWorkingDir: folder })
    return await work()
  } finally {
    rmSync(dist, { recursive: true })
    symlinkSync(join(root, 'dist'), dist)
  }
}
