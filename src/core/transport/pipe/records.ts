import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AgentExit } from './protocol.ts'

/** What must be known about an agent by a pipe that did not start it. */
const AgentRecord = z.object({
  /** Absent when the pipe died between announcing the start and the start. */
  identity: z.string().optional(),
  /** In the environment of the agent and all it starts. */
  mark: z.string(),
  label: z.string().optional(),
})
export type AgentRecord = z.infer<typeof AgentRecord>

/** The small files beside the spools: who runs, and how it ended. */
export interface Records {
  ids(): string[]
  readAgent(id: string): AgentRecord | undefined
  writeAgent(id: string, record: AgentRecord): void
  readExit(id: string): AgentExit | undefined
  writeExit(id: string, exit: AgentExit): void
  remove(id: string): void
}

/** The records in a folder. A file cut short by a crash reads as absent. */
export function createRecords(folder: string): Records {
  const agentFile = (id: string): string => join(folder, `${id}.json`)
  const exitFile = (id: string): string => join(folder, `${id}.exit.json`)
  return {
    ids: () => readdirSync(folder).flatMap((name) => /^([\w-]+)\.json$/.exec(name)?.[1] ?? []),
    readAgent: (id) => AgentRecord.safeParse(readJson(agentFile(id))).data,
    writeAgent: (id, record) => writeJson(agentFile(id), record),
    readExit: (id) => AgentExit.safeParse(readJson(exitFile(id))).data,
    writeExit: (id, exit) => writeJson(exitFile(id), exit),
    remove(id) {
      // The agent's own record goes last: a crash before that leaves something to find and forget.
      rmSync(exitFile(id), { force: true })
      rmSync(agentFile(id), { force: true })
    },
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(`${file}.draft`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${file}.draft`, file)
}
