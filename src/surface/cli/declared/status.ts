import type { CommandDeclaration } from '../command.ts'

export const status: CommandDeclaration = {
  usage: 'status',
  group: 'read',
  summary: 'show whether Iris is running, and what it is doing',
  build: (command, run) =>
    command.action(() => run(async (context) => (await import('../commands/status.ts')).status(context))),
}
