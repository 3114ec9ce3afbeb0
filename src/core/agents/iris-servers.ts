import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf, replaceFile } from '../../platform/lib/index.ts'
import type { Logger } from '../../platform/log/index.ts'

const Settings = z.object({ mcpServers: z.record(z.string(), z.looseObject({})).default({}) })

/**
 * Writes those of the user's own MCP servers that the config names to a file of the Iris agent, for the CLI to read. In
 * a file, since definitions hold secrets and command lines can be read by everybody. Without any there is no file.
 */
export function writeIrisServers(deps: {
  /** As the agent's process gets it: it says where Claude Code keeps its settings. */
  env: Readonly<Record<string, string>>
  names: readonly string[]
  folder: string
  logger: Logger
}): string | undefined {
  const { env, names, folder, logger } = deps
  if (names.length === 0) return undefined
  const settings = join(env['CLAUDE_CONFIG_DIR'] || env['HOME'] || '', '.claude.json')
  const known = serversIn(settings, logger)
  const missing = names.filter((name) => !Object.hasOwn(known, name))
  if (missing.length > 0) logger.warn('MCP servers of the Iris agent not found', { settings, missing })
  const named = Object.entries(known).filter(([name]) => names.includes(name))
  // It is often asked one thing only: tools that come later come too late.
  const mcpServers = Object.fromEntries(
    named.map(([name, server]) => [name, { alwaysLoad: true, ...server }]),
  )
  const file = join(folder, 'mcp-servers.json')
  replaceFile(file, JSON.stringify({ mcpServers }))
  return file
}

function serversIn(file: string, logger: Logger): Record<string, object> {
  try {
    return Settings.parse(JSON.parse(readFileSync(file, 'utf8'))).mcpServers
  } catch (error) {
    logger.warn('no MCP servers could be read', { settings: file, reason: messageOf(error) })
    return {}
  }
}
