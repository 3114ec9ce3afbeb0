import type { CommandDeclaration } from '../command.ts'

export const logs: CommandDeclaration = {
  usage: 'logs',
  group: 'read',
  summary: "show the daemon's own log",
  build: (command, run) =>
    command
      .option('-n, --lines <count>', 'how many lines', '50')
      .option('-f, --follow', 'go on with the lines that come')
      .action((options: { lines: string; follow?: boolean }) =>
        run(async (context) => (await import('../commands/logs.ts')).logs(context, options)),
      ),
}
