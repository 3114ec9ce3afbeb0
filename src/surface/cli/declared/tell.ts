import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

export const tell: CommandDeclaration = {
  usage: 'tell <team> <message...>',
  group: 'talk',
  summary: 'put a message to a team and show its answer as it comes; - reads it from stdin',
  build: (command, run) =>
    command
      .option('--async', 'return with the receipt; the turn goes on by itself')
      .option('--timeout <time>', 'wait at most so long, such as 30s or 5m; the turn goes on')
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
