import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/leases.ts')

export const leases: CommandDeclaration = {
  usage: 'leases',
  group: 'work',
  summary: 'which task may write which files, and who waits for whom',
  build(command, run) {
    command
      .command('ls', { isDefault: true })
      .alias('list')
      .description('who holds what, and who waits for whom')
      .option('--team <team>', 'only those of the project this team works in')
      .action((options: { team?: string }) =>
        run(async (context) => (await commands()).listLeases(context, options)),
      )
    command
      .command('release <task>')
      .description('end the lease of a task; what its worker writes after that is refused')
      .option('-y, --yes', 'do not ask')
      .addHelpText('after', example('iris leases release shop-42'))
      .action((task: string, options: { yes?: boolean }) =>
        run(async (context) => (await commands()).releaseLease(context, { task, ...options })),
      )
  },
}
