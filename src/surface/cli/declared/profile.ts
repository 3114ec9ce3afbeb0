import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/profile.ts')

export const profile: CommandDeclaration = {
  usage: 'profile',
  group: 'work',
  summary: 'who you are, as far as it decides whether an idea fits you',
  build(command, run) {
    command
      .command('show', { isDefault: true })
      .description('what Iris knows of you')
      .action(() => run(async (context) => (await commands()).showProfile(context)))
    command
      .command('edit')
      .description('say who you are; without options in $VISUAL or $EDITOR')
      .option('--goal <text...>', 'what you want to reach; may be given again')
      .option('--skill <text...>', 'what you can do; may be given again')
      .option('--network <text...>', 'whom you know; may be given again')
      .option('--life-stage <text>', 'what your life leaves room for')
      .addHelpText('after', example('iris profile edit --skill carpentry --life-stage "two small children"'))
      .action((options: { goal?: string[]; skill?: string[]; network?: string[]; lifeStage?: string }) =>
        run(async (context) => (await commands()).editProfile(context, options)),
      )
  },
}
