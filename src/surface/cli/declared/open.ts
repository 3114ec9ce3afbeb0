import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

export const open: CommandDeclaration = {
  usage: 'open',
  group: 'read',
  summary: 'open the dashboard in your browser, with a one-time link',
  build: (command, run) =>
    command
      .option('--print', 'only print the link')
      .option('--public', 'print a link of the address in settings.publicUrl, to allow a connector there')
      .addHelpText(
        'after',
        example('iris open --print   # for a browser elsewhere, through ssh -L 1615:127.0.0.1:1615'),
      )
      .action((options: { print?: boolean; public?: boolean }) =>
        run(async (context) => (await import('../commands/open.ts')).open(context, options)),
      ),
}
