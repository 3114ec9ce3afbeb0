import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

export const cache: CommandDeclaration = {
  usage: 'cache',
  group: 'talk',
  summary: 'what agents printed, as it was recorded',
  build: (command, run) =>
    command
      .command('inspect <session>')
      .description('the recorded lines of a session, by its id or the name of its team')
      .option('-n, --limit <count>', 'how many lines', '200')
      .option('--after <number>', 'lines after this event', '0')
      .option('--raw', 'every line as the agent printed it')
      .addHelpText('after', example('iris cache inspect alpha --limit 50'))
      .action((session: string, options: { limit: string; after: string; raw?: boolean }) =>
        run(async (context) =>
          (await import('../commands/cache.ts')).inspectCache(context, { session, ...options }),
        ),
      ),
}
