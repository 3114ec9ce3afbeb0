import type { CommandDeclaration } from '../command.ts'
import type { StopOptions } from '../commands/stop.ts'
import { example } from '../example.ts'

export const stop: CommandDeclaration = {
  usage: 'stop',
  group: 'daemon',
  summary: 'stop the daemon; if agents are working, it asks about them first',
  build: (command, run) =>
    command
      .option('-a, --all', 'end working agents too; their turns end as stopped')
      .option('-k, --keep-agents', 'let agents keep working without Iris')
      .option('-f, --force', 'end the daemon at once; nothing acknowledged is lost')
      .addHelpText(
        'after',
        example(
          'iris stop',
          'iris stop --all            # nothing keeps running or costs money',
          "iris sleep alpha --force   # end one team's agent; Iris keeps running",
        ),
      )
      .action((options: StopOptions) =>
        run(async (context) => (await import('../commands/stop.ts')).stop(context, options)),
      ),
}
