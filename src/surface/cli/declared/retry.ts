import type { CommandDeclaration } from '../command.ts'
import type { RetryOptions } from '../commands/retry.ts'
import { example } from '../example.ts'

export const retry: CommandDeclaration = {
  usage: 'retry [team]',
  group: 'talk',
  summary: 'run now what met a limit of the account or a budget, instead of when that is lifted',
  build: (command, run) =>
    command
      .option('--all', 'every team')
      .option('--turn <turn>', 'only this turn')
      .option('--leave', 'leave it instead: it is not run again')
      .option('-y, --yes', 'do not ask before something is left')
      .addHelpText('after', example('iris retry alpha', 'iris retry --all', 'iris retry alpha --leave'))
      .action((team: string | undefined, options: Omit<RetryOptions, 'team'>) =>
        run(async (context) => (await import('../commands/retry.ts')).retry(context, { team, ...options })),
      ),
}
