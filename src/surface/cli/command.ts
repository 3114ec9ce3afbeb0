import type { Environment } from '../../platform/config/plain.ts'
import type { Output } from './output.ts'

/** What every command is given. */
export interface CommandContext {
  environment: Environment
  output: Output
}

/** Runs what a command does and takes its exit code. */
export type Run = (action: (context: CommandContext) => Promise<number> | number) => Promise<void>
