import type { Clock } from '../../../platform/clock/index.ts'
import type { Outbox } from '../connection/outbox.ts'
import type { Backing, ShownTo } from './backing.ts'
import type { Session } from './presence.ts'

/** A client that was sent something is asked after this whether it has it, */
const askAfter = 1000
/** and one that does not answer this long may not have got it. */
const patience = 5000

/** Remembers how far clients were shown what was said: also over the death of the server. */
export interface Shown {
  /** A client has come in: finds how far it was shown rooms before. */
  open(session: Session): void
  /** Something is on its way to a client. */
  note(session: Session): void
  /** A connection has ended. */
  close(session: Session): void
  /** The server stops: who answers has what it was sent. */
  stop(): void
}

/** Clients that cannot ask for the past themselves, and whose lines have times, are shown it. */
export function isReplayedTo({ capabilities }: Session): boolean {
  return !capabilities.has('draft/chathistory') && capabilities.has('server-time')
}

function isRemembered(session: Session): boolean {
  return session.user?.account !== undefined && isReplayedTo(session)
}

interface ShownDeps {
  belongings: Backing['belongings']
  clock: Clock
  outbox: Outbox
  /** Asks a client to say something. */
  ask: (session: Session) => void
}

export function createShown(deps: ShownDeps): Shown {
  const { belongings, clock, outbox } = deps
  const unwritten = new Set<Session>()
  const recorder = { seal }
  let isStopping = false
  const shownNow = ({ session }: { session: Session }) => ({
    session,
    upTo: shownUpTo(session, clock.steady()),
  })

  return {
    open(session) {
      if (!isRemembered(session)) return
      const before = belongings.shown(accountOf(session), session.client)
      session.shownBefore = before
      session.wire.sendLate()
      session.queuedUpTo = session.sentUpTo = session.seenUpTo = before ?? 0
    },
    note(session) {
      if (!isRemembered(session)) return
      unwritten.add(session)
      outbox.record(recorder)
    },
    close(session) {
      session.cancelAsking?.()
      unwritten.delete(session)
      if (!isRemembered(session)) return
      const upTo = isStopping ? shownNow({ session }).upTo : session.seenUpTo
      if (upTo !== (session.shownBefore ?? 0) || session.sentUpTo !== upTo)
        keep(belongings, [{ session, upTo }])
    },
    stop: () => void (isStopping = true),
  }

  /** That lines went out to these clients counts from the moment at which they did, as nearly as can be. */
  function seal(): (send: () => void) => void {
    const sealed = [...unwritten].map((session) => ({ session, upTo: session.queuedUpTo }))
    unwritten.clear()
    return (send) => {
      const open = sealed.filter(({ session }) => !session.isClosed)
      for (const { session, upTo } of open) session.sentUpTo = upTo
      keep(belongings, open.map(shownNow), send)
      for (const { session } of open) askLater(session)
    }
  }

  function askLater(session: Session): void {
    if (session.cancelAsking || session.seenUpTo === session.sentUpTo) return
    session.cancelAsking = clock.after(askAfter, () => {
      session.cancelAsking = undefined
      if (session.isClosed || session.seenUpTo === session.sentUpTo) return
      session.askedAt ??= clock.steady()
      deps.ask(session)
      session.cancelAsking = clock.after(patience, () => {
        session.cancelAsking = undefined
        if (session.askedAt !== undefined) keep(belongings, [shownNow({ session })])
        else askLater(session)
      })
    })
  }
}

function keep(
  belongings: Backing['belongings'],
  shown: readonly { session: Session; upTo: number }[],
  send: () => void = () => undefined,
): void {
  const rows = shown.map(({ session, upTo }): ShownTo => {
    return { account: accountOf(session), client: session.client, upTo }
  })
  if (rows.length > 0) belongings.keepShown(rows, send)
  else send()
}

function shownUpTo({ askedAt, sentUpTo, seenUpTo }: Session, moment: number): number {
  const isAnswering = askedAt === undefined || moment - askedAt < patience
  return isAnswering ? sentUpTo : seenUpTo
}

function accountOf({ user }: Session): string {
  return user?.identity ?? ''
}
