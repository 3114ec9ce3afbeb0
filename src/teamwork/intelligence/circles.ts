import type { Event, SessionId } from '../../contract/index.ts'
import { irisName } from '../../core/agents/index.ts'
import type { Sessions } from '../../core/sessions/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { AskPort } from './ports.ts'
import type { Records } from './records.ts'

/** A tell that was refused because teams had passed it on for too long. */
export interface Circle {
  /** Whose agent wanted to tell. */
  session: SessionId
  to: string
  message: string
  reason: string
}

/** Brings teams that went round in circles to a person, who lets them go on or leaves it. */
export interface Circles {
  stopped(circle: Circle): void
  /** Somebody told a team something: that may be the word that was missing. */
  told(event: Event<'turn.accepted'>): void
  answered(event: Event<'ask.answered'>): void
}

interface CircleDeps {
  log: EventLog
  records: Records
  inbox: AskPort
  sessions: Pick<Sessions, 'byId' | 'turn' | 'put'>
}

/** How circles are called among the problems of sessions, and tagged in the inbox. */
export const circleKind = 'circle'
const goOn = 'Go on'
const leave = 'Leave it stopped'
const maxContext = 2000
const maxOpen = 200

export function createCircles(deps: CircleDeps): Circles {
  const { log, records, inbox, sessions } = deps
  return {
    stopped({ session, to, message, reason }) {
      const { team, caller } = sessions.byId(session)
      log.write((append) => {
        append({ type: 'guard.refused', session, data: { guard: 'hops', team, reason } })
        if (openCircles(inbox, { session }).length > 0) return
        const { ask } = inbox.raise({
          source: 'alert',
          kind: 'decision',
          type: 'blocking',
          urgency: 'high',
          text: `${team} wanted to tell ${to} something, and was stopped. ${reason} Should they go on?`,
          context: `What ${team} wanted to tell ${to}:\n${message.slice(0, maxContext)}`,
          options: [{ label: goOn }, { label: leave }],
          freeText: true,
          tags: [circleKind, 'approval'],
          team,
          caller,
          session,
        })
        records.noteProblem({ ask: ask.id, session, kind: circleKind })
      })
    },
    told({ session, turn, at }) {
      if (session === undefined || turn === undefined) return
      const { author, fromSession, wokenBy } = sessions.turn(turn)
      if (fromSession !== null || wokenBy !== null || author === irisName) return
      const { team } = sessions.byId(session)
      const over = openCircles(inbox, {}).filter(
        (ask) => at >= ask.askedAt && (ask.team === team || ask.from === team),
      )
      // An empty change would be put on disk like any other, for each tell of a person.
      if (over.length === 0) return
      log.write(() => {
        for (const { ask } of over) {
          records.handleProblem(ask)
          inbox.withdrawOne(ask, 'told something else')
        }
      })
    },
    answered({ data }) {
      const problem = records.problemOfAsk(data.ask)
      if (problem?.kind !== circleKind) return
      const words = wordsOf(inbox.view(data.ask).answer)
      log.write(() => {
        if (!records.handleProblem(data.ask)) return
        if (words === undefined || sessions.byId(problem.session).deletedAt !== null) return
        sessions.put({ session: problem.session, message: words, author: 'user', fromSession: null })
      })
    },
  }
}

function openCircles(inbox: AskPort, of: { session?: SessionId }): ReturnType<AskPort['list']>['asks'] {
  return inbox
    .list({ state: 'open', ...of, limit: maxOpen })
    .asks.filter(({ tags }) => tags.includes(circleKind))
}

/** What the stopped team is told, if anything: a word from a person, with which the count starts again. */
function wordsOf(answer: ReturnType<AskPort['view']>['answer']): string | undefined {
  if (answer?.source !== 'user' || answer.chosen.some(({ labels }) => labels.includes(leave)))
    return undefined
  const said = [...answer.chosen.map(({ text }) => text), answer.text].find((words) => words?.trim())
  return `You were stopped, because teams had passed this on too often. A person says: ${said ?? 'go on.'}`
}
