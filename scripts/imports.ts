import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const imported = /(?:from|import) '(\.[^']+)'|import\('(\.[^']+)'\)/g
const started = /entryPoint\('([^']+)'\)/g

/** The files of a folder with one of these endings, however deep. */
export function filesIn(folder: string, ...endings: string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => join(folder, name))
}

/** The files of the repository that a file imports, or starts as programs. */
export function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [
    ...[...text.matchAll(imported)].map(([, first, late]) => join(dirname(file), first ?? late ?? '')),
    ...[...text.matchAll(started)].map(([, path]) => join('src', `${path}.ts`)),
  ].filter((path) => existsSync(path))
}
