/** The steps that lead to a value in the file: keys of mappings and places in lists. */
export type Path = readonly (string | number)[]

/** `teams.alpha.allowedTools[0]` for the steps that lead to a value. */
export function formatPath(path: Path): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return text.replace(/^\./, '')
}

/** The value at `path`, or undefined; never one that is inherited. */
export function valueAt(value: unknown, path: Path): unknown {
  let current = value
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined
    current = Reflect.get(current, step)
  }
  return current
}
