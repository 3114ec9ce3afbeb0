import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/rules.ts')

export const rules: CommandDeclaration = {
  usage: 'rules',
  group: 'read',
  summary: 'what Iris decides by without a model, and a way to try each rule',
  isList: true,
  build(command, run) {
    command.action(() => run(async (context) => (await commands()).listRules(context)))
    command
      .command('try <rule>')
      .description('give a rule an input as JSON on stdin and see what it decides')
      .addHelpText('after', example(`echo '{"class":"NETWORK","attempts":1}' | iris rules try policy`))
      .action((rule: string) => run(async (context) => (await commands()).tryRule(context, rule)))
  },
}
