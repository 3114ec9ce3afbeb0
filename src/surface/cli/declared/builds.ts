import type { Command } from 'commander'
import type { CommandDeclaration, Run } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/builds.ts')

export const builds: CommandDeclaration = {
  usage: 'builds',
  group: 'work',
  summary: 'tasks being worked: how they go, pause, resume, retry, skip, stop',
  build(command, run) {
    command
      .command('ls', { isDefault: true })
      .alias('list')
      .description('builds, the newest first')
      .option('--team <team>', 'only those of this team')
      .option('--open', 'only those that have not ended')
      .action((options: { team?: string; open?: boolean }) =>
        run(async (context) => (await commands()).listBuilds(context, options)),
      )
    command
      .command('show <build>')
      .description('one build with its tasks')
      .addHelpText('after', example('iris builds show shop-b3'))
      .action((build: string) => run(async (context) => (await commands()).showBuild(context, build)))
    command
      .command('follow <build>')
      .description('show its progress until it ends')
      .action((build: string) => run(async (context) => (await commands()).followBuild(context, build)))
    addDeeds(command, run)
  },
}

function addDeeds(command: Command, run: Run): void {
  const deeds = [
    ['confirm', 'say yes to its plan'],
    ['pause', 'interrupt its agents; it can go on'],
    ['resume', 'go on'],
  ] as const
  for (const [deed, description] of deeds)
    command
      .command(`${deed} <build>`)
      .description(description)
      .action((build: string) =>
        run(async (context) => (await commands()).changeBuild(context, { deed, build })),
      )
  command
    .command('stop <build>')
    .description('end it; what its agents did stays on their branches')
    .option('--yes', 'do not ask')
    .action((build: string, options: { yes?: boolean }) =>
      run(async (context) => (await commands()).stopBuild(context, { build, ...options })),
    )
  command
    .command('retry <build> <task> [guidance...]')
    .description('try a task again, with words of yours if you like')
    .addHelpText('after', example('iris builds retry shop-b3 shop-42 "Use the old parser"'))
    .action((build: string, task: string, guidance: string[]) =>
      run(async (context) => (await commands()).retryTask(context, { build, task, guidance })),
    )
  command
    .command('skip <build> <task>')
    .description('leave a task out')
    .action((build: string, task: string) =>
      run(async (context) => (await commands()).skipTask(context, { build, task })),
    )
}
