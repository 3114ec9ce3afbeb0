import type { CommandDeclaration } from '../command.ts'

const commands = () => import('../commands/token.ts')

export const token: CommandDeclaration = {
  usage: 'token',
  group: 'daemon',
  summary: 'who may talk to the daemon',
  build(command, run) {
    command
      .command('create <name>')
      .description('make a token; its secret is shown this once')
      .option('--role <role>', 'human (everything) or observer (reads only)', 'human')
      .action((name: string, options: { role: string }) =>
        run(async (context) => (await commands()).createToken(context, { name, ...options })),
      )
    command
      .command('list', { isDefault: true })
      .alias('ls')
      .description('list tokens, without secrets')
      .action(() => run(async (context) => (await commands()).listTokens(context)))
    command
      .command('revoke <id-or-name>')
      .description('make a token invalid for good')
      .action((wanted: string) => run(async (context) => (await commands()).revokeToken(context, wanted)))
  },
}
