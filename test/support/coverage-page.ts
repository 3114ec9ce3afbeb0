import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')
export const page = readFileSync(join(root, 'docs/coverage.md'), 'utf8')
export const seeds = ['Seed 000', 'Seed 001', 'Seed 002', 'Seed 003', 'Seed 004']

/** A row of docs/coverage.md, the same in all of its tables. */
export interface Row {
  about: string
  homes: string[]
  rules: string
  more: string
}

/** The rows of a heading, each as its cells. */
export function rowsOf(heading: string): string[][] {
  return (page.split(`## ${heading}`)[1] ?? '')
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1))
    .slice(2)
}

/** The rows of a heading that say where something lives; those of the figures do not. */
export function livingRows(heading: string): Row[] {
  return rowsOf(heading)
    .filter((cells) => cells.length === 4)
    .map(([about = '', where = '', rules = '', more = '']) => ({
      about,
      homes: foldersIn(where),
      rules,
      more,
    }))
}

/** The folders of each part that is planned. */
export function plannedFolders(): Map<string, string[]> {
  return new Map(rowsOf('What is planned').map(([part = '', , folders = '']) => [part, foldersIn(folders)]))
}

/** The parts that a cell says will bring what is not there. */
export function promisedIn(rules: string): string[] {
  return [...rules.matchAll(/not yet: ([\w ]+)/g)].map(([, part = '']) => part.trim())
}

/** The rules that a cell names: alone, from one to another, and as a whole page. */
export function rulesIn(cell: string): string[] {
  const ranges = [...cell.matchAll(/\b([A-Z]{3,4})(\d+)(?:–[A-Z]{3,4}(\d+))?/g)]
  const named = ranges.flatMap(([, prefix = '', first, last]) =>
    Array.from(
      { length: Number(last ?? first) - Number(first) + 1 },
      (_, n) => `${prefix}${Number(first) + n}`,
    ),
  )
  const pages = [...cell.matchAll(/\]\(spec\/([\w-]+\.md)\)/g)].map(([, name = '']) => name)
  return [...named, ...pages.flatMap(rulesOfPage)]
}

/** The rules of a page of docs/spec. */
export function rulesOfPage(name: string): string[] {
  const text = readFileSync(join(root, 'docs/spec', name), 'utf8')
  return [...text.matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(([, rule = '']) => rule)
}

/** Folders under `src/` that a cell names. */
export function foldersIn(cell: string): string[] {
  return [
    ...cell.matchAll(/\b(?:contract|client|platform|core|teamwork|surface|daemon|rehearsal)(?:\/[\w-]+)*/g),
  ]
    .map(([folder]) => folder)
    .filter((folder) => !folder.includes('.'))
}

export function exists(folder: string): boolean {
  return existsSync(join(root, 'src', folder))
}

/** What lies under `src/`: the parts of a layer, or the layer itself where it has none that import each other. */
export function foldersOfSource(): string[] {
  const layers = ['platform', 'core', 'teamwork', 'surface']
  return foldersBelow('src').flatMap((name) =>
    layers.includes(name) ? foldersBelow(`src/${name}`).map((part) => `${name}/${part}`) : [name],
  )
}

function foldersBelow(path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}
