import type { AskId, AskQuestion, GrantId, SessionId } from '../../../contract/index.ts'
import type { Append } from '../../store/index.ts'
import { fileAnswered, fileAsk } from './filing.ts'
import { labels } from './options.ts'
import { grantFor } from '../answering/granted-call.ts'
import { raiseSaid, type Speaker } from './questions.ts'
import { isOpen, maxText, type AskRow } from '../rows.ts'
import { findAsk, subjectOf, type InboxContext } from '../context.ts'

/** What an agent process waits for. */
export interface NewAgentAsk extends Pick<
  AskRow,
  | 'session'
  | 'turn'
  | 'agent'
  | 'teammate'
  | 'team'
  | 'caller'
  | 'tool'
  | 'input'
  | 'text'
  | 'lead'
  | 'forwardedTo'
> {
  kind: 'permission' | 'question' | 'plan'
  request: string
  questions: AskQuestion[]
}

/** The part of the inbox that sessions use: what agents wait for, and what they say. */
export interface Asks {
  open(ask: NewAgentAsk, append: Append): AskRow
  /** Records an ask together with the answer that policy or a grant gives it; nobody is asked. */
  openAnswered(ask: NewAgentAsk, answer: PolicyAnswer, append: Append): AskRow
  /** The grant that always allows a call to a team, if there is one. */
  grantAllowing(
    team: string,
    tool: string,
    input: Readonly<Record<string, unknown>>,
  ): { id: GrantId; allows: string } | undefined
  /** Files the questions an agent put into its words as JSON; call what is returned after the commit. */
  said(speaker: Speaker, text: string, append: Append): (() => void) | undefined
  find(id: AskId): AskRow
  /** The asks for which the agent of a session stands still: while there is one, its response clock does too. */
  holding(session: SessionId): AskRow[]
  /** All that is open in a session. */
  openIn(session: SessionId): AskRow[]
  withdraw(agent: string, request: string, append: Append): void
  /** Closes every request of an agent that is gone; answers that did not reach it are settled too. */
  withdrawAll(agent: string, append: Append): void
  /** Closes the questions that were found in the words of a session: it was told something else since. */
  withdrawFound(session: SessionId, append: Append): void
  /** What the run of a session last asked about itself. */
  lastOfRun(session: SessionId): AskRow | undefined
  /** Closes what the run of a session asks about itself; an answer that it has not heeded is settled too. */
  withdrawOfRun(session: SessionId, reason: string, append: Append): void
  /** Closes every ask of a session that is deleted. */
  withdrawIn(session: SessionId, append: Append): void
  /** Closed asks that may not have reached their agent yet. */
  uncarried(): AskRow[]
  carried(id: AskId): void
}

/** What is answered without asking anybody: by the config, by a grant, or by Iris itself. */
export interface PolicyAnswer {
  allow: boolean
  message: string | null
  by?: 'iris'
  grant?: { id: GrantId; allows: string }
}

export function createAgentAsks(context: InboxContext, isAwaited: (ask: AskRow) => boolean): Asks {
  const { rows, clock } = context
  return {
    open: (ask, append) => fileAsk(context, rowOf(ask), append),
    openAnswered: (ask, { allow, message, grant, by: itself = 'policy' }, append) => {
      const by = grant ? `grant ${grant.allows}` : itself
      const refusal = ask.kind === 'plan' ? labels.sendBack : labels.deny
      const label = allow ? labels.allow : refusal
      const chosen = [{ question: ask.text.slice(0, maxText), labels: [label], text: null }]
      const given = { as: 'policy' as const, by, answer: { allow, chosen, text: message } }
      return fileAnswered(context, rowOf(ask), { given: { ...given, rule: grant?.id ?? null }, append })
    },
    grantAllowing: (team, tool, input) => context.grants.find(team, grantFor(tool, input)),
    said: (speaker, text, append) => raiseSaid(context, { speaker, text }, append),
    find: (id) => findAsk(context, id),
    openIn: (session) => rows.openIn.all(session),
    holding: (session) => rows.openIn.all(session).filter((ask) => ask.request !== null || isAwaited(ask)),
    withdraw(agent, request, append) {
      for (const ask of rows.requestsOf.all(agent))
        if (ask.request === request) close(context, ask, { reason: 'no longer waited for', append })
    },
    withdrawAll(agent, append) {
      for (const ask of rows.requestsOf.all(agent))
        close(context, ask, { reason: 'its agent is gone', append })
      rows.settle.run(clock.now(), agent)
    },
    withdrawFound(session, append) {
      for (const ask of rows.foundIn.all(session))
        close(context, ask, { reason: 'told something else', append })
    },
    lastOfRun: (session) => rows.lastOfRun.get(session),
    withdrawOfRun(session, reason, append) {
      const ask = rows.lastOfRun.get(session)
      if (ask && isOpen(ask)) close(context, ask, { reason, append })
      else if (ask && ask.withdrawnAt === null) rows.carried.run(clock.now(), ask.id)
    },
    withdrawIn(session, append) {
      for (const ask of rows.openIn.all(session)) close(context, ask, { reason: 'session deleted', append })
    },
    uncarried: () => rows.uncarried.all(),
    carried: (id) => void rows.carried.run(clock.now(), id),
  }
}

function rowOf(ask: NewAgentAsk): Parameters<typeof fileAsk>[1] {
  const { questions, kind, ...rest } = ask
  return {
    ...rest,
    kind,
    text: ask.text.slice(0, maxText),
    type: 'blocking',
    source: kind === 'question' ? 'ask_user_question' : kind,
    urgency: 'high',
    detail: { questions },
    key: null,
    phase: '',
    batch: null,
    expiresAt: null,
  }
}

function close(
  { rows, clock }: InboxContext,
  ask: AskRow,
  { reason, append }: { reason: string; append: Append },
): void {
  rows.withdraw.run(clock.now(), reason, ask.id)
  append({ type: 'ask.withdrawn', ...subjectOf(ask), data: { ask: ask.id, reason } })
}
