import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

export const monitor: CommandDeclaration = {
  usage: 'monitor',
  group: 'read',
  summary: 'watch who does what and answer what needs you, in the terminal',
  build: (command, run) =>
    command
      .option('--plain', 'print lines instead of a screen: everything once, then what changes')
      .option('--follow', 'with --json: a document per line whenever something changed')
      .addHelpText('after', example('iris monitor', 'iris monitor --json | jq .asks'))
      .action((options: { plain?: boolean; follow?: boolean }) =>
        run(async (context) => (await import('../commands/monitor.ts')).monitor(context, options)),
      ),
}
