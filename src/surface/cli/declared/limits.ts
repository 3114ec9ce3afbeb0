import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/limits.ts')

export const limits: CommandDeclaration = {
  usage: 'limits',
  group: 'read',
  summary: 'what holds agents back or soon will: the account, budgets, the disk',
  isList: true,
  build(command, run) {
    command.action(() => run(async (context) => (await commands()).showLimits(context)))
    command
      .command('lift')
      .description('go on before the limit of the account is reset, when you know that it may')
      .option('-y, --yes', 'do not ask')
      .addHelpText('after', example('iris limits lift --yes'))
      .action((options: { yes?: boolean }) =>
        run(async (context) => (await commands()).liftQuota(context, options)),
      )
  },
}
