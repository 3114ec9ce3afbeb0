import { link, lstat, mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import { systemCode } from '../lib/index.ts'
import { largestFile, readRegularFile, refused } from './reading.ts'

/** What a file is to be, and what it must have been. */
export interface Replacement {
  /** Undefined when there was none. */
  was: string | undefined
  text: string
}

/** The exact text of a regular file in a folder; undefined when there is none. A link is PROJECT_FILE_REFUSED. */
export async function exactText(folder: string, name: string): Promise<string | undefined> {
  try {
    return await readRegularFile(join(folder, name), largestFile)
  } catch (error) {
    if (error instanceof IrisError && systemCode(error.cause) === 'ENOENT') return undefined
    throw error
  }
}

/** Makes a folder in a project, one after another; nothing is followed that leads elsewhere. */
export async function folderIn(project: string, folder: string): Promise<void> {
  let path = project
  for (const name of folder.split(sep)) {
    if (name === '' || name === '.' || name === '..') throw refused(folder, 'it is no plain path')
    path = join(path, name)
    await mkdir(path).catch((error: unknown) => {
      if (systemCode(error) !== 'EEXIST') throw error
    })
    if (!(await lstat(path)).isDirectory()) throw refused(path, 'it is no folder')
  }
}

/** Writes a file whole or not at all, and only if it is what it was; says whether it did. */
export async function replaceText(
  folder: string,
  name: string,
  { was, text }: Replacement,
): Promise<boolean> {
  const path = join(folder, name)
  if ((await exactText(folder, name)) !== was) return false
  const draft = `${path}.iris-new`
  // Whatever was left under this name: a link would be written through, and a pipe would never take it.
  await rm(draft, { force: true })
  try {
    const file = await open(draft, 'wx')
    try {
      await fill(file, { text, mode: was === undefined ? undefined : (await stat(path)).mode })
    } finally {
      await file.close()
    }
    if (was === undefined) return await putNew(draft, path)
    // Once more at the last moment: who wrote meanwhile loses nothing.
    if ((await exactText(folder, name)) !== was) return false
    await rename(draft, path)
    return true
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes a file, and only if it is what it was; says whether it did. */
export async function removeText(folder: string, name: string, was: string): Promise<boolean> {
  if ((await exactText(folder, name)) !== was) return false
  await rm(join(folder, name))
  return true
}

async function fill(
  file: FileHandle,
  { text, mode }: { text: string; mode: number | undefined },
): Promise<void> {
  await file.writeFile(text)
  if (mode !== undefined) await file.chmod(mode & 0o777)
  await file.sync()
}

/** Not over a file that came meanwhile. */
async function putNew(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
}
