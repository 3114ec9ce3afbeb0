import type { CommandDeclaration } from '../command.ts'
import type { NewOptions } from '../commands/new.ts'
import { example } from '../example.ts'

export const begin: CommandDeclaration = {
  usage: 'new <goal...>',
  group: 'talk',
  summary: 'say what you want; Iris proposes the smallest that fits, with its cost; - reads it from stdin',
  build(command, run) {
    command
      .requiredOption('--team <team>', 'the team whose project it is about')
      .option('--as <size>', 'begin it as tell, run, build, idea or org, without asking')
      .option('--yes', 'begin it as proposed, without asking')
      .addHelpText(
        'after',
        example(
          'iris new "Add a dark mode" --team shop',
          'iris new "Which tests fail?" --team shop --yes',
          'iris new "Search by product name" --team shop --as build',
        ),
      )
      .action((words: string[], options: Omit<NewOptions, 'words'>) =>
        run(async (context) => (await import('../commands/new.ts')).startNew(context, { words, ...options })),
      )
  },
}
