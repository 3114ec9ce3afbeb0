import type { Command, CommanderError } from 'commander'

/** What was typed wrongly, in a sentence, with what was probably meant. */
export function usageWords(program: Command, error: CommanderError, words: readonly string[]): string {
  const stray = error.code === 'commander.excessArguments' ? strayCommand(program, words) : undefined
  if (stray) return stray
  const [what = '', hint = ''] = error.message.replace(/^error: /, '').split('\n')
  const meant = hint.replaceAll(/^\(|\)$/g, '')
  const end = what.endsWith('.') ? '' : '.'
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${end}${meant ? ` ${meant}` : ''}`
}

/** A group that lists by itself takes every word for an argument of its list; a command was meant. */
function strayCommand(program: Command, [name = '', word = '-']: readonly string[]): string | undefined {
  const group = program.commands.find((command) => command.name() === name)
  if (!group || group.commands.length === 0 || word.startsWith('-')) return undefined
  const known = group.commands.map((command) => command.name())
  const aliases = group.commands.flatMap((command) => command.aliases())
  if ([...known, ...aliases].includes(word)) return undefined
  return `Unknown command '${word}'. iris ${name} has: ${known.join(', ')}.`
}
