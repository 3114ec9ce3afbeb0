/** The values a playbook may fill in, by name. */
export type Fillings = ReadonlyMap<string, string>

const slot = /(?<escape>\$?)\$\{(?<name>\w+(?:\.\d+)?)\}/g
const groupOf = /^(?:system|says|toolResult|last|heard|cwd)\.\d+$/

/** Fills `${name}` in a text; names it does not know stay, because shells write `${HOME}` too. */
export function fill(text: string, fillings: Fillings): string {
  return text.replace(slot, (written: string, escape: string, name: string) => {
    const value = fillings.get(name) ?? (groupOf.test(name) ? '' : undefined)
    if (value === undefined) return written
    return escape ? written.slice(1) : value
  })
}

/** Fills every string inside a value. */
export function fillIn(value: unknown, fillings: Fillings): unknown {
  if (typeof value === 'string') return fill(value, fillings)
  if (Array.isArray(value)) return value.map((item) => fillIn(item, fillings))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, fillings)]))
}
