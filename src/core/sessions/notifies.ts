import type { Event, News, NewsKind, Notifies, SessionId, TurnEnding } from '../../contract/index.ts'
import type { EventLog } from '../store/index.ts'
import type { TurnRow } from './tables/rows.ts'
import type { Sessions } from './sessions.ts'

const longest = 600
const maxTries = 100

/** Ends that somebody has to hear of; those that somebody wanted are not here. */
const ends: Partial<Record<TurnEnding, { kind: NewsKind; title: (team: string) => string }>> = {
  agent_died: { kind: 'crash', title: (team) => `${team} crashed` },
  failed: { kind: 'failure', title: (team) => `${team} failed` },
  refused: { kind: 'failure', title: (team) => `The model declined what ${team} was told` },
  response_timeout: { kind: 'failure', title: (team) => `${team} was silent for too long` },
  quota: { kind: 'limit', title: (team) => `${team} stopped at the account limit` },
  budget: { kind: 'budget', title: (team) => `${team} has spent its budget` },
}

interface Known {
  sessions: Pick<Sessions, 'byId' | 'turn' | 'lastTurn' | 'live'>
  log: Pick<EventLog, 'read'>
}

/** What of sessions people are told when they do not look. */
export function sessionNotifies(known: Known): Notifies {
  return {
    'turn.ended': (event) => onEnd(known, event),
    'agent.exited': (event) => onExit(known, event),
    'agent.start_failed': (event) => onFailedStart(known, event),
  }
}

function onEnd(known: Known, event: Event<'turn.ended'>): News | undefined {
  const { sessions } = known
  const turn = event.turn && sessions.turn(event.turn)
  if (!turn) return undefined
  const { how, preview, advice } = event.data
  if (how === 'answered') return isLeft(known, turn) ? answered(known, turn, preview) : undefined
  const end = ends[how]
  if (!end || isOver(known, turn)) return undefined
  const said = advice?.includes(preview) ? '' : preview
  const text = [advice || 'Read what it did, then tell it again.', said].filter(Boolean).join('\n\n')
  const about = newsOf(known, turn.session, { kind: end.kind, text })
  // The end of a process and of the turn it was at are one crash.
  const subject = how === 'agent_died' ? (turn.agent ?? turn.id) : turn.id
  return { ...about, title: end.title(about.team), subject }
}

/** Whether its session has answered something else since. */
function isOver({ sessions }: Known, { session, n }: TurnRow): boolean {
  const last = sessions.lastTurn(session)
  return last !== undefined && last.n > n && last.how === 'answered'
}

/**
 * Whether its caller took the receipt and left. For what met a limit and was taken up again nobody waits any more; what
 * Iris itself put into a session had no caller.
 */
function isLeft({ sessions, log }: Known, turn: TurnRow): boolean {
  let told = turn
  for (let tries = 0; told.retryOf !== null && tries < maxTries; tries += 1)
    told = sessions.turn(told.retryOf)
  const [accepted] = log.read({ after: told.acceptedSeq - 1, limit: 1 }).events
  const waits = accepted?.type === 'turn.accepted' ? accepted.data.waits : undefined
  return turn.fromSession === null && waits !== undefined && (!waits || told !== turn)
}

function answered(known: Known, turn: TurnRow, text: string): News {
  const about = newsOf(known, turn.session, { kind: 'answer', text })
  return { ...about, title: `${about.team} answered`, subject: turn.id }
}

/** A process that ended by itself. One that did not get as far as its turn is tried again, and told when that is in vain. */
function onExit(known: Known, event: Event<'agent.exited'>): News | undefined {
  const { code, signal, endedFor, starting } = event.data
  if (!event.session || endedFor || starting || (signal === null && (code === 0 || code === null)))
    return undefined
  const what = `Its process ended unexpectedly (${signal ?? `code ${code}`}).`
  const goesOn = known.sessions.live(event.session).current ? 'its turn' : 'the next tell'
  const text = `${what} Nothing is lost: ${goesOn} continues in a new process.`
  const about = newsOf(known, event.session, { kind: 'crash', text })
  return { ...about, title: `${about.team} crashed`, subject: event.agent ?? event.session }
}

/** Its agent does not start and what it was told waits; what started after all is no news. */
function onFailedStart(known: Known, event: Event<'agent.start_failed'>): News | undefined {
  const { session } = event
  const failure = session && known.sessions.live(session).startFailure
  if (!failure) return undefined
  const text = `${failure.reason} ${failure.advice} What it was told is queued.`
  const about = newsOf(known, session, { kind: 'crash', text })
  return { ...about, title: `${about.team} does not start`, subject: `start ${session}` }
}

function newsOf(
  { sessions }: Known,
  session: SessionId,
  what: { kind: NewsKind; text: string },
): Omit<News, 'title' | 'subject'> & { team: string } {
  const { team } = sessions.byId(session)
  const text = what.text.trim().slice(0, longest)
  return { kind: what.kind, text, team, link: `/sessions/${session}`, urgency: 'normal' }
}
