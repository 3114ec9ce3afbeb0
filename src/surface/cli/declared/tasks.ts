import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

export const tasks: CommandDeclaration = {
  usage: 'tasks',
  group: 'work',
  summary: 'read the task files of other tools',
  build: (command, run) =>
    command
      .command('import <file>')
      .description(
        'show the tasks of a file: spec-kit, Kiro, OpenSpec, task-master, beads, ralph, or YAML blocks',
      )
      .option('--dry-run', 'only show what the file would give')
      .addHelpText('after', example('iris tasks import specs/001-shop/tasks.md --dry-run'))
      .action((file: string, options: { dryRun?: boolean }) =>
        run(async (context) =>
          (await import('../commands/task-file-preview.ts')).previewTaskFile(context, { file, ...options }),
        ),
      ),
}
