/** What can be said with a slash. */
export const slashCommands = [
  { name: '/answer', words: '<number> <answer>: answers an ask' },
  { name: '/priority', words: '<task> <0 to 4>: how urgent a task is' },
  { name: '/me', words: 'what you do' },
  { name: '/topic', words: 'sets the topic' },
  { name: '/invite', words: '<team>: brings a team in' },
  { name: '/archive', words: 'archives the room' },
] as const

/** What the word at the caret may become. */
export interface Completion {
  from: number
  choices: readonly string[]
}

const maxChoices = 8

/** Names after an @, commands after a slash at the start. */
export function completionAt(text: string, caret: number, names: readonly string[]): Completion | undefined {
  const before = text.slice(0, caret)
  const slash = /^\/(\w*)$/.exec(before)
  if (slash) {
    const choices = slashCommands.map(({ name }) => name).filter((name) => name.startsWith(before))
    return isOpen(choices, before) ? { from: 0, choices } : undefined
  }
  const [word] = /(?:^|\s)@([\p{L}\p{N}._-]*)$/u.exec(before)?.slice(1) ?? []
  if (word === undefined) return undefined
  const wanted = word.toLowerCase()
  const found = names.filter((name) => name.toLowerCase().startsWith(wanted)).slice(0, maxChoices)
  return isOpen(found, word)
    ? { from: caret - word.length - 1, choices: found.map((name) => `@${name}`) }
    : undefined
}

/** What is written out needs no completion: Enter then sends it. */
function isOpen(choices: readonly string[], word: string): boolean {
  return choices.length > 1 || (choices.length === 1 && choices[0] !== word)
}

/** The text with the choice in it, and where the caret is then. */
export function completed(
  text: string,
  { caret, from, choice }: { caret: number; from: number; choice: string },
): { text: string; caret: number } {
  const head = `${text.slice(0, from)}${choice} `
  return { text: head + text.slice(caret).replace(/^ /, ''), caret: head.length }
}
