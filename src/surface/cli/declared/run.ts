import type { CommandDeclaration } from '../command.ts'
import type { RunOptions } from '../commands/run.ts'
import { example } from '../example.ts'
import { withLimits } from './run-limits.ts'

export const run: CommandDeclaration = {
  usage: 'run <goal...>',
  group: 'runs',
  summary: 'give a goal to a leader and its teammates, and watch them work; - reads it from stdin',
  build(command, run) {
    command
      .requiredOption('--team <team>', 'the team whose folder they work in')
      .option('--roster <roles>', 'roles the leader may use, such as pm,fe,qa; all by default')
      .option('--evidence-file <path>', 'a file that must exist at the end; repeatable', collect, [])
      .option(
        '--evidence-command <command>',
        'a command that must exit with 0 at the end; repeatable',
        collect,
        [],
      )
      .option('--detach', 'return at once; the run continues on its own')
    withLimits(command)
      .addHelpText(
        'after',
        example(
          'iris run "Add a dark mode" --team shop --evidence-command "npm test"',
          'iris run "Write the release notes" --team shop --roster pm,qa --limit-cost 2 --limit-time 30m',
        ),
      )
      .action((words: string[], options: Omit<RunOptions, 'words'>) =>
        run(async (context) => (await import('../commands/run.ts')).startRun(context, { words, ...options })),
      )
  },
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}
