import type { CommandDeclaration } from '../command.ts'
import type { ServeOptions } from '../commands/irc.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/irc.ts')

export const irc: CommandDeclaration = {
  usage: 'irc',
  group: 'daemon',
  summary: 'join the rooms with any IRC client, or serve IRC without a daemon',
  build(command, run) {
    command
      .command('on')
      .description('let IRC clients join the rooms; each logs in with a token of Iris')
      .option('--port <number>', 'port to listen on', '6667')
      .action((options: { port: string }) =>
        run(async (context) => (await commands()).turnOn(context, options)),
      )
    command
      .command('off')
      .description('let no IRC client in any more')
      .action(() => run(async (context) => (await commands()).turnOff(context)))
    command
      .command('serve')
      .description('serve IRC by itself, without teams or a daemon')
      .option('--host <host>', 'where to listen', '127.0.0.1')
      .option('--port <number>', 'port to listen on; 0 picks a free one', '6667')
      .requiredOption('--home <folder>', 'where accounts and messages are kept')
      .option('--password <password>', 'asked of everybody')
      .option('--name <name>', 'what the server is called', 'irc.iris.local')
      .option('--cert <file>', 'certificate, for TLS; needed to listen elsewhere than on this machine')
      .option('--key <file>', 'its key')
      .addHelpText('after', example('iris irc serve --port 6667 --home ~/irc'))
      .action((options: ServeOptions) => run(async (context) => (await commands()).serve(context, options)))
    command
      .command('account')
      .description('who may log in to a server of its own')
      .command('add <name>')
      .description('add an account; its password is read from stdin')
      .requiredOption('--home <folder>', 'the home of the server')
      .action((name: string, { home }: { home: string }) =>
        run(async (context) => (await commands()).addAccount(context, { name, home })),
      )
  },
}
