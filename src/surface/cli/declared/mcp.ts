import type { CommandDeclaration } from '../command.ts'

export const mcp: CommandDeclaration = {
  usage: 'mcp',
  group: 'claude',
  summary: 'speak MCP on stdin and stdout; Claude Code runs this',
  build: (command, run) =>
    command.action(() => run(async (context) => (await import('../commands/mcp.ts')).mcp(context))),
}
