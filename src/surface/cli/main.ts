// The process behind `iris`.
import { CommanderError } from 'commander'
import { exitCodes, IrisError } from '../../contract/plain.ts'
import { readEnvironment } from '../../platform/config/plain.ts'
import type { CommandContext } from './command.ts'
import { refuseInsideAgent } from './inside-agent.ts'
import { createOutput } from './output.ts'
import { createProgram } from './program.ts'

const environment = readEnvironment()
const json = process.argv.includes('--json')
const colour = process.stdout.isTTY && !environment.variables['NO_COLOR']
const output = createOutput({ json, colour })

const program = createProgram(run)
  .exitOverride()
  .configureOutput({ writeErr: () => undefined })
for (const command of program.commands) {
  command.exitOverride().configureOutput({ writeErr: () => undefined })
  for (const child of command.commands) child.exitOverride().configureOutput({ writeErr: () => undefined })
}

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = fail(error)
}

async function run(action: (context: CommandContext) => Promise<number> | number): Promise<void> {
  refuseInsideAgent(environment)
  process.exitCode = await action({ environment, output })
}

function fail(error: unknown): number {
  if (error instanceof CommanderError) return failUsage(error)
  const known = error instanceof IrisError ? error : unexpected(error)
  output.error(known)
  return known.kind.exit
}

/** Commander throws for --help and --version too; those have printed already and are no error. */
function failUsage(error: CommanderError): number {
  if (error.exitCode === 0) return exitCodes.ok
  if (error.code === 'commander.help') {
    process.stderr.write(program.helpInformation())
    return exitCodes.badInput
  }
  output.error(new IrisError('USAGE', sentence(error.message)))
  return exitCodes.badInput
}

function sentence(message: string): string {
  const text = message.replace(/^error: /, '').split('\n')[0] ?? ''
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}

function unexpected(error: unknown): IrisError {
  const message = error instanceof Error ? error.message : String(error)
  return new IrisError('UNEXPECTED', `Something went wrong: ${message}`, { cause: error })
}
