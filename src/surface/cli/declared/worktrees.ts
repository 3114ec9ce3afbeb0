import type { Command } from 'commander'
import type { CommandDeclaration, Run } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/worktrees.ts')

export const worktrees: CommandDeclaration = {
  usage: 'worktrees',
  group: 'work',
  summary: 'the checkouts in which tasks are done: make, save, return, remove',
  build(command, run) {
    addLooking(command, run)
    addSaving(command, run)
    addDestroying(command, run)
  },
}

function addLooking(worktrees: Command, run: Run): void {
  worktrees
    .command('ls', { isDefault: true })
    .alias('list')
    .description('every worktree that Iris made')
    .option('--team <team>', 'only those of the project this team works in')
    .action((options: { team?: string }) =>
      run(async (context) => (await commands()).listWorktrees(context, options)),
    )
  worktrees
    .command('show <task>')
    .description('one worktree: what is uncommitted, where its work is saved, its checkpoints')
    .addHelpText('after', example('iris worktrees show shop-42'))
    .action((task: string) => run(async (context) => (await commands()).showWorktree(context, task)))
}

function addSaving(worktrees: Command, run: Run): void {
  worktrees
    .command('make <task>')
    .description('make the worktree of a task, or finish making it')
    .option('--team <team>', 'the team whose environment the set-up script gets')
    .action((task: string, options: { team?: string }) =>
      run(async (context) => (await commands()).makeWorktree(context, { task, ...options })),
    )
  worktrees
    .command('checkpoint <task>')
    .description('commit everything in the worktree, as a point to return to')
    .option('-m, --note <text>', 'what the point is')
    .action((task: string, options: { note?: string }) =>
      run(async (context) => (await commands()).makeCheckpoint(context, { task, ...options })),
    )
  worktrees
    .command('rescue <task>')
    .description('commit unfinished work with [INCOMPLETE] and give the task back')
    .option('-m, --reason <text>', 'why', 'by hand')
    .action((task: string, options: { reason: string }) =>
      run(async (context) => (await commands()).rescueWorktree(context, { task, ...options })),
    )
}

function addDestroying(worktrees: Command, run: Run): void {
  const sure = ['-y, --yes', 'do not ask for confirmation'] as const
  worktrees
    .command('return <task> [checkpoint]')
    .description(
      'go back to a checkpoint, the newest unless you name one; what is there is set aside as a patch',
    )
    .option(...sure)
    .action((task: string, checkpoint: string | undefined, options: { yes?: boolean }) =>
      run(async (context) => (await commands()).returnWorktree(context, { task, checkpoint, ...options })),
    )
  worktrees
    .command('remove <task>')
    .alias('rm')
    .description('remove a worktree whose work is merged, pushed or rescued; its branch stays')
    .option(...sure)
    .action((task: string, options: { yes?: boolean }) =>
      run(async (context) => (await commands()).removeWorktree(context, { task, ...options })),
    )
}
