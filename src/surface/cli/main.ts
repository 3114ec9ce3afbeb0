// The process behind `iris`.
import { CommanderError, type Command } from 'commander'
import { exitCodes, IrisError } from '../../contract/plain.ts'
import { readEnvironment } from '../../platform/config/plain.ts'
import { systemCode, writeFault } from '../../platform/lib/index.ts'
import type { CommandContext } from './command.ts'
import { refuseInsideAgent } from './inside-agent.ts'
import { createOutput } from './output.ts'
import { createProgram } from './program.ts'
import { usageWords } from './usage.ts'

const environment = readEnvironment()
const json = process.argv.includes('--json')
const colour = process.stdout.isTTY && !environment.variables['NO_COLOR']
const output = createOutput({ json, colour })
for (const stream of [process.stdout, process.stderr]) stream.on('error', leaveUnread)

/** 128 and the number of the signal, by which a shell tells it. */
const endedBySigpipe = 141

let said = ''
const program = createProgram(run)
holdWords(program)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = fail(error)
}

/** Nobody reads any more, as after `| head`: we end as the shell's own programs do, without a word. */
function leaveUnread(error: Error): void {
  if (systemCode(error) !== 'EPIPE') throw error
  process.exit(endedBySigpipe)
}

/** What Commander says of errors is kept back: they are said as all others are. */
function holdWords(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: (text) => void (said += text) })
  for (const child of command.commands) holdWords(child)
}

async function run(action: (context: CommandContext) => Promise<number> | number): Promise<void> {
  refuseInsideAgent(environment)
  process.exitCode = await action({ environment, output })
}

function fail(error: unknown): number {
  if (error instanceof CommanderError) return failUsage(error)
  const known =
    error instanceof IrisError ? error : (writeFault(error, environment.home) ?? unexpected(error))
  output.error(known)
  return known.kind.exit
}

/** Commander throws for --help and --version too; those have printed already and are no error. */
function failUsage(error: CommanderError): number {
  if (error.exitCode === 0) return exitCodes.ok
  if (error.code === 'commander.help') {
    output.noteText(said)
    return exitCodes.badInput
  }
  output.error(new IrisError('USAGE', usageWords(program, error, process.argv.slice(2))))
  return exitCodes.badInput
}

function unexpected(error: unknown): IrisError {
  const message = error instanceof Error ? error.message : String(error)
  return new IrisError('UNEXPECTED', `Something went wrong: ${message}`, { cause: error })
}
