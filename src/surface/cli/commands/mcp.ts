import { exitCodes } from '../../../contract/plain.ts'
import { reachDaemon } from '../../connection/index.ts'
import { runBridge } from '../../mcp-bridge/index.ts'
import type { CommandContext } from '../command.ts'

/** MCP on stdin and stdout; nothing else may be written to stdout here. */
export async function mcp({ environment }: CommandContext): Promise<number> {
  const { stdin: input, stdout: output } = process
  await runBridge({ input, output, find: () => reachDaemon(environment), cwd: process.cwd() })
  // A client that only closed its end of stdout leaves stdin open, which would keep us.
  input.destroy()
  return exitCodes.ok
}
