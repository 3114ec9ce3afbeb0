import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

export const completion: CommandDeclaration = {
  usage: 'completion <shell>',
  group: 'help',
  summary: 'print a completion script for bash, zsh or fish',
  build: (command, run) =>
    command
      .addHelpText('after', example('source <(iris completion bash)'))
      .action((shell: string) =>
        run(async (context) =>
          (await import('../commands/completion.ts')).completion(context, command.parent ?? command, shell),
        ),
      ),
}
