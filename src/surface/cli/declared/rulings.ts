import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/rulings.ts')

export const rulings: CommandDeclaration = {
  usage: 'rulings',
  group: 'read',
  summary: 'what rules decided, and why',
  build(command, run) {
    command
      .command('ls', { isDefault: true })
      .alias('list')
      .description('what rules decided, the newest first')
      .option('--rule <rule>', 'only those of this rule')
      .option('--about <subject>', 'only those about this task')
      .option('--limit <number>', 'at most so many', '50')
      .action((options: { rule?: string; about?: string; limit: string }) =>
        run(async (context) => (await commands()).listRulings(context, options)),
      )
    command
      .command('show <ruling>')
      .description('one ruling: what went in, and what came out')
      .action((ruling: string) => run(async (context) => (await commands()).showRuling(context, ruling)))
    command
      .command('replay <ruling>')
      .description('ask the rule of today, and say whether it decides the same')
      .addHelpText('after', example('iris rulings replay rlg_01jd…'))
      .action((ruling: string) => run(async (context) => (await commands()).replayRuling(context, ruling)))
  },
}
