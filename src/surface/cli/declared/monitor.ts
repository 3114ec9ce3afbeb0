import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

export const monitor: CommandDeclaration = {
  usage: 'monitor',
  group: 'read',
  summary: 'watch your teams and answer them, in the terminal',
  build: (command, run) =>
    command
      .option('--plain', 'print lines instead of a screen: everything once, then each change')
      .option('--follow', 'with --json, print a new document on every change')
      .addHelpText('after', example('iris monitor', 'iris monitor --json | jq .asks'))
      .action((options: { plain?: boolean; follow?: boolean }) =>
        run(async (context) => (await import('../commands/monitor.ts')).monitor(context, options)),
      ),
}
