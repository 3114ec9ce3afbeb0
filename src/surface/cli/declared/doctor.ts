import type { CommandDeclaration } from '../command.ts'

export const doctor: CommandDeclaration = {
  usage: 'doctor',
  group: 'read',
  summary: 'check what Iris needs, and say how to fix what is missing',
  build: (command, run) =>
    command.action(() => run(async (context) => (await import('../commands/doctor.ts')).doctor(context))),
}
