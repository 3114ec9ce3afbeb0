import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { AgentId } from '../../contract/index.ts'
import { readSmallFile, replaceFile } from '../../platform/lib/index.ts'

/**
 * Secrets that say which agent shows them, one for each process. Nothing is stored: the secret proves itself by the key,
 * also to the next daemon. Whether that process still lives is for others to say.
 */
export interface AgentSecrets {
  secretFor(agent: AgentId): string
  /** The agent a secret was made for, or undefined. */
  agentOf(secret: string): AgentId | undefined
  /** A text as a mark that tells nothing about it, and is the same for the same text of this home. */
  markOf(text: string): string
}

const shape = /^iris_agent_(agt_[0-9a-z]+)_([0-9a-f]{64})$/

/** The key is made once and kept for the owner only. */
export function openAgentSecrets(file: string): AgentSecrets {
  const key = readKey(file) ?? makeKey(file)
  const sign = (agent: string): string => createHmac('sha256', key).update(agent).digest('hex')
  return {
    secretFor: (agent) => `iris_agent_${agent}_${sign(agent)}`,
    // No agent has a name with a space in it.
    markOf: (text) => sign(`mark ${text}`),
    agentOf(secret) {
      const [, agent = '', signature = ''] = shape.exec(secret) ?? []
      const parsed = AgentId.safeParse(agent)
      if (!parsed.success) return undefined
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(agent))) ? parsed.data : undefined
    },
  }
}

/** A file that does not hold a whole key (a full disk, a kill while it was written) is no key. */
function readKey(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  const text = readSmallFile(file).trim()
  return /^[0-9a-f]{64}$/.test(text) ? text : undefined
}

function makeKey(file: string): string {
  const key = randomBytes(32).toString('hex')
  replaceFile(file, key)
  return key
}
