import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/alerts.ts')

export const alerts: CommandDeclaration = {
  usage: 'alerts',
  group: 'work',
  summary: 'what the watch found: tasks that are stuck, loops, parts of Iris that are down',
  build(command, run) {
    command
      .command('ls', { isDefault: true })
      .alias('list')
      .description('open alerts, and how the parts of Iris are')
      .option('--all', 'also those that are cleared')
      .action((options: { all?: boolean }) =>
        run(async (context) => (await commands()).listAlerts(context, options)),
      )
    command
      .command('ack <alert>')
      .description('silence an alert; it stays open until it is cleared')
      .addHelpText('after', example('iris alerts ack alr_01k…'))
      .action((alert: string) => run(async (context) => (await commands()).acknowledge(context, alert)))
  },
}
