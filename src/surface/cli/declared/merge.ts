import type { CommandDeclaration } from '../command.ts'
import type { MergeOptions, UndoOptions } from '../commands/merge.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/merge.ts')
const looks = () => import('../commands/branches.ts')

export const merge: CommandDeclaration = {
  usage: 'merge <task>',
  group: 'work',
  summary: 'merge the branch of a task, after showing what that will do',
  build(command, run) {
    command
      .option('--how <way>', 'ff, merge or squash; without it git.merge of config.yaml')
      .option('--into <branch>', 'the target; without it the main branch')
      .option('--dry-run', 'only show what it will do')
      .option('-y, --yes', 'do not ask for confirmation')
      .addHelpText('after', example('iris merge shop-42 --how squash'))
      .action((task: string, options: MergeOptions) =>
        run(async (context) => (await commands()).merge(context, { task, ...options })),
      )
    command
      .command('undo <task>')
      .description('undo the newest merge of a task: put the target back, or revert it')
      .option('--revert', 'take it back with a commit on top, when others have gone on from it')
      .option('--dry-run', 'only show what it will do')
      .option('-y, --yes', 'do not ask for confirmation')
      .addHelpText('after', example('iris merge undo shop-42'))
      .action((task: string, _options: UndoOptions, own: { optsWithGlobals(): UndoOptions }) =>
        // `merge` has options of the same names, which take what stands after `undo`.
        run(async (context) => (await commands()).undo(context, { task, ...own.optsWithGlobals() })),
      )
  },
}

export const merges: CommandDeclaration = {
  usage: 'merges',
  group: 'work',
  summary: 'merges that were made',
  build: (command, run) =>
    command
      .command('ls', { isDefault: true })
      .alias('list')
      .description('merges, the newest first')
      .option('--team <team>', 'only those of the project this team works in')
      .option('--task <task>', 'only those of this task')
      .action((options: { team?: string; task?: string }) =>
        run(async (context) => (await looks()).listMerges(context, options)),
      ),
}

export const forecast: CommandDeclaration = {
  usage: 'forecast [team]',
  group: 'work',
  summary: 'which open branches conflict with the main branch, or with each other',
  build: (command, run) =>
    command
      .option('--into <branch>', 'the target; without it the main branch')
      .action((team: string | undefined, options: { into?: string }) =>
        run(async (context) => (await looks()).forecast(context, { team, ...options })),
      ),
}

export const change: CommandDeclaration = {
  usage: 'change <task> [path]',
  group: 'work',
  summary: 'what the branch of a task changes: its files, or the lines of one',
  build: (command, run) =>
    command
      .option('--into <branch>', 'against this branch; without it the main branch')
      .action((task: string, path: string | undefined, options: { into?: string }) =>
        run(async (context) => (await looks()).change(context, { task, path, ...options })),
      ),
}

export const push: CommandDeclaration = {
  usage: 'push <task>',
  group: 'work',
  summary: 'push the branch of a task, never by force',
  build: (command, run) =>
    command.action((task: string) => run(async (context) => (await looks()).push(context, task))),
}
