import type { AgentProcess, agentsNoun, OperationsOf } from '../../contract/index.ts'
import type { MemorySample } from './memory-samples.ts'

/** What the operations on agents' processes do. */
export function agentOperations(deps: {
  processes: () => AgentProcess[]
  memorySamples: () => readonly MemorySample[]
  limit: () => number
  startedAt: number
}): OperationsOf<typeof agentsNoun> {
  return {
    listProcesses: () => ({
      agents: deps.processes(),
      limit: deps.limit(),
      daemon: { pid: process.pid, memory: process.memoryUsage.rss(), startedAt: deps.startedAt },
      samples: [...deps.memorySamples()],
    }),
  }
}
