import type { Command } from 'commander'
import type { CommandDeclaration, Run } from '../command.ts'
import type { ImportOptions } from '../commands/task-files.ts'
import type { NewTaskOptions, PlanOptions } from '../commands/tasks.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/tasks.ts')
const graph = () => import('../commands/task-graph.ts')
const files = () => import('../commands/task-files.ts')

export const tasks: CommandDeclaration = {
  usage: 'tasks',
  group: 'work',
  summary: 'units of work that order themselves: what is ready, and what waits for what',
  build(command, run) {
    addLooking(command, run)
    addChanging(command, run)
    addLinking(command, run)
    addFiles(command, run)
  },
}

function addLooking(tasks: Command, run: Run): void {
  tasks
    .command('ls', { isDefault: true })
    .alias('list')
    .description('tasks that are not finished')
    .option('--team <team>', 'only those of the project this team works in')
    .option('--status <status>', 'only those: ready, blocked, pending, in_progress, complete, failed, …')
    .option('--all', 'also those that are finished')
    .addHelpText('after', example('iris tasks ls --status ready'))
    .action((options: { team?: string; status?: string; all?: boolean }) =>
      run(async (context) => (await commands()).listTasks(context, options)),
    )
  tasks
    .command('show <task>')
    .description('one task: its files, its check, what it waits for')
    .addHelpText('after', example('iris tasks show shop-42'))
    .action((task: string) => run(async (context) => (await commands()).showTask(context, task)))
  tasks
    .command('order <team>')
    .description('the order in which a project can be worked, and tasks that meet in a file')
    .action((team: string) => run(async (context) => (await commands()).orderTasks(context, team)))
  tasks
    .command('graph [team]')
    .description('every task step by step, with what it waits for')
    .option('--dot', 'for Graphviz: iris tasks graph --dot | dot -Tsvg')
    .addHelpText('after', example('iris tasks graph shop'))
    .action((team: string | undefined, options: { dot?: boolean }) =>
      run(async (context) => (await graph()).graphTasks(context, { ...options, ...(team && { team }) })),
    )
}

function addChanging(tasks: Command, run: Run): void {
  tasks
    .command('add <team> <title...>')
    .description('add a task to the project of a team')
    .option('--text <text>', 'what is to be done, beyond the title')
    .option('--priority <number>', '0, the most urgent, to 4', '2')
    .option('--phase <phase>', 'database, types, queries, services, api, ui, tests')
    .option('--file <path...>', 'a file it changes; may be given again')
    .option('--waits-for <task...>', 'a task that must be complete first; may be given again')
    .option('--check <command>', 'the command that proves it by exiting with 0')
    .addHelpText(
      'after',
      example('iris tasks add shop "Add a search box" --check "npm test" --waits-for shop-41'),
    )
    .action((team: string, words: string[], options: NewTaskOptions) =>
      run(async (context) => (await commands()).addTask(context, { team, words, ...options })),
    )
  tasks
    .command('priority <task> <number>')
    .description('say how urgent a task is: 0, the most urgent, to 4')
    .action((task: string, priority: string) =>
      run(async (context) => (await commands()).prioritizeTask(context, task, priority)),
    )
  tasks
    .command('plan <task>')
    .description('say which files a task writes, and what proves it; what was planned before is replaced')
    .option('--create <path...>', 'a file it makes; may be given again')
    .option('--update <path...>', 'a file it changes; may be given again')
    .option('--delete <path...>', 'a file it deletes; may be given again')
    .option('--read <path...>', 'a file it only reads; may be given again')
    .option('--check <command>', 'the command that proves it by exiting with 0')
    .addHelpText('after', example('iris tasks plan shop-42 --update src/search.ts --check "npm test"'))
    .action((task: string, options: PlanOptions) =>
      run(async (context) => (await commands()).planTask(context, { task, ...options })),
    )
  for (const [name, { to, words }] of Object.entries(ways))
    tasks
      .command(`${name} <task>`)
      .description(words)
      .option('-m, --reason <text>', 'why')
      .action((task: string, options: { reason?: string }) =>
        run(async (context) => (await commands()).changeTask(context, { task, to, ...options })),
      )
}

const ways = {
  done: { to: 'complete', words: 'say that a task is complete; what waits for it becomes ready' },
  skip: { to: 'skipped', words: 'leave a task out; what waits for it is blocked until you waive it' },
  defer: { to: 'deferred', words: 'put a task off; what waits for it goes on waiting' },
  fail: { to: 'failed', words: 'say that a task has failed' },
  cancel: { to: 'cancelled', words: 'give a task up' },
  reopen: { to: 'pending', words: 'take a finished, failed or deferred task up again' },
} as const

function addLinking(tasks: Command, run: Run): void {
  const type = ['--type <type>', 'blocks, on_failure_of, parent or link', 'blocks'] as const
  tasks
    .command('link <task> <other>')
    .description('let a task wait for another')
    .option(...type)
    .action((task: string, other: string, options: { type: string }) =>
      run(async (context) => (await commands()).linkTask(context, { task, other, ...options })),
    )
  tasks
    .command('unlink <task> <other>')
    .description('take the edge between two tasks away')
    .option(...type)
    .action((task: string, other: string, options: { type: string }) =>
      run(async (context) => (await commands()).unlinkTask(context, { task, other, ...options })),
    )
  tasks
    .command('waive <task> <other>')
    .description('let a task go on although another it waits for is not complete')
    .action((task: string, other: string) =>
      run(async (context) => (await commands()).waiveTask(context, { task, other })),
    )
}

function addFiles(tasks: Command, run: Run): void {
  tasks
    .command('import <file>')
    .description('add the tasks of a file, or follow what changed in it: spec-kit, Kiro, OpenSpec, …')
    .option('--team <team>', 'the team in whose project they belong')
    .option('--dry-run', 'only show what the file says')
    .addHelpText('after', example('iris tasks import specs/004/tasks.md --dry-run'))
    .action((file: string, options: ImportOptions) =>
      run(async (context) => (await files()).importFile(context, { file, ...options })),
    )
  tasks
    .command('export <team>')
    .description('print the tasks of a project as a file')
    .option('--format <format>', 'spec-kit or seed', 'spec-kit')
    .action((team: string, options: { format: string }) =>
      run(async (context) => (await files()).exportFile(context, { team, ...options })),
    )
  tasks
    .command('mark <file>')
    .description('write the status of its tasks into a file that was imported; nothing else of it changes')
    .requiredOption('--team <team>', 'the team in whose project they are')
    .action((file: string, options: { team: string }) =>
      run(async (context) => (await files()).markFile(context, { file, ...options })),
    )
}
