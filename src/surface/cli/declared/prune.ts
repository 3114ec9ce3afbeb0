import type { CommandDeclaration } from '../command.ts'
import type { PruneOptions } from '../commands/prune.ts'
import { example } from '../example.ts'

export const prune: CommandDeclaration = {
  usage: 'prune',
  group: 'read',
  summary: 'take out what agents printed long ago, to keep the database small',
  build: (command, run) =>
    command
      .option('--older-than <time>', 'lines printed longer ago than this; a day at least', '30d')
      .option('--dry-run', 'only say how much it would be')
      .option('--shrink', 'give the free space back to the disk; Iris answers nothing meanwhile')
      .option('-y, --yes', 'do not ask')
      .addHelpText('after', example('iris prune --older-than 90d --dry-run'))
      .action((options: PruneOptions) =>
        run(async (context) => (await import('../commands/prune.ts')).prune(context, options)),
      ),
}
