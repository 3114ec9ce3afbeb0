import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

export const cache: CommandDeclaration = {
  usage: 'cache',
  group: 'talk',
  summary: 'what agents printed, word for word',
  build: (command, run) =>
    command
      .command('inspect <session>')
      .description("a session's recorded lines, by its id or its team")
      .option('-n, --limit <count>', 'how many lines', '200')
      .option('--after <number>', 'only lines after this event', '0')
      .option('--raw', 'print each line exactly as the agent did')
      .addHelpText('after', example('iris cache inspect alpha --limit 50'))
      .action((session: string, options: { limit: string; after: string; raw?: boolean }) =>
        run(async (context) =>
          (await import('../commands/cache.ts')).inspectCache(context, { session, ...options }),
        ),
      ),
}
