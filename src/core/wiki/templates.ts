import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageFolder } from '../../platform/lib/index.ts'
import type { WikiBackend } from './backend.ts'

/** Where a project keeps templates of its own, which only people write. */
export const templateFolder = 'Templates/'

const kinds: readonly (readonly [pattern: RegExp, template: string])[] = [
  [/^Sprint$/i, 'Sprint'],
  [/^Handoffs\/[^/]+$/i, 'Handoff'],
  [/^Tasks\/[^/]+$/i, 'Task'],
  [/^Decisions$/i, 'Decisions'],
]

/** What a new page of this name begins with: the project's own template, else that of Iris; undefined when its kind has none. */
export async function templateFor(
  wiki: Pick<WikiBackend, 'read'>,
  page: string,
  fill: { name: string; task: string | null; now: number },
): Promise<string | undefined> {
  const kind = kinds.find(([pattern]) => pattern.test(page))?.[1]
  if (kind === undefined) return undefined
  const own = await wiki.read(`${templateFolder}${kind}`)
  const text = own?.text ?? (await readFile(join(packageFolder(), 'templates', 'wiki', `${kind}.md`), 'utf8'))
  const values: Record<string, string> = {
    name: fill.name,
    task: fill.task ?? 'none',
    date: new Date(fill.now).toISOString().slice(0, 10),
    page: page.split('/').at(-1) ?? page,
  }
  return text.replaceAll(/\{(name|task|date|page)\}/g, (whole, word: string) => values[word] ?? whole)
}
