import type { Command } from 'commander'
import type { Run } from './command.ts'
import type { LimitOptions, RunOptions } from './commands/run.ts'

/** The commands about runs: a goal, a leader and its teammates. */
export function addRuns(program: Command, run: Run): void {
  addStart(program, run)
  const runs = program.command('runs').description('a leader with its teammates, working through one goal')
  addLooking(runs, run)
  addChanging(runs, run)
}

function addStart(program: Command, run: Run): void {
  const command = program
    .command('run <goal...>')
    .description(
      'give a goal to a leader with a team of its own, and show who works on what; - reads it from stdin',
    )
    .requiredOption('--team <team>', 'in whose folder they work')
    .option('--roster <roles>', 'who is in the team, such as pm,fe,qa; everybody without it')
    .option('--evidence-file <path>', 'a file that must be there at the end; may be given again', collect, [])
    .option(
      '--evidence-command <command>',
      'a command that must exit with 0 at the end; may be given again',
      collect,
      [],
    )
    .option('--detach', 'return at once; the run goes on by itself')
  withLimits(command)
    .addHelpText(
      'after',
      '\nExamples:\n  iris run "Add a dark mode" --team shop --evidence-command "npm test"\n  iris run "Write the release notes" --team shop --roster pm,qa --limit-cost 2 --limit-time 30m',
    )
    .action((words: string[], options: Omit<RunOptions, 'words'>) =>
      run(async (context) => (await import('./commands/run.ts')).startRun(context, { words, ...options })),
    )
}

function withLimits(command: Command): Command {
  return command
    .option('--limit-cost <dollars>', 'stop it there; none for no limit')
    .option('--limit-time <time>', 'such as 2h; none for no limit')
    .option('--limit-turns <count>', 'turns of the leader; none for no limit')
    .option('--limit-turn <time>', 'time for one turn or task, such as 20m; none for no limit')
}

function addLooking(runs: Command, run: Run): void {
  const commands = () => import('./commands/runs.ts')
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
  const commands = () => import('./commands/runs.ts')
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

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}
