import {
  fence,
  fencingPrompt,
  inQuotes,
  type Channel,
  type Event,
  type Message,
} from '../../contract/index.ts'
import type { Cancel } from '../../platform/clock/index.ts'
import { namesOf } from './calling.ts'
import { emKey, type OrgContext } from './context.ts'
import { checkIdle, isAtRest } from './idle-check.ts'
import type { SeatRow } from './rows.ts'
import { roomsOf } from './seats.ts'

const lastRung = 120_000
const maxShown = 20
const maxChars = 1000

/** Looks now and then whether something in its rooms was missed by an EM that rests; a look calls no model. */
export interface Ladder {
  /** Begins at the first rung again: something happened. */
  begin(project: string): void
  /** When it looks next. */
  nextLook(project: string): number | null
  close(): void
}

export function createLadder(context: OrgContext): Ladder {
  const rungs = new Map<string, { at: number; cancel: Cancel }>()
  const checking = new Set<string>()
  return {
    begin: (project) => climb(project, 0),
    nextLook: (project) => rungs.get(project)?.at ?? null,
    close() {
      for (const { cancel } of rungs.values()) cancel()
      rungs.clear()
    },
  }

  function climb(project: string, step: number): void {
    const { clock, config, signal } = context
    rungs.get(project)?.cancel()
    if (signal.aborted) return
    const { ladder } = config().org
    const delay = ladder[Math.min(step, ladder.length - 1)] ?? lastRung
    rungs.set(project, { at: clock.now() + delay, cancel: clock.after(delay, () => look(project, step)) })
  }

  /** A model may think for longer than it is to the next look. */
  function check(project: string): void {
    if (checking.has(project)) return
    checking.add(project)
    void checkIdle(context, project)
      .catch(warn(project))
      .finally(() => checking.delete(project))
  }

  function warn(project: string): (error: unknown) => void {
    return (error) => {
      if (!context.signal.aborted) context.logger.warn('an EM was not looked at', { project, err: error })
    }
  }

  function look(project: string, step: number): void {
    rungs.delete(project)
    if (context.rows.orgs.get(project)?.stoppedAt !== null) return
    let isWoken = false
    try {
      isWoken = wakeForUnread(context, project)
    } catch (error) {
      warn(project)(error)
    }
    if (!isWoken) check(project)
    for (const { session } of context.rows.seats.open(project))
      void context.sessions.endSilent(session).catch(warn(project))
    climb(project, isWoken ? 0 : step + 1)
  }
}

/** After each turn of the EM it begins anew. */
export function onEmRests({ rows, beginLadder }: OrgContext, { session }: Event<'turn.ended'>): void {
  const seat = session && rows.seats.ofSession(session)
  if (seat?.key === emKey) beginLadder(seat.project)
}

/** Whether the EM was woken: it rests, and others said something since it was last told anything. */
function wakeForUnread(context: OrgContext, project: string): boolean {
  const { rows, sessions, channels, log } = context
  const seat = rows.seats.byKey(project, emKey)
  if (!seat || !isAtRest(context, seat)) return false
  const missed = roomsOf(context, seat).map((room) => ({ room, messages: missedIn(context, seat, room) }))
  const found = missed.filter(({ messages }) => messages.length > 0)
  if (found.length === 0) return false
  const [name = ''] = namesOf(context, seat)
  log.write(() => {
    for (const { room, messages } of found)
      channels.markRead(room.channel, name, { seq: messages.at(-1)?.seq ?? 0 })
    sessions.put({ session: seat.session, message: wordsOf(found), author: 'iris', fromSession: null })
  })
  return true
}

function missedIn(context: OrgContext, seat: SeatRow, { channel }: Channel): Message[] {
  const { channels, sessions } = context
  const names = namesOf(context, seat)
  const { seq } = channels.marker(channel, names[0] ?? '')
  const toldAt = sessions.lastTurn(seat.session)?.acceptedAt ?? 0
  // The newest: what it was told directly stays unread, and there may be more of that than is looked at.
  const { messages } = channels.history(channel, { newest: true, limit: maxShown })
  return messages.filter(
    ({ author, kind, form, at, seq: own }) =>
      own > seq && form !== 'notice' && kind !== 'daemon' && !names.includes(author) && at > toldAt,
  )
}

function wordsOf(found: readonly { room: Channel; messages: readonly Message[] }[]): string {
  const said = found.map(({ room, messages }) => {
    const lines = messages.map(({ author, body }) => `${author}: ${body.slice(0, maxChars)}`)
    return `In the room ${inQuotes(room.name)}:\n${fence(lines.join('\n'))}`
  })
  return [
    'This was said in your rooms while you rested; nobody called you.',
    fencingPrompt,
    ...said,
    'Act on what concerns you, with chat_send where somebody waits for a word. If there is nothing to do, answer with one word.',
  ].join('\n\n')
}
