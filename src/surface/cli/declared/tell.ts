import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

export const tell: CommandDeclaration = {
  usage: 'tell <team> <message...>',
  group: 'talk',
  summary: 'tell a team something and show its answer as it comes; - reads it from stdin',
  build: (command, run) =>
    command
      .option('--async', 'return once it is accepted; the turn continues on its own')
      .option('--timeout <time>', 'wait at most this long, such as 30s or 5m; the turn continues')
      .addHelpText(
        'after',
        example(
          'iris tell alpha "Why does the login test fail?"',
          'git diff | iris tell alpha -',
          'iris tell alpha --async "Update the changelog"',
        ),
      )
      .action((team: string, words: string[], options: { async?: boolean; timeout?: string }) =>
        run(async (context) =>
          (await import('../commands/tell.ts')).tell(context, { team, words, ...options }),
        ),
      ),
}
