import type { CommandDeclaration } from '../command.ts'

export const status: CommandDeclaration = {
  usage: 'status',
  group: 'read',
  summary: 'what the daemon is and does',
  build: (command, run) =>
    command.action(() => run(async (context) => (await import('../commands/status.ts')).status(context))),
}
