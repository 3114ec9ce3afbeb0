import type { CommandDeclaration } from '../command.ts'
import type { RetryOptions } from '../commands/retry.ts'
import { example } from '../example.ts'

export const retry: CommandDeclaration = {
  usage: 'retry [team]',
  group: 'talk',
  summary: 'run what hit an account limit or a budget now, instead of when the limit lifts',
  build: (command, run) =>
    command
      .option('--all', 'every team')
      .option('--turn <turn>', 'only this turn')
      .option('--leave', 'drop it instead: it will not run again')
      .option('-y, --yes', 'do not ask for confirmation')
      .addHelpText('after', example('iris retry alpha', 'iris retry --all', 'iris retry alpha --leave'))
      .action((team: string | undefined, options: Omit<RetryOptions, 'team'>) =>
        run(async (context) => (await import('../commands/retry.ts')).retry(context, { team, ...options })),
      ),
}
