import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/limits.ts')

export const limits: CommandDeclaration = {
  usage: 'limits',
  group: 'read',
  summary: 'what is holding agents back, or soon will: account, budgets, disk',
  isList: true,
  build(command, run) {
    command.action(() => run(async (context) => (await commands()).showLimits(context)))
    command
      .command('lift')
      .description('continue before the account limit resets, if you know you can')
      .option('-y, --yes', 'do not ask for confirmation')
      .addHelpText('after', example('iris limits lift --yes'))
      .action((options: { yes?: boolean }) =>
        run(async (context) => (await commands()).liftQuota(context, options)),
      )
  },
}
