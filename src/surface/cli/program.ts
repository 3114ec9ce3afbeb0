import { Command } from 'commander'
import { packageVersion } from '../../platform/lib/index.ts'
import type { Run } from './command.ts'
import { addInbox } from './inbox-commands.ts'
import { addRuns } from './run-commands.ts'
import { addTeams } from './team-commands.ts'
import type { InstallOptions } from './commands/install.ts'
import type { PruneOptions } from './commands/prune.ts'
import type { EventOptions } from './commands/events.ts'

/** Every command with its words; what a command does is loaded only when it runs, so that the start is quick. */
export function createProgram(run: Run): Command {
  const program = new Command('iris')
    .description('Runs teams of coding agents across your projects and brings you only what needs you.')
    .version(packageVersion(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .showHelpAfterError('(see iris --help)')
    .addHelpText('after', firstSteps)
  for (const [heading, add] of groups) {
    program.commandsGroup(heading)
    for (const one of add) one(program, run)
  }
  program.helpCommand('help [command]', 'show the help of a command')
  addJsonEverywhere(program)
  return program
}

/** The commands under the headings of the help. */
const groups: readonly [string, readonly ((program: Command, run: Run) => void)[]][] = [
  ['Talk to your teams:', [addTeams]],
  ['Answer and ask:', [addInbox, addAsk]],
  ['Runs:', [addRuns]],
  ['Watch and read:', [addReading, addLimits, addRecords]],
  ['The daemon and its settings:', [addLifecycle, addConfig, addTokens]],
  ['Claude Code and rehearsals:', [addInstall, addRehearse]],
  ['Help:', [addCompletion]],
]

const firstSteps = `
First steps:
  iris doctor                      check what Iris needs
  iris teams add alpha ~/alpha     name a project folder
  iris tell alpha "run the tests"  put its agent to work
  iris inbox                       see what waits for you
  iris status                      see what Iris does
  iris monitor                     watch your teams and answer them
  iris open                        see it in your browser

Docs: README.md, docs/guides/`

function addLifecycle(program: Command, run: Run): void {
  const lifecycle = () => import('./commands/lifecycle.ts')
  program
    .command('start')
    .description('start the daemon of this home (in the foreground unless told otherwise)')
    .option('-b, --background', 'return once it answers')
    .action((options: { background?: boolean }) =>
      run(async (context) => (await lifecycle()).start(context, options)),
    )
  program
    .command('stop')
    .description('stop the daemon in order')
    .option('-f, --force', 'end it at once; nothing acknowledged is lost')
    .action((options: { force?: boolean }) =>
      run(async (context) => (await lifecycle()).stop(context, options)),
    )
  program
    .command('restart')
    .description('stop the daemon if it runs, and start it in the background')
    .action(() => run(async (context) => (await lifecycle()).restart(context)))
}

function addAsk(program: Command, run: Run): void {
  program
    .command('ask [question...]')
    .description('ask Iris about your teams, or to wake or tell one; without a question, chat')
    .option('-y, --yes', 'do what the question itself asks for without asking again')
    .addHelpText(
      'after',
      '\nExamples:\n  iris ask "what is active?"\n  iris ask "why is alpha stuck?"\n  iris ask --yes "wake beta"',
    )
    .action((words: string[], options: { yes?: boolean }) =>
      run(async (context) => (await import('./commands/ask.ts')).ask(context, { words, ...options })),
    )
}

function addReading(program: Command, run: Run): void {
  program
    .command('open')
    .description('open the dashboard in your browser, by a link that works once')
    .option('--print', 'only print the link')
    .addHelpText(
      'after',
      '\nExample:\n  iris open --print   # to open it elsewhere, say through ssh -L 1615:127.0.0.1:1615',
    )
    .action((options: { print?: boolean }) =>
      run(async (context) => (await import('./commands/open.ts')).open(context, options)),
    )
  program
    .command('monitor')
    .description('watch who does what and answer what needs you, in the terminal')
    .option('--plain', 'print lines instead of a screen: everything once, then what changes')
    .option('--follow', 'with --json: a document per line whenever something changed')
    .addHelpText('after', '\nExamples:\n  iris monitor\n  iris monitor --json | jq .asks')
    .action((options: { plain?: boolean; follow?: boolean }) =>
      run(async (context) => (await import('./commands/monitor.ts')).monitor(context, options)),
    )
  program
    .command('status')
    .description('what the daemon is and does')
    .action(() => run(async (context) => (await import('./commands/status.ts')).status(context)))
  program
    .command('doctor')
    .description('check what Iris needs, and how to mend what is missing')
    .action(() => run(async (context) => (await import('./commands/doctor.ts')).doctor(context)))
}

/** What was recorded, and how to keep that small. */
function addRecords(program: Command, run: Run): void {
  program
    .command('logs')
    .description("show the daemon's own log")
    .option('-n, --lines <count>', 'how many lines', '50')
    .option('-f, --follow', 'go on with the lines that come')
    .action((options: { lines: string; follow?: boolean }) =>
      run(async (context) => (await import('./commands/logs.ts')).logs(context, options)),
    )
  program
    .command('events')
    .description('show the event log: everything that happened')
    .option('-n, --limit <count>', 'how many of the newest', '50')
    .option('--after <number>', 'start after this event instead')
    .option('--before <number>', 'the newest before this event instead')
    .option('--types <list>', 'only these types, separated by commas')
    .option('-f, --follow', 'go on with the events that come')
    .action((options: EventOptions) =>
      run(async (context) => (await import('./commands/events.ts')).events(context, options)),
    )
  program
    .command('prune')
    .description('take out what agents printed long ago, to keep the database small')
    .option('--older-than <time>', 'lines printed longer ago than this; a day at least', '30d')
    .option('--dry-run', 'only say how much it would be')
    .option('--shrink', 'give the free space back to the disk; Iris answers nothing meanwhile')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', '\nExample:\n  iris prune --older-than 90d --dry-run')
    .action((options: PruneOptions) =>
      run(async (context) => (await import('./commands/prune.ts')).prune(context, options)),
    )
}

function addLimits(program: Command, run: Run): void {
  const commands = () => import('./commands/limits.ts')
  const limits = program
    .command('limits')
    .description('what holds agents back or soon will: the account, budgets, the disk')
    .action(() => run(async (context) => (await commands()).showLimits(context)))
  limits
    .command('lift')
    .description('go on before the limit of the account is reset, when you know that it may')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', '\nExample:\n  iris limits lift --yes')
    .action((options: { yes?: boolean }) =>
      run(async (context) => (await commands()).liftQuota(context, options)),
    )
}

function addConfig(program: Command, run: Run): void {
  const commands = () => import('./commands/config.ts')
  const config = program.command('config').description('check, edit and describe config.yaml')
  config
    .command('check')
    .description('list every mistake with its line and what was expected')
    .action(() => run(async (context) => (await commands()).checkConfig(context)))
  config
    .command('edit')
    .description('open config.yaml in $VISUAL or $EDITOR, then check it')
    .action(() => run(async (context) => (await commands()).editConfig(context)))
  config
    .command('schema')
    .description('print the JSON Schema for editors')
    .action(() => run(async (context) => (await commands()).printSchema(context)))
}

function addTokens(program: Command, run: Run): void {
  const commands = () => import('./commands/token.ts')
  const token = program.command('token').description('who may talk to the daemon')
  token
    .command('create <name>')
    .description('make a token; its secret is shown this once')
    .option('--role <role>', 'human (everything) or observer (reads only)', 'human')
    .action((name: string, options: { role: string }) =>
      run(async (context) => (await commands()).createToken(context, { name, ...options })),
    )
  token
    .command('list', { isDefault: true })
    .alias('ls')
    .description('list tokens, without secrets')
    .action(() => run(async (context) => (await commands()).listTokens(context)))
  token
    .command('revoke <id-or-name>')
    .description('make a token invalid for good')
    .action((wanted: string) => run(async (context) => (await commands()).revokeToken(context, wanted)))
}

/** Groups that do something by themselves. */
const lists = new Set(['inbox', 'limits'])

function addJsonEverywhere(command: Command): void {
  for (const child of command.commands) addJsonEverywhere(child)
  const isGroup = command.commands.length > 0 && !lists.has(command.name())
  if (!isGroup) command.option('--json', 'print JSON for programs')
}

/** What ties Iris to Claude Code. */
function addInstall(program: Command, run: Run): void {
  const commands = () => import('./commands/install.ts')
  const options = (command: Command): Command =>
    command
      .option('--scope <scope>', 'user (every project) or project (this folder)', 'user')
      .option('--dry-run', 'only show what would change')
      .option('-y, --yes', 'do not ask')
  options(program.command('install'))
    .description('register Iris with Claude Code as an MCP server')
    .action((options: InstallOptions) => run(async (context) => (await commands()).install(context, options)))
  options(program.command('uninstall'))
    .description('take Iris out of the MCP servers of Claude Code')
    .action((options: InstallOptions) =>
      run(async (context) => (await commands()).uninstall(context, options)),
    )
  program
    .command('mcp')
    .description('speak MCP on stdin and stdout; what Claude Code starts')
    .action(() => run(async (context) => (await import('./commands/mcp.ts')).mcp(context)))
}

function addRehearse(program: Command, run: Run): void {
  program
    .command('rehearse <playbook> [command...]')
    .description('serve a scripted model on loopback and, after --, run a command against it')
    .option('--port <number>', 'the port to listen on; 0 takes a free one', '0')
    .addHelpText('after', '\nExample:\n  iris rehearse playbooks/hello.yaml -- claude -p "hello"')
    .action((playbook: string, command: string[], options: { port: string }) =>
      run(async (context) =>
        (await import('./commands/rehearse.ts')).rehearse(context, { playbook, command, ...options }),
      ),
    )
}

function addCompletion(program: Command, run: Run): void {
  program
    .command('completion <shell>')
    .description('print a completion script for bash, zsh or fish')
    .addHelpText('after', '\nExample:\n  source <(iris completion bash)')
    .action((shell: string) =>
      run(async (context) => (await import('./commands/completion.ts')).completion(context, program, shell)),
    )
}
