import type { Command } from 'commander'
import type { Environment } from '../../platform/config/plain.ts'
import type { Output } from './output.ts'

/** What every command is given. */
export interface CommandContext {
  environment: Environment
  output: Output
}

/** Runs what a command does and takes its exit code. */
export type Run = (action: (context: CommandContext) => Promise<number> | number) => Promise<void>

/** The headings of the help, in their order. */
export const commandGroups = {
  talk: 'Talk to your teams:',
  answer: 'Answer and ask:',
  runs: 'Runs:',
  work: 'Tasks:',
  read: 'Watch and read:',
  daemon: 'The daemon and its settings:',
  claude: 'Claude Code and rehearsals:',
  help: 'Help:',
} as const

/**
 * A command as it declares itself. Its words are loaded at every start, so what it does is imported only when it runs.
 * `commands.ts` lists them all.
 */
export interface CommandDeclaration {
  /** Its name and arguments, as they are typed. */
  usage: string
  group: keyof typeof commandGroups
  summary: string
  /** Has commands of its own, and lists by itself what they are about. */
  isList?: true
  /** Adds its options, its examples, its own commands, and what it does. */
  build: (command: Command, run: Run) => void
}
