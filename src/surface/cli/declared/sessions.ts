import type { CommandDeclaration } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/sessions.ts')
const otherSession = 'the session of this team with it, instead of yours'

export const wake: CommandDeclaration = {
  usage: 'wake [team]',
  group: 'talk',
  summary: 'start the agent of a team; no model is called',
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
  summary: 'end the agent of a team; its conversation stays',
  build: (command, run) =>
    command
      .option('-f, --force', 'also during a turn, which is stopped')
      .addHelpText('after', example('iris sleep alpha'))
      .action((team: string, options: { force?: boolean }) =>
        run(async (context) => (await commands()).sleep(context, { team, ...options })),
      ),
}

export const fork: CommandDeclaration = {
  usage: 'fork <team>',
  group: 'talk',
  summary: 'print the command that opens a copy of the conversation in a terminal',
  build: (command, run) =>
    command
      .option('--open', 'run it here')
      .addHelpText('after', example('iris fork alpha --open'))
      .action((team: string, options: { open?: boolean }) =>
        run(async (context) => (await commands()).fork(context, { team, ...options })),
      ),
}

export const cancel: CommandDeclaration = {
  usage: 'cancel <team-or-turn>',
  group: 'talk',
  summary: 'stop the turn that runs with a team, or the turn that is named; it says which it ended',
  build: (command, run) =>
    command
      .option('--turn <turn>', 'this turn; one that waits is dropped and never reaches the agent')
      .option('--from <team>', otherSession)
      .addHelpText('after', example('iris cancel alpha', 'iris cancel trn_01k5…'))
      .action((team: string, options: { turn?: string; from?: string }) =>
        run(async (context) => (await commands()).cancel(context, { team, ...options })),
      ),
}

export const reboot: CommandDeclaration = {
  usage: 'reboot <team>',
  group: 'talk',
  summary: 'end the agent and begin an empty conversation; a running turn is stopped, queued ones stay',
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
  summary: 'forget the session with a team and drop its queued turns; the log and the team stay',
  build: (command, run) =>
    command
      .option('--from <team>', otherSession)
      .option('-y, --yes', 'do not ask')
      .addHelpText('after', example('iris delete alpha --yes'))
      .action((team: string, options: { from?: string; yes?: boolean }) =>
        run(async (context) => (await commands()).remove(context, { team, ...options })),
      ),
}

export const sessions: CommandDeclaration = {
  usage: 'sessions',
  group: 'talk',
  summary: 'every session and its state',
  build: (command, run) =>
    command
      .option('--team <team>', 'only those with this team')
      .option('-n, --limit <count>', 'how many sessions', '500')
      .option('--before <place>', 'go on where a page ended')
      .addHelpText('after', example('iris sessions --team alpha'))
      .action((options: { team?: string; limit: string; before?: string }) =>
        run(async (context) => (await commands()).listSessions(context, options)),
      ),
}
