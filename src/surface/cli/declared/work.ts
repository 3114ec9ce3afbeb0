import type { CommandDeclaration } from '../command.ts'
import type { WorkOptions } from '../commands/work.ts'
import { example } from '../example.ts'

export const work: CommandDeclaration = {
  usage: 'work [file] [tasks...]',
  group: 'work',
  summary: 'have agents work tasks, each in its own worktree; Iris runs the checks',
  build(command, run) {
    command
      .requiredOption('--team <team>', 'the team whose agents work')
      .option('--parallel <n>', 'how many tasks at once', '2')
      .option('--limit-time <minutes>', 'stop after so many minutes of work', '120')
      .option('--limit-cost <dollars>', 'stop when it has cost this much')
      .option('--limit-tokens <n>', 'stop when it has used so many tokens')
      .option('--limit-task-cost <dollars>', 'ask when one task has cost this much')
      .option('--check <command>', 'what proves tasks that declare no check')
      .option('--limit-failures <n>', 'stop when more tasks than this failed', '3')
      .option('--yes', 'begin without asking whether the plan is right')
      .option('--detach', 'return at once; the build continues on its own')
      .addHelpText(
        'after',
        example(
          'iris work specs/004-search/tasks.md --team shop --parallel 3',
          'iris work --team shop --yes',
          'iris work shop-41 shop-42 --team shop',
        ),
      )
      .action((file: string | undefined, tasks: string[], options: Omit<WorkOptions, 'words'>) =>
        run(async (context) =>
          (await import('../commands/work.ts')).startWork(context, {
            words: [...(file === undefined ? [] : [file]), ...tasks],
            ...options,
          }),
        ),
      )
  },
}
