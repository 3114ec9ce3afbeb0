/** A name that every IRC server takes as a nick, and that nothing cuts in a text. */
const shape = /^[A-Za-z][A-Za-z0-9_-]{0,15}$/
const maxNames = 2000

/** A list of names, and the lines of it that are none. */
export interface NameList {
  names: readonly string[]
  mistakes: readonly string[]
}

/** Reads a list: one name to a line; what follows # is not read. A name that differs only in case is there once. */
export function readNameList(text: string): NameList {
  const names = new Map<string, string>()
  const mistakes: string[] = []
  for (const [place, line] of text.split(/\r\n?|\n/).entries()) {
    const name = line.replace(/#.*$/, '').trim()
    if (name === '') continue
    if (names.size >= maxNames) break
    if (!shape.test(name)) mistakes.push(`Line ${place + 1} is no name: ${JSON.stringify(name.slice(0, 40))}`)
    else if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return { names: [...names.values()], mistakes }
}
