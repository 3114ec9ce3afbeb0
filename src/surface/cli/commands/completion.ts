import type { Command } from 'commander'
import { exitCodes, IrisError } from '../../../contract/plain.ts'
import type { CommandContext } from '../command.ts'

/** Words that may follow each command path, gathered from the program itself. */
interface Words {
  path: string
  words: string[]
}

export function completion({ output }: CommandContext, program: Command, shell: string): number {
  const writers: Record<string, (words: Words[]) => string> = { bash, zsh, fish }
  const write = Object.hasOwn(writers, shell) ? writers[shell] : undefined
  if (!write)
    throw new IrisError('USAGE', `Completion works for bash, zsh and fish, not ${JSON.stringify(shell)}.`)
  output.text(write(gather(program, '')))
  return exitCodes.ok
}

function gather(command: Command, path: string): Words[] {
  const children = command.commands.filter((child) => child.name() !== 'help')
  const options = command.options.flatMap((option) => (option.long ? [option.long] : []))
  const here = { path, words: [...children.map((child) => child.name()), ...options, '--json', '--help'] }
  return [here, ...children.flatMap((child) => gather(child, `${path} ${child.name()}`.trim()))]
}

function cases(all: Words[]): string {
  return all
    .map(({ path, words }) => `    "${path}") choices="${[...new Set(words)].join(' ')}" ;;`)
    .join('\n')
}

function bash(all: Words[]): string {
  return `# iris completion for bash: source <(iris completion bash)
_iris() {
  local at="" choices="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) at="\${at:+$at }$word" ;; esac
  done
  case "$at" in
${cases(all)}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _iris iris
`
}

// `words` and `path` are variables of zsh itself: the one is read here, the other is the search path.
function zsh(all: Words[]): string {
  return `#compdef iris
# iris completion for zsh: source <(iris completion zsh)
_iris() {
  local at="" choices="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$word" in -*) ;; *) at="\${at:+$at }$word" ;; esac
  done
  case "$at" in
${cases(all)}
  esac
  compadd -- \${=choices}
}
compdef _iris iris
`
}

function fish(all: Words[]): string {
  const lines = all.flatMap(({ path, words }) => {
    const seen =
      path === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${path.split(' ').at(-1)}`
    return words.map((word) =>
      word.startsWith('--')
        ? `complete -c iris -n '${seen}' -l ${word.slice(2)}`
        : `complete -c iris -f -n '${seen}' -a ${word}`,
    )
  })
  return `# iris completion for fish: iris completion fish | source\n${[...new Set(lines)].join('\n')}\n`
}
