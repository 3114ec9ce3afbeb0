import type { CommandDeclaration } from '../command.ts'
import type { RunOptions } from '../commands/run.ts'
import { example } from '../example.ts'
import { withLimits } from './run-limits.ts'

export const run: CommandDeclaration = {
  usage: 'run <goal...>',
  group: 'runs',
  summary:
    'give a goal to a leader with a team of its own, and show who works on what; - reads it from stdin',
  build(command, run) {
    command
      .requiredOption('--team <team>', 'in whose folder they work')
      .option('--roster <roles>', 'who is in the team, such as pm,fe,qa; everybody without it')
      .option(
        '--evidence-file <path>',
        'a file that must be there at the end; may be given again',
        collect,
        [],
      )
      .option(
        '--evidence-command <command>',
        'a command that must exit with 0 at the end; may be given again',
        collect,
        [],
      )
      .option('--detach', 'return at once; the run goes on by itself')
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
