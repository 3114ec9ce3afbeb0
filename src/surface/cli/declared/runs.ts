import type { Command } from 'commander'
import type { CommandDeclaration, Run } from '../command.ts'
import type { LimitOptions } from '../commands/run.ts'
import { withLimits } from './run-limits.ts'

const commands = () => import('../commands/runs.ts')

export const runs: CommandDeclaration = {
  usage: 'runs',
  group: 'runs',
  summary: 'runs: a leader and its teammates working on one goal',
  build(command, run) {
    addLooking(command, run)
    addChanging(command, run)
  },
}

function addLooking(runs: Command, run: Run): void {
  runs
    .command('ls', { isDefault: true })
    .alias('list')
    .description('list open runs')
    .option('--all', 'include runs that have ended')
    .option('--team <team>', 'only runs of this team')
    .option('-n, --limit <count>', 'show this many of the newest', '50')
    .action((options: { all?: boolean; team?: string; limit: string }) =>
      run(async (context) => (await commands()).listRuns(context, options)),
    )
  runs
    .command('show <run>')
    .description('show who works on what, the limits, the evidence and how it ended')
    .action((id: string) => run(async (context) => (await commands()).showRun(context, id)))
  runs
    .command('attach <run>')
    .description('watch a run until it ends; Ctrl-C detaches')
    .action((id: string) => run(async (context) => (await commands()).attachRun(context, id)))
  runs
    .command('roles <team>')
    .description('list the roles a roster may name, and any mistakes in their files')
    .action((team: string) => run(async (context) => (await commands()).listRoles(context, team)))
}

function addChanging(runs: Command, run: Run): void {
  runs
    .command('tell <run> <message...>')
    .description("tell a run's leader something")
    .action((id: string, words: string[]) =>
      run(async (context) => (await commands()).tellRun(context, { id, words })),
    )
  runs
    .command('stop <run>')
    .description('stop a run; everything said and written is kept')
    .action((id: string) => run(async (context) => (await commands()).stopRun(context, id)))
  withLimits(runs.command('resume <run>'))
    .description('continue a run that has ended, in the same conversation')
    .option('-m, --message <text>', 'what to tell the leader')
    .option('--detach', 'return at once')
    .action((id: string, options: LimitOptions & { message?: string; detach?: boolean }) =>
      run(async (context) => (await commands()).resumeRun(context, { id, ...options })),
    )
}
