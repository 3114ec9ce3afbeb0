import type { CommandDeclaration } from '../command.ts'

const commands = () => import('../commands/token.ts')

export const token: CommandDeclaration = {
  usage: 'token',
  group: 'daemon',
  summary: 'manage who may talk to the daemon',
  build(command, run) {
    command
      .command('create <name>')
      .description('create a token; its secret is shown only once')
      .option(
        '--role <role>',
        'human (may do everything, the default), observer (read-only), worker, or delegate (speaks for you in rooms)',
      )
      .option('--task <task>', 'for a worker: the one task it may plan, lease and release')
      .option(
        '--answers',
        'for a delegate: it may answer asks, acknowledge alerts and change your profile too',
      )
      .action((name: string, options: { role?: string; task?: string; answers?: boolean }) =>
        run(async (context) => (await commands()).createToken(context, { name, ...options })),
      )
    command
      .command('list', { isDefault: true })
      .alias('ls')
      .description('list tokens, without secrets')
      .action(() => run(async (context) => (await commands()).listTokens(context)))
    command
      .command('revoke <id-or-name>')
      .description('revoke a token for good')
      .action((wanted: string) => run(async (context) => (await commands()).revokeToken(context, wanted)))
  },
}
