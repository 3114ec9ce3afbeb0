import type { EventType, GuardName, SessionId, TurnId } from '../../contract/index.ts'
import { irisName } from '../../core/agents/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Clock } from '../../platform/clock/index.ts'

/** Events that may set the model to work. */
const analysable: ReadonlySet<EventType> = new Set<EventType>(['turn.ended', 'agent.exited'])

const maxDepth = 5
const decayAfter = 60_000

/** Something that may be given to the model. */
interface Occasion {
  type: EventType
  session: SessionId
  turn?: TurnId
  team: string
  /** Who told the team, in this session and in this turn. */
  caller: string
  author: string
}

/** Keeps the Iris agent from going round in circles. Refusals are in the log, with their reasons. */
export interface Guards {
  admit(occasion: Occasion): boolean
  /** Keeps a refusal that somebody else decided on. */
  refuse(guard: GuardName, about: { team: string; reason: string; session?: SessionId; turn?: TurnId }): false
}

/**
 * The three guards against loops: nothing the Iris agent itself caused, at most five looks at a session with each given
 * back after a minute, and only events that are on the list.
 */
export function createGuards({ log, clock }: { log: EventLog; clock: Clock }): Guards {
  const looks = new Map<SessionId, number[]>()
  return {
    refuse,
    admit(occasion) {
      const refused = refusalOf(occasion)
      if (refused) return refuse(refused.guard, { ...occasion, reason: refused.reason })
      looks.set(occasion.session, [...recent(occasion.session), clock.steady()])
      return true
    },
  }

  function refusalOf({
    type,
    caller,
    author,
    session,
  }: Occasion): { guard: GuardName; reason: string } | undefined {
    if (!analysable.has(type)) return { guard: 'whitelist', reason: `${type} is not on the list` }
    if (caller === irisName || author === irisName)
      return { guard: 'attribution', reason: 'the Iris agent caused it itself' }
    if (recent(session).length >= maxDepth)
      return { guard: 'depth', reason: `looked at ${maxDepth} times within a minute` }
    return undefined
  }

  function recent(session: SessionId): number[] {
    const left = (looks.get(session) ?? []).filter((at) => clock.steady() - at < decayAfter)
    if (left.length === 0) looks.delete(session)
    return left
  }

  function refuse(
    guard: GuardName,
    { team, reason, session, turn }: { team: string; reason: string; session?: SessionId; turn?: TurnId },
  ): false {
    const subject = { ...(session ? { session } : {}), ...(turn ? { turn } : {}) }
    log.write((append) => append({ type: 'guard.refused', ...subject, data: { guard, team, reason } }))
    return false
  }
}
