import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock/index.ts'
import type { Tokens } from './tokens.ts'

const linkLife = 60_000
const maxLinks = 32
const stay = 30 * 86_400_000

/** Lets browsers in. A ticket works once, for a minute, and is kept in memory only: a restart forgets it. */
export interface Login {
  issue(): { ticket: string; expiresAt: number }
  /** True the first time a living ticket is shown. */
  spend(ticket: string): boolean
  /** A token for a browser, which ends by itself. */
  admit(): { secret: string; seconds: number }
  /** The browser leaves: its token is worth nothing from now on. */
  dismiss(secret: string): void
}

export function createLogin({ tokens, clock }: { tokens: Tokens; clock: Clock }): Login {
  const living = new Map<string, number>()

  return {
    issue() {
      const [oldest] = living.keys()
      if (oldest !== undefined && living.size >= maxLinks) living.delete(oldest)
      const ticket = randomBytes(24).toString('base64url')
      living.set(ticket, clock.steady() + linkLife)
      return { ticket, expiresAt: clock.now() + linkLife }
    },
    spend(ticket) {
      const until = living.get(ticket) ?? -Infinity
      living.delete(ticket)
      return until > clock.steady()
    },
    admit() {
      const now = clock.now()
      const name = `browser ${new Date(now).toISOString().slice(0, 10)}`
      const { secret } = tokens.create({ name, role: 'human', expiresAt: now + stay })
      return { secret, seconds: stay / 1000 }
    },
    dismiss: (secret) => tokens.dismiss(secret),
  }
}
