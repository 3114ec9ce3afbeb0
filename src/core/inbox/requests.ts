import type { AskId, AskQuestion, RuleId, SessionId } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import { fileAnswered, fileAsk } from './filing.ts'
import { labels } from './options.ts'
import { ruleFor } from './permission-rule.ts'
import { raiseSaid, type Speaker } from './raising.ts'
import type { AskRow } from './rows.ts'
import { findAsk, subjectOf, type World } from './world.ts'

const longestText = 100_000

/** What an agent process waits for. */
export interface NewRequest extends Pick<
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
  open(ask: NewRequest, append: Append): AskRow
  /** Records an ask together with the answer that policy or a rule gives it; nobody is asked. */
  decide(ask: NewRequest, answer: PolicyAnswer, append: Append): AskRow
  /** The rule that always allows a call to a team, if there is one. */
  ruleAllowing(
    team: string,
    tool: string,
    input: Readonly<Record<string, unknown>>,
  ): { id: RuleId; allows: string } | undefined
  /** Files the questions an agent put into its words as JSON; call what is returned after the commit. */
  said(speaker: Speaker, text: string, append: Append): (() => void) | undefined
  find(id: AskId): AskRow
  /** The asks for which the agent of a session stands still: while there is one, its response clock does too. */
  holding(session: SessionId): AskRow[]
  withdraw(agent: string, request: string, append: Append): void
  /** Closes every request of an agent that is gone; answers that did not reach it are settled too. */
  withdrawAll(agent: string, append: Append): void
  /** Closes the questions that were found in the words of a session: it was told something else since. */
  withdrawFound(session: SessionId, append: Append): void
  /** Closes every ask of a session that is deleted. */
  withdrawIn(session: SessionId, append: Append): void
  /** Closed asks that may not have reached their agent yet. */
  uncarried(): AskRow[]
  carried(id: AskId): void
}

/** What is answered without asking anybody: by the config, by a rule, or by Iris itself. */
export interface PolicyAnswer {
  allow: boolean
  message: string | null
  by?: 'iris'
  rule?: { id: RuleId; allows: string }
}

export function createAsks(world: World, isAwaited: (ask: AskRow) => boolean): Asks {
  const { rows, clock } = world
  return {
    open: (ask, append) => fileAsk(world, rowOf(ask), append),
    decide: (ask, { allow, message, rule, by: itself = 'policy' }, append) => {
      const by = rule ? `rule ${rule.allows}` : itself
      const refusal = ask.kind === 'plan' ? labels.sendBack : labels.deny
      const label = allow ? labels.allow : refusal
      const chosen = [{ question: ask.text.slice(0, longestText), labels: [label], text: null }]
      const given = { as: 'policy' as const, by, answer: { allow, chosen, text: message } }
      return fileAnswered(world, rowOf(ask), { given: { ...given, rule: rule?.id ?? null }, append })
    },
    ruleAllowing: (team, tool, input) => world.rules.find(team, ruleFor(tool, input)),
    said: (speaker, text, append) => raiseSaid(world, { speaker, text }, append),
    find: (id) => findAsk(world, id),
    holding: (session) => rows.openIn.all(session).filter((ask) => ask.request !== null || isAwaited(ask)),
    withdraw(agent, request, append) {
      for (const ask of rows.requestsOf.all(agent))
        if (ask.request === request) close(world, ask, { reason: 'no longer waited for', append })
    },
    withdrawAll(agent, append) {
      for (const ask of rows.requestsOf.all(agent)) close(world, ask, { reason: 'its agent is gone', append })
      rows.settle.run(clock.now(), agent)
    },
    withdrawFound(session, append) {
      for (const ask of rows.foundIn.all(session))
        close(world, ask, { reason: 'told something else', append })
    },
    withdrawIn(session, append) {
      for (const ask of rows.openIn.all(session)) close(world, ask, { reason: 'session deleted', append })
    },
    uncarried: () => rows.uncarried.all(),
    carried: (id) => void rows.carried.run(clock.now(), id),
  }
}

function rowOf(ask: NewRequest): Parameters<typeof fileAsk>[1] {
  const { questions, kind, ...rest } = ask
  return {
    ...rest,
    kind,
    text: ask.text.slice(0, longestText),
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
  { rows, clock }: World,
  ask: AskRow,
  { reason, append }: { reason: string; append: Append },
): void {
  rows.withdraw.run(clock.now(), reason, ask.id)
  append({ type: 'ask.withdrawn', ...subjectOf(ask), data: { ask: ask.id, reason } })
}
