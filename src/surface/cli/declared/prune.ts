import type { CommandDeclaration } from '../command.ts'
import type { PruneOptions } from '../commands/prune.ts'
import { example } from '../example.ts'

export const prune: CommandDeclaration = {
  usage: 'prune',
  group: 'read',
  summary: 'remove old agent output to keep the database small',
  build: (command, run) =>
    command
      .option('--older-than <time>', 'prune lines older than this; at least a day', '30d')
      .option('--dry-run', 'only say how much would be pruned')
      .option('--shrink', 'give the free space back to the disk; Iris does not answer meanwhile')
      .option('-y, --yes', 'do not ask for confirmation')
      .addHelpText('after', example('iris prune --older-than 90d --dry-run'))
      .action((options: PruneOptions) =>
        run(async (context) => (await import('../commands/prune.ts')).prune(context, options)),
      ),
}
