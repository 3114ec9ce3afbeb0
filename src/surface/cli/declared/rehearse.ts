import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

export const rehearse: CommandDeclaration = {
  usage: 'rehearse <playbook> [command...]',
  group: 'claude',
  summary: 'serve a scripted model on this machine; a command after -- runs against it',
  build: (command, run) =>
    command
      .option('--port <number>', 'port to listen on; 0 picks a free one', '0')
      .addHelpText('after', example('iris rehearse playbooks/hello.yaml -- claude -p "hello"'))
      .action((playbook: string, command: string[], options: { port: string }) =>
        run(async (context) =>
          (await import('../commands/rehearse.ts')).rehearse(context, { playbook, command, ...options }),
        ),
      ),
}
