import { formatPath, valueAt } from './path.ts'
import { promptVariables, templateFault } from './sections/prompt-variables.ts'
import { withoutEffect } from './sections/without-effect.ts'
import type { Source } from './source.ts'

/** A key of config.yaml that is accepted and changes nothing as it stands, and why; or one that is called otherwise now. */
export interface Notice {
  line: number
  column: number
  path: string
  message: string
}

/** What the writer of the file should know although it is no mistake. */
export function noticesIn({ value, places }: Pick<Source, 'value' | 'places'>): Notice[] {
  const idle = withoutEffect.filter(({ path }) => valueAt(value, path) !== undefined)
  const without = [...idle, ...unusable(value)].map(({ path, why }) => ({
    path,
    words: `has no effect: ${why}`,
  }))
  return [...without, ...renamed(value)]
    .map(({ path, words }) => ({
      ...places.ofKey(path),
      path: formatPath(path),
      message: `${formatPath(path)} ${words}`,
    }))
    .toSorted((a, b) => a.line - b.line)
}

/** Keys of teams that are still read under the name they had. */
function renamed(value: unknown): { path: readonly string[]; words: string }[] {
  const teams = valueAt(value, ['teams'])
  const names = typeof teams === 'object' && teams !== null ? Object.keys(teams) : []
  return names
    .map((name) => ['teams', name, 'delegates'])
    .filter((path) => valueAt(value, path) !== undefined)
    .map((path) => ({ path, words: 'is called answerers now: rename it; it is still read.' }))
}

/** Prompts that cannot be filled in: the Iris agent uses its own instead. */
function unusable(value: unknown): { path: readonly string[]; why: string }[] {
  return Object.entries(promptVariables).flatMap(([name, known]) => {
    const path = ['agent', 'systemPrompts', name]
    const template = valueAt(value, path)
    const fault = typeof template === 'string' ? templateFault(template, known) : undefined
    if (fault === undefined) return []
    const names = known.length === 0 ? 'It knows none.' : `It knows ${known.join(', ')}.`
    return [{ path, why: `${fault}, so the prompt of Iris itself is used. ${names}` }]
  })
}
