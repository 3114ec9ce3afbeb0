import type { Command } from 'commander'
import type { CommandDeclaration, Run } from '../command.ts'
import type { RunCheckOptions } from '../commands/checks-run.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/checks.ts')
const running = () => import('../commands/checks-run.ts')

export const checks: CommandDeclaration = {
  usage: 'checks',
  group: 'work',
  summary: 'what proves a task: commands that Iris runs, and what it finds in the change',
  build(command, run) {
    addLooking(command, run)
    addRunning(command, run)
    addDeciding(command, run)
  },
}

function addLooking(checks: Command, run: Run): void {
  checks
    .command('ls', { isDefault: true })
    .alias('list')
    .description('checks, the newest first')
    .option('--task <task>', 'only those of this task')
    .option('--team <team>', 'only those of this team')
    .option('--state <state>', 'only those: running, held, passed, failed, …')
    .option('--limit <number>', 'how many at most', '20')
    .action((options: { task?: string; team?: string; state?: string; limit: string }) =>
      run(async (context) => (await commands()).listChecks(context, options)),
    )
  checks
    .command('show <check>')
    .description('one check, or the last one of a task: its commands, what they printed, what was found')
    .addHelpText('after', example('iris checks show shop-42'))
    .action((check: string) => run(async (context) => (await commands()).showCheck(context, check)))
}

function addRunning(checks: Command, run: Run): void {
  checks
    .command('run [task]')
    .description('run the check of a task, or of a level, and show what it prints')
    .option('--team <team>', 'the team whose folder is checked')
    .option('--level <level>', 'quick, standard, thorough, comprehensive or release; includes those below')
    .option('--base <commit>', 'what the change is compared with; where the branch left main unless said')
    .option('--suggest', 'only say which level the change deserves')
    .option('--detach', 'do not wait for its end')
    .addHelpText('after', example('iris checks run shop-42', 'iris checks run --team shop --level standard'))
    .action((task: string | undefined, options: RunCheckOptions) =>
      run(async (context) => (await running()).runCheck(context, task, options)),
    )
  checks
    .command('cancel <check>')
    .description('end a check with all it started')
    .action((check: string) => run(async (context) => (await commands()).cancelCheck(context, check)))
}

function addDeciding(checks: Command, run: Run): void {
  checks
    .command('accept <check> [findings...]')
    .description('let a check pass in spite of what was found, for exactly this content')
    .option('--all', 'every finding of it')
    .option('-m, --note <text>', 'why')
    .addHelpText('after', example('iris checks accept chk_… 1 3 -m "The old cases went with the feature"'))
    .action((check: string, findings: string[], options: { all?: boolean; note?: string }) =>
      run(async (context) => (await commands()).acceptFindings(context, { check, findings, ...options })),
    )
  checks
    .command('tick <check>')
    .description('say that a check by hand holds, or that it does not')
    .option('--fails', 'it does not hold')
    .option('-m, --note <text>', 'why')
    .action((check: string, options: { fails?: boolean; note?: string }) =>
      run(async (context) => (await commands()).tickCheck(context, { check, ...options })),
    )
}
