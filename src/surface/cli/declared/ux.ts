import type { CommandDeclaration } from '../command.ts'
import type { UxOptions } from '../commands/ux.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/ux.ts')

export const ux: CommandDeclaration = {
  usage: 'ux',
  group: 'work',
  summary: 'go through the journeys of a project in a browser: how long they take, and what keeps people out',
  build(command, run) {
    command
      .command('ls', { isDefault: true })
      .alias('list')
      .description('UX tests, the newest first')
      .option('--team <team>', 'only those of this team')
      .action((options: { team?: string }) =>
        run(async (context) => (await commands()).listUxTests(context, options)),
      )
    command
      .command('run')
      .description('go through the journeys of .iris/ux.yaml')
      .option('--team <team>', 'in the folder of a team')
      .option('--build <build>', 'a build that has ended, on its branch')
      .option('--persona <name>', 'as this persona; those of the file unless said')
      .option('--detach', 'do not wait for its end')
      .addHelpText('after', example('iris ux run --team shop --persona "Accessibility user"'))
      .action((options: UxOptions) =>
        run(async (context) => (await commands()).startUxTest(context, options)),
      )
    command
      .command('show <test>')
      .description('one UX test: its score, its journeys, its barriers, and where its pictures are')
      .action((test: string) => run(async (context) => (await commands()).showUxTest(context, test)))
    command
      .command('cancel <test>')
      .description('end a UX test with all it started')
      .action((test: string) => run(async (context) => (await commands()).cancelUxTest(context, test)))
  },
}
