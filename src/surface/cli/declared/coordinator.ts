import type { CommandDeclaration } from '../command.ts'

const commands = () => import('../commands/coordinator.ts')

export const coordinator: CommandDeclaration = {
  usage: 'coordinator',
  group: 'work',
  summary: 'what Iris decided about alerts, failed builds and files that two want, and what each role is at',
  build(command, run) {
    command
      .command('ls', { isDefault: true })
      .alias('list')
      .description('what it has in hand, with what it decided and why')
      .option('--all', 'also what is over')
      .action((options: { all?: boolean }) =>
        run(async (context) => (await commands()).listConcerns(context, options)),
      )
    command
      .command('roles')
      .description('what each role of the pipeline is at')
      .action(() => run(async (context) => (await commands()).listRoles(context)))
  },
}
