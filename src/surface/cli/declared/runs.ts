import type { Command } from 'commander'
import type { CommandDeclaration, Run } from '../command.ts'
import type { LimitOptions } from '../commands/run.ts'
import { withLimits } from './run-limits.ts'

const commands = () => import('../commands/runs.ts')

export const runs: CommandDeclaration = {
  usage: 'runs',
  group: 'runs',
  summary: 'a leader with its teammates, working through one goal',
  build(command, run) {
    addLooking(command, run)
    addChanging(command, run)
  },
}

function addLooking(runs: Command, run: Run): void {
  runs
    .command('ls', { isDefault: true })
    .alias('list')
    .description('runs that are open')
    .option('--all', 'also those that have ended')
    .option('--team <team>', 'only those of this team')
    .option('-n, --limit <count>', 'how many of the newest', '50')
    .action((options: { all?: boolean; team?: string; limit: string }) =>
      run(async (context) => (await commands()).listRuns(context, options)),
    )
  runs
    .command('show <run>')
    .description('who works on what, limits, evidence, and how it ended')
    .action((id: string) => run(async (context) => (await commands()).showRun(context, id)))
  runs
    .command('attach <run>')
    .description('show a run until it ends; Ctrl-C lets go of it')
    .action((id: string) => run(async (context) => (await commands()).attachRun(context, id)))
  runs
    .command('roles <team>')
    .description('the roles a roster may name, and what is wrong with their files')
    .action((team: string) => run(async (context) => (await commands()).listRoles(context, team)))
}

function addChanging(runs: Command, run: Run): void {
  runs
    .command('tell <run> <message...>')
    .description('put a message to the leader of a run')
    .action((id: string, words: string[]) =>
      run(async (context) => (await commands()).tellRun(context, { id, words })),
    )
  runs
    .command('stop <run>')
    .description('end everything of a run; what was said and written is kept')
    .action((id: string) => run(async (context) => (await commands()).stopRun(context, id)))
  withLimits(runs.command('resume <run>'))
    .description('go on with a run that has ended, in the same conversation')
    .option('-m, --message <text>', 'what the leader is told')
    .option('--detach', 'return at once')
    .action((id: string, options: LimitOptions & { message?: string; detach?: boolean }) =>
      run(async (context) => (await commands()).resumeRun(context, { id, ...options })),
    )
}
