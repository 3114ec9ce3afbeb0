import { exitCodes } from '../../../contract/plain.ts'
import { entryPoint, startProcess } from '../../../platform/process/index.ts'
import type { CommandContext } from '../command.ts'

/** Starts the rehearsal as a process of its own: the command line may not reach into it. */
export async function rehearse(
  { environment, output }: CommandContext,
  input: { playbook: string; command: string[]; port: string },
): Promise<number> {
  const { command, args } = entryPoint('rehearsal/main')
  const words = [input.playbook, '--port', input.port, ...(output.json ? ['--json'] : [])]
  const child = await startProcess({
    command,
    args: [...args, ...words, ...(input.command.length > 0 ? ['--', ...input.command] : [])],
    cwd: process.cwd(),
    env: environment.variables,
    stdio: 'inherit',
  })
  // Ctrl-C reaches the child directly; this process only waits for it.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.signal('SIGTERM'))
  const { code } = await child.exited
  return code ?? exitCodes.unexpected
}
