import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { AgentId, TaskId } from '../../contract/index.ts'
import { readSmallFile, replaceFile } from '../../platform/lib/index.ts'

/** What the secret of an agent says. */
interface SecretAgent {
  agent: AgentId
  /** The one task it was started for. */
  task?: TaskId | undefined
}

/**
 * Secrets that say which agent shows them, one for each process. Nothing is stored: the secret proves itself by the key,
 * also to the next daemon. Whether that process still lives is for others to say.
 */
export interface AgentSecrets {
  /** With a task, its bearer is that task's worker besides. */
  secretFor(agent: AgentId, task?: TaskId): string
  /** Whom a secret was made for, or undefined. */
  agentOf(secret: string): SecretAgent | undefined
  /** A text as a mark that tells nothing about it, and is the same for the same text of this home. */
  markOf(text: string): string
}

const Secret = z.object({ agent: AgentId, task: TaskId.optional() })
const shape = /^iris_agent_(agt_[0-9a-z]+)(?:_(tsk_[0-9a-z]+))?_([0-9a-f]{64})$/

/** The key is made once and kept for the owner only. */
export function openAgentSecrets(file: string): AgentSecrets {
  const key = readKey(file) ?? makeKey(file)
  const sign = (agent: string): string => createHmac('sha256', key).update(agent).digest('hex')
  return {
    secretFor(agent, task) {
      const who = task === undefined ? agent : `${agent}_${task}`
      return `iris_agent_${who}_${sign(who)}`
    },
    // No agent has a name with a space in it.
    markOf: (text) => sign(`mark ${text}`),
    agentOf(secret) {
      const [, agent = '', task, signature = ''] = shape.exec(secret) ?? []
      const read = Secret.safeParse({ agent, ...(task === undefined ? {} : { task }) })
      if (!read.success) return undefined
      const own = sign(task === undefined ? agent : `${agent}_${task}`)
      return timingSafeEqual(Buffer.from(signature), Buffer.from(own)) ? read.data : undefined
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
