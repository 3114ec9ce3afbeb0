import type { CommandDeclaration } from '../command.ts'
import type { ValidateOptions } from '../commands/validate.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/validate.ts')

export const validate: CommandDeclaration = {
  usage: 'validate',
  group: 'work',
  summary: 'whether a build, a task or the folder of a team passes a level: tests, coverage, lint, security',
  build(command, run) {
    command
      .command('run', { isDefault: true })
      .description('run the commands of a level and say what they found')
      .option('--build <build>', 'a build that has ended, on its branch')
      .option('--task <task>', 'a task, in its worktree')
      .option('--team <team>', 'the folder of a team')
      .option(
        '--level <level>',
        'quick, standard, thorough, comprehensive or release; what the change deserves unless said',
      )
      .option('--detach', 'do not wait for its end')
      .addHelpText(
        'after',
        example('iris validate --build shop-b3', 'iris validate --team shop --level thorough'),
      )
      .action((options: ValidateOptions) =>
        run(async (context) => (await commands()).startValidation(context, options)),
      )
    command
      .command('ls')
      .alias('list')
      .description('validations, the newest first')
      .option('--build <build>', 'only those of this build')
      .option('--team <team>', 'only those of this team')
      .option('--limit <number>', 'at most so many', '20')
      .action((options: { build?: string; team?: string; limit: string }) =>
        run(async (context) => (await commands()).listValidations(context, options)),
      )
    command
      .command('show <validation>')
      .description('one validation: its figures and its issues')
      .action((validation: string) =>
        run(async (context) => (await commands()).showValidation(context, validation)),
      )
    command
      .command('cancel <validation>')
      .description('end a validation with all it started')
      .action((validation: string) =>
        run(async (context) => (await commands()).cancelValidation(context, validation)),
      )
  },
}
