import type { Task } from '../../contract/index.ts'

/** A file that a task plans to write. */
export interface WantedFile {
  /** What it is compared by. */
  file: string
  /** What it is called. */
  path: string
}

/** The files that a task plans to write, each once, sorted. Who only reads needs no lease. */
export function writtenBy({ files }: Pick<Task, 'files'>): WantedFile[] {
  const written = new Map<string, string>()
  for (const { path, action } of files)
    if (action !== 'READ') written.set(fileOf(path), written.get(fileOf(path)) ?? path)
  return [...written]
    .map(([file, path]) => ({ file, path }))
    .toSorted((one, other) => (one.file < other.file ? -1 : 1))
}

/**
 * What a path is compared by. There are file systems that make no difference between capitals or between forms of one
 * Unicode letter, and a project may be on any: two tasks that differ only there would write one file.
 */
function fileOf(path: string): string {
  const steps = path
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .split('/')
    .filter((step) => step !== '' && step !== '.')
  return steps.join('/')
}

/** Whether a task plans to write a file, something in it, or a folder it is in. */
export function plansToWrite(task: Pick<Task, 'files'>, path: string): boolean {
  return writtenBy(task).some(({ file }) => meets(file, fileOf(path)))
}

/** A file with every folder it is in. */
export function withFolders(file: string): string[] {
  const steps = file.split('/')
  return steps.map((_, place) => steps.slice(0, place + 1).join('/'))
}

/** Whether two are one file, or one is in the other. */
export function meets(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
}
