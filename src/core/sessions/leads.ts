import type { SessionId } from '../../contract/index.ts'
import type { Team } from '../../platform/config/index.ts'
import type { TurnRow } from './tables/rows.ts'
import type { SessionsContext } from './context.ts'

type Chains = Pick<SessionsContext, 'rows' | 'team' | 'realOf'>

const maxHops = 1000
const maxAbove = 1000

/** Who may answer what is asked in a turn, and the turn that it told. */
export interface Lead {
  session: SessionId
  told: TurnRow
}

/**
 * The session that answers for a turn: the nearest one above it that is not of its team and does not work for it.
 * Without one only people answer. So no team allows its own tools, not even by the mouth of another.
 */
export function leadOf(context: Chains, turn: TurnRow | undefined): Lead | null {
  const team = turn && context.rows.sessionById.get(turn.session)?.team
  if (team === undefined) return null
  let told = turn
  for (let hops = 0; hops < maxHops; hops += 1) {
    if (!told || told.fromSession === null) return null
    if (!worksFor(context, told.fromSession, team)) return { session: told.fromSession, told }
    told = context.rows.turnAt.get(told.fromSession, told.acceptedAt)
  }
  return null
}

/** Whether a session is of a team, or was ever told something by it, at first hand or through others. */
export function worksFor(context: Chains, session: SessionId, team: string): boolean {
  const seen = new Set([session])
  for (const id of seen) {
    const above = context.rows.sessionById.get(id)
    // A session that nobody knows, or one with too many above it, answers for nobody.
    if (!above || seen.size > maxAbove || areOne(context, above.team, team)) return true
    for (const teller of tellersOf(context, id)) seen.add(teller)
  }
  return false
}

function* tellersOf({ rows }: Chains, session: SessionId): Generator<SessionId> {
  let teller = rows.nextTeller.get(session, '')?.id
  for (; teller; teller = rows.nextTeller.get(session, teller)?.id) yield teller
}

/** Teams that share a folder are one where it matters who may allow what. */
export function areOne(
  { team, realOf }: Pick<SessionsContext, 'team' | 'realOf'>,
  one: string,
  other: string,
): boolean {
  if (one === other) return true
  const [first, second] = [team(one), team(other)]
  return first !== undefined && second !== undefined && groundOf(first) === groundOf(second)

  function groundOf({ path, remote }: Pick<Team, 'path' | 'remote'>): string {
    const plain = path.replace(/(?<=.)\/+$/, '')
    return JSON.stringify(remote ? [remote, plain] : realOf(plain))
  }
}
