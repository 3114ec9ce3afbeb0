import { Command } from 'commander'
import { packageVersion } from '../../platform/lib/index.ts'
import { commandGroups, type Run } from './command.ts'
import { commands } from './commands.ts'

/** Every command with its words; what a command does is loaded only when it runs, so that the start is quick. */
export function createProgram(run: Run): Command {
  const program = new Command('iris')
    .description('Runs teams of coding agents across your projects and brings you only what needs you.')
    .version(packageVersion(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .showHelpAfterError('(see iris --help)')
    .addHelpText('after', firstSteps)
  for (const [group, heading] of Object.entries(commandGroups)) {
    program.commandsGroup(heading)
    for (const declared of commands.filter((one) => one.group === group))
      declared.build(program.command(declared.usage).description(declared.summary), run)
  }
  program.helpCommand('help [command]', 'show help for a command')
  addJsonEverywhere(program)
  return program
}

const firstSteps = `
First steps:
  iris doctor                      check what Iris needs
  iris teams add alpha ~/alpha     add a project folder
  iris tell alpha "run the tests"  put its agent to work
  iris inbox                       see what is waiting for you
  iris status                      see what Iris is doing
  iris monitor                     watch your teams and answer them
  iris open                        see it in your browser

Docs: README.md, docs/guides/`

const lists = new Set(commands.filter(({ isList }) => isList).map(({ usage }) => usage))

function addJsonEverywhere(command: Command): void {
  for (const child of command.commands) addJsonEverywhere(child)
  // One that takes something by itself, such as `merge <task>`, does something by itself.
  const doesNothing = command.registeredArguments.length === 0 && !lists.has(command.name())
  const isGroup = command.commands.length > 0 && doesNothing
  if (!isGroup) command.option('--json', 'print JSON for programs')
}
