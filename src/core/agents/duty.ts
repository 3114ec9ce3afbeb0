import type { TaskId } from '../../contract/index.ts'
import type { SubagentSpec } from '../transport/index.ts'

/** A folder that Iris made for an agent to work in, instead of its team's. */
interface Place {
  folder: string
  /** Its conversation began in another folder, which may be gone. */
  hasMoved: boolean
  /** What its environment has besides, from what it would have. */
  environment: (own: Readonly<Record<string, string>>) => Record<string, string>
}

/** What an agent is there for in its session, and gets for it besides what its team has. */
export interface Duty {
  appendSystemPrompt: string
  /** Who may work for it, by role. */
  subagents?: Readonly<Record<string, SubagentSpec>>
  allowedTools: readonly string[]
  disallowedTools?: readonly string[]
  model?: string | undefined
  /** The one task it works on. */
  task?: TaskId
  place?: Place
}
