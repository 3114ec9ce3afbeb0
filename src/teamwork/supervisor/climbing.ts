import { fence, fencingPrompt, type Ask, type Event, type SessionId } from '../../contract/index.ts'
import { namesOf } from './calling.ts'
import { emKey, type OrgContext } from './context.ts'
import type { SeatRow } from './rows.ts'
import { taskKeyOf } from './seats.ts'

/** Whose questions go to the engineering manager before they come to people: those of everybody else who has a seat. */
export function leaderOf({ rows, isHeld }: OrgContext, session: SessionId): SessionId | null {
  const seat = rows.seats.ofSession(session)
  if (!seat || seat.key === emKey || rows.orgs.get(seat.project)?.stoppedAt !== null) return null
  const em = rows.seats.byKey(seat.project, emKey)
  return em && !isHeld(em.id) ? em.session : null
}

/** The engineering manager is told what somebody asks, in the transaction that files it. */
export function onAskOpened(context: OrgContext, { data, session }: Event<'ask.opened'>): void {
  const { rows, sessions, inbox, log, logger } = context
  const em = data.forwardedTo === null ? undefined : rows.seats.ofSession(data.forwardedTo)
  const seat = session && rows.seats.ofSession(session)
  if (em?.key !== emKey || !seat) return
  try {
    // A part of its own: what fails here does not undo the question.
    log.write(() => {
      const message = questionWords(context, seat, inbox.view(data.ask))
      const turn = sessions.put({ session: em.session, message, author: 'iris', fromSession: null })
      rows.climbs.put(data.ask, turn.id)
    })
  } catch (error) {
    logger.warn('a question did not reach the engineering manager', { ask: data.ask, err: error })
    inbox.escalate(data.ask, 'The engineering manager could not be told.')
  }
}

/** What the engineering manager did not answer in its turn comes to people. */
export function onClimbEnded({ rows, inbox }: OrgContext, { turn, data }: Event<'turn.ended'>): void {
  for (const ask of turn ? rows.climbs.of(turn) : []) {
    if (data.retry) rows.climbs.put(ask, data.retry.turn)
    else {
      rows.climbs.remove(ask)
      inbox.escalate(ask, 'The engineering manager left it to you.')
    }
  }
}

/** Nobody leads just now: what waits for the engineering manager comes to people. */
export function escalateAll({ rows, inbox, sessions }: OrgContext, em: SeatRow, reason: string): void {
  for (const { ask, turn } of rows.climbs.all()) {
    if (sessions.turn(turn).session !== em.session) continue
    rows.climbs.remove(ask)
    inbox.escalate(ask, reason)
  }
}

function questionWords(context: OrgContext, seat: SeatRow, { ask, questions, context: why }: Ask): string {
  const [name = seat.key] = namesOf(context, seat)
  const asked = questions.map(({ question, options }) =>
    [question, ...options.map(({ key, label, description }) => `${key}: ${label} ${description}`)].join('\n'),
  )
  return [
    `${name}, who works on ${taskKeyOf(context, seat)}, asks you.`,
    fencingPrompt,
    fence([...asked, why].filter((part) => part !== '').join('\n\n'), { most: 8000 }),
    `If you know it, or may decide it as the engineering manager, answer with inbox_answer: ask ${ask}, and \`choose\` (a key above) or \`text\` (your words). What only the person can decide (what the product should do, money, security, approval) do not answer: it goes to them when your turn ends. Then say in one sentence what you did.`,
  ].join('\n\n')
}
