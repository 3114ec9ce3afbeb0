import type { Command } from 'commander'
import type { CommandDeclaration } from '../command.ts'
import type { InstallOptions } from '../commands/install.ts'

const commands = () => import('../commands/install.ts')

export const install: CommandDeclaration = {
  usage: 'install',
  group: 'claude',
  summary: 'register Iris with Claude Code as an MCP server',
  build: (command, run) =>
    withScope(command).action((options: InstallOptions) =>
      run(async (context) => (await commands()).install(context, options)),
    ),
}

export const uninstall: CommandDeclaration = {
  usage: 'uninstall',
  group: 'claude',
  summary: 'remove Iris from Claude Code',
  build: (command, run) =>
    withScope(command).action((options: InstallOptions) =>
      run(async (context) => (await commands()).uninstall(context, options)),
    ),
}

function withScope(command: Command): Command {
  return command
    .option('--scope <scope>', 'user (every project) or project (this folder)', 'user')
    .option('--dry-run', 'only show what would change')
    .option('-y, --yes', 'do not ask for confirmation')
}
