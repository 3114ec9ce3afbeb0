import type { CommandDeclaration } from '../command.ts'
import type { StopOptions } from '../commands/stop.ts'
import { example } from '../example.ts'

export const stop: CommandDeclaration = {
  usage: 'stop',
  group: 'daemon',
  summary: 'stop the daemon in order; asks about agents at work, which are kept otherwise',
  build: (command, run) =>
    command
      .option('-a, --all', 'end the agents at work too; their turns end as stopped')
      .option('-k, --keep-agents', 'let them work on without Iris')
      .option('-f, --force', 'end the daemon at once; nothing acknowledged is lost')
      .addHelpText(
        'after',
        example(
          'iris stop',
          'iris stop --all            # nothing works or costs any more',
          'iris sleep alpha --force   # end one team instead, with Iris running',
        ),
      )
      .action((options: StopOptions) =>
        run(async (context) => (await import('../commands/stop.ts')).stop(context, options)),
      ),
}
