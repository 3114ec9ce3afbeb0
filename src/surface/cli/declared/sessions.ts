import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/sessions.ts')
const otherSession = "use this team's session instead of yours"

export const wake: CommandDeclaration = {
  usage: 'wake [team]',
  group: 'talk',
  summary: "start a team's agent; no model is called",
  build: (command, run) =>
    command
      .option('--all', 'every team')
      .addHelpText('after', example('iris wake alpha', 'iris wake --all'))
      .action((team: string | undefined, options: { all?: boolean }) =>
        run(async (context) => (await commands()).wake(context, { team, ...options })),
      ),
}

export const sleep: CommandDeclaration = {
  usage: 'sleep <team>',
  group: 'talk',
  summary: "end a team's agent; its conversation is kept",
  build: (command, run) =>
    command
      .option('-f, --force', 'even during a turn; the turn is stopped')
      .addHelpText('after', example('iris sleep alpha'))
      .action((team: string, options: { force?: boolean }) =>
        run(async (context) => (await commands()).sleep(context, { team, ...options })),
      ),
}

export const fork: CommandDeclaration = {
  usage: 'fork <team>',
  group: 'talk',
  summary: 'print a command that opens a copy of the conversation in a terminal',
  build: (command, run) =>
    command
      .option('--open', 'run that command here')
      .addHelpText('after', example('iris fork alpha --open'))
      .action((team: string, options: { open?: boolean }) =>
        run(async (context) => (await commands()).fork(context, { team, ...options })),
      ),
}

export const cancel: CommandDeclaration = {
  usage: 'cancel <team-or-turn>',
  group: 'talk',
  summary: 'stop the turn a team is working on, or the turn you name',
  build: (command, run) =>
    command
      .option('--turn <turn>', 'this turn; if it is still queued, the agent never sees it')
      .option('--from <team>', otherSession)
      .addHelpText('after', example('iris cancel alpha', 'iris cancel trn_01k5…'))
      .action((team: string, options: { turn?: string; from?: string }) =>
        run(async (context) => (await commands()).cancel(context, { team, ...options })),
      ),
}

export const reboot: CommandDeclaration = {
  usage: 'reboot <team>',
  group: 'talk',
  summary: 'start over with an empty conversation; a running turn is stopped, queued ones stay',
  build: (command, run) =>
    command
      .option('--from <team>', otherSession)
      .addHelpText('after', example('iris reboot alpha'))
      .action((team: string, options: { from?: string }) =>
        run(async (context) => (await commands()).reboot(context, { team, ...options })),
      ),
}

export const remove: CommandDeclaration = {
  usage: 'delete <team>',
  group: 'talk',
  summary: 'delete the session with a team and its queued turns; the log and the team stay',
  build: (command, run) =>
    command
      .option('--from <team>', otherSession)
      .option('-y, --yes', 'do not ask for confirmation')
      .addHelpText('after', example('iris delete alpha --yes'))
      .action((team: string, options: { from?: string; yes?: boolean }) =>
        run(async (context) => (await commands()).remove(context, { team, ...options })),
      ),
}

export const sessions: CommandDeclaration = {
  usage: 'sessions',
  group: 'talk',
  summary: 'list every session and its state',
  build: (command, run) =>
    command
      .option('--team <team>', 'only sessions with this team')
      .option('-n, --limit <count>', 'how many sessions', '500')
      .option('--before <place>', 'continue where a page ended')
      .addHelpText('after', example('iris sessions --team alpha'))
      .action((options: { team?: string; limit: string; before?: string }) =>
        run(async (context) => (await commands()).listSessions(context, options)),
      ),
}
