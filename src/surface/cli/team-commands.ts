import type { Command } from 'commander'
import type { Run } from './command.ts'
import { example } from './example.ts'

const otherSession = 'the session of this team with it, instead of yours'

/** The commands about teams: naming them and talking to them. */
export function addTeams(program: Command, run: Run): void {
  addTell(program, run)
  addNaming(program, run)
  addAgents(program, run)
  addEndings(program, run)
  addReading(program, run)
}

function addTell(program: Command, run: Run): void {
  program
    .command('tell <team> <message...>')
    .description('put a message to a team and show its answer as it comes; - reads it from stdin')
    .option('--async', 'return with the receipt; the turn goes on by itself')
    .option('--timeout <time>', 'wait at most so long, such as 30s or 5m; the turn goes on')
    .addHelpText(
      'after',
      example(
        'iris tell alpha "Why does the login test fail?"',
        'git diff | iris tell alpha -',
        'iris tell alpha --async "Update the changelog"',
      ),
    )
    .action((team: string, words: string[], options: { async?: boolean; timeout?: string }) =>
      run(async (context) => (await import('./commands/tell.ts')).tell(context, { team, words, ...options })),
    )
}

function addNaming(program: Command, run: Run): void {
  const commands = () => import('./commands/teams.ts')
  const teams = program.command('teams').description('the project folders Iris has agents for')
  teams
    .command('list', { isDefault: true })
    .alias('ls')
    .description('every team and what it does')
    .addHelpText('after', example('iris teams list'))
    .action(() => run(async (context) => (await commands()).listTeams(context)))
  teams
    .command('add [name] [path]')
    .description('name a project folder; without a path, the current one')
    .option('--description <text>', 'what the team is for; other teams read it')
    .option('--remote <ssh>', 'run its agent on another machine')
    .addHelpText(
      'after',
      example(
        'iris teams add shop ~/code/shop --description "The web shop"',
        'iris teams add build /srv/build --remote "ssh you@build.example"',
      ),
    )
    .action(
      (
        name: string | undefined,
        path: string | undefined,
        options: { description?: string; remote?: string },
      ) => run(async (context) => (await commands()).addTeam(context, { name, path, ...options })),
    )
  teams
    .command('remove <name>')
    .description('take a team out of config.yaml; its folder and its sessions stay')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', example('iris teams remove shop --yes'))
    .action((name: string, options: { yes?: boolean }) =>
      run(async (context) => (await commands()).removeTeam(context, { name, ...options })),
    )
}

function addAgents(program: Command, run: Run): void {
  const commands = () => import('./commands/sessions.ts')
  program
    .command('wake [team]')
    .description('start the agent of a team; no model is called')
    .option('--all', 'every team')
    .addHelpText('after', example('iris wake alpha', 'iris wake --all'))
    .action((team: string | undefined, options: { all?: boolean }) =>
      run(async (context) => (await commands()).wake(context, { team, ...options })),
    )
  program
    .command('sleep <team>')
    .description('end the agent of a team; its conversation stays')
    .option('-f, --force', 'also during a turn, which is stopped')
    .addHelpText('after', example('iris sleep alpha'))
    .action((team: string, options: { force?: boolean }) =>
      run(async (context) => (await commands()).sleep(context, { team, ...options })),
    )
  program
    .command('fork <team>')
    .description('print the command that opens a copy of the conversation in a terminal')
    .option('--open', 'run it here')
    .addHelpText('after', example('iris fork alpha --open'))
    .action((team: string, options: { open?: boolean }) =>
      run(async (context) => (await commands()).fork(context, { team, ...options })),
    )
}

function addEndings(program: Command, run: Run): void {
  const commands = () => import('./commands/sessions.ts')
  program
    .command('cancel <team>')
    .description('stop the turn that runs; queued ones stay, unless one is named')
    .option('--turn <turn>', 'this turn; one that waits is dropped and never reaches the agent')
    .option('--from <team>', otherSession)
    .addHelpText('after', example('iris cancel alpha', 'iris cancel alpha --turn trn_01k5…'))
    .action((team: string, options: { turn?: string; from?: string }) =>
      run(async (context) => (await commands()).cancel(context, { team, ...options })),
    )
  program
    .command('reboot <team>')
    .description('end the agent and begin an empty conversation; a running turn is stopped, queued ones stay')
    .option('--from <team>', otherSession)
    .addHelpText('after', example('iris reboot alpha'))
    .action((team: string, options: { from?: string }) =>
      run(async (context) => (await commands()).reboot(context, { team, ...options })),
    )
  program
    .command('delete <team>')
    .description('forget the session with a team and drop its queued turns; the log and the team stay')
    .option('--from <team>', otherSession)
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', example('iris delete alpha --yes'))
    .action((team: string, options: { from?: string; yes?: boolean }) =>
      run(async (context) => (await commands()).remove(context, { team, ...options })),
    )
}

function addReading(program: Command, run: Run): void {
  program
    .command('report <team>')
    .description('what was said with a team, how each turn ended, and what to do next')
    .option('-n, --limit <count>', 'how many turns', '20')
    .option('--after <turn>', 'turns after this one, instead of the newest')
    .addHelpText('after', example('iris report alpha --limit 5'))
    .action((team: string, options: { limit: string; after?: string }) =>
      run(async (context) => (await import('./commands/report.ts')).report(context, { team, ...options })),
    )
  program
    .command('sessions')
    .description('every session and its state')
    .option('--team <team>', 'only those with this team')
    .option('-n, --limit <count>', 'how many sessions', '500')
    .option('--before <place>', 'go on where a page ended')
    .addHelpText('after', example('iris sessions --team alpha'))
    .action((options: { team?: string; limit: string; before?: string }) =>
      run(async (context) => (await import('./commands/sessions.ts')).listSessions(context, options)),
    )
  program
    .command('cache')
    .description('what agents printed, as it was recorded')
    .command('inspect <session>')
    .description('the recorded lines of a session, by its id or the name of its team')
    .option('-n, --limit <count>', 'how many lines', '200')
    .option('--after <number>', 'lines after this event', '0')
    .option('--raw', 'every line as the agent printed it')
    .addHelpText('after', example('iris cache inspect alpha --limit 50'))
    .action((session: string, options: { limit: string; after: string; raw?: boolean }) =>
      run(async (context) =>
        (await import('./commands/cache.ts')).inspectCache(context, { session, ...options }),
      ),
    )
}
