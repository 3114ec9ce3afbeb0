import type { CommandDeclaration } from '../command.ts'

export const logs: CommandDeclaration = {
  usage: 'logs',
  group: 'read',
  summary: "show the daemon's own log",
  build: (command, run) =>
    command
      .option('-n, --lines <count>', 'how many lines', '50')
      .option('-f, --follow', 'keep printing new lines')
      .action((options: { lines: string; follow?: boolean }) =>
        run(async (context) => (await import('../commands/logs.ts')).logs(context, options)),
      ),
}
