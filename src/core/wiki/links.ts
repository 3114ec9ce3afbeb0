import { withPageLinks } from '../../contract/plain.ts'
import { nameKey } from './names.ts'

const maxLinks = 2000

/** The names that `[[links]]` of a text lead to, as they are written, each once. */
export function linksIn(text: string): string[] {
  const found = new Map<string, string>()
  withPageLinks(text, ({ name }, whole) => {
    if (name !== '' && found.size < maxLinks && !found.has(nameKey(name)))
      found.set(nameKey(name), name.normalize('NFC'))
    return whole
  })
  return [...found.values()]
}

/** The text with its links to one page leading to another; headings and labels stay. */
export function relinked(text: string, from: string, to: string): string {
  return withPageLinks(text, ({ name, heading, label }, whole) =>
    nameKey(name) === nameKey(from) ? `[[${to}${heading}${label}]]` : whole,
  )
}
