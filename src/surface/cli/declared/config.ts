import type { CommandDeclaration } from '../command.ts'

const commands = () => import('../commands/config.ts')

export const config: CommandDeclaration = {
  usage: 'config',
  group: 'daemon',
  summary: 'check, edit and describe config.yaml',
  build(command, run) {
    command
      .command('check')
      .description('list every mistake with its line and what Iris expected')
      .action(() => run(async (context) => (await commands()).checkConfig(context)))
    command
      .command('edit')
      .description('open config.yaml in $VISUAL or $EDITOR, then check it')
      .action(() => run(async (context) => (await commands()).editConfig(context)))
    command
      .command('schema')
      .description('print the JSON Schema for editors')
      .action(() => run(async (context) => (await commands()).printSchema(context)))
  },
}
