import type { Environment } from '../../platform/config/plain.ts'
import type { createOutput } from './output.ts'

/** What every command is given. */
export interface CommandContext {
  environment: Environment
  output: ReturnType<typeof createOutput>
}

/** Runs what a command does and takes its exit code. */
export type Run = (action: (context: CommandContext) => Promise<number> | number) => Promise<void>
