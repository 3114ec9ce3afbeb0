import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { SessionId } from '../../contract/index.ts'
import { readSmallFile, replaceFile } from '../../platform/lib/index.ts'

/** Secrets that say which session an agent is in. Nothing is stored per agent: the secret proves itself by the key. */
export interface AgentSecrets {
  secretFor(session: SessionId): string
  /** The session a secret was made for, or undefined. */
  sessionOf(secret: string): SessionId | undefined
}

const shape = /^iris_agent_(ses_[0-9a-z]+)_([0-9a-f]{64})$/

/** The key is made once and kept for the owner only. */
export function openAgentSecrets(file: string): AgentSecrets {
  const key = readKey(file) ?? makeKey(file)
  const sign = (session: string): string => createHmac('sha256', key).update(session).digest('hex')
  return {
    secretFor: (session) => `iris_agent_${session}_${sign(session)}`,
    sessionOf(secret) {
      const [, session = '', signature = ''] = shape.exec(secret) ?? []
      const parsed = SessionId.safeParse(session)
      if (!parsed.success) return undefined
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(session))) ? parsed.data : undefined
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
