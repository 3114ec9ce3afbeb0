import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const folderIn = (home: string): string => join(home, 'starting')

/** Where the CLI of an agent finds its MCP servers, with its secret, while it starts. */
export function serversFile(home: string, agent: string): string {
  return join(folderIn(home), `${agent}.json`)
}

export function removeServersFile(home: string, agent: string): void {
  rmSync(serversFile(home, agent), { force: true })
}

/** Removes what a daemon that was killed left of agents that are gone; one that lives may be about to read its own. */
export function removeLeftServers(home: string, agents: readonly string[]): void {
  for (const name of readFolder(folderIn(home)))
    if (!agents.some((agent) => name.startsWith(`${agent}.json`)))
      rmSync(join(folderIn(home), name), { force: true })
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // No agent was ever started.
    return []
  }
}
