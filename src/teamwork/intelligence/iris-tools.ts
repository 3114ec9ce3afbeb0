import { fence, type IrisAction } from '../../contract/index.ts'
import { irisName } from '../../core/agents/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Orchestrator } from '../orchestrator/index.ts'
import type { Confirmations } from './confirmations.ts'
import { createDetector } from './detector/detector.ts'
import type { Guards } from './guards.ts'
import type { Mandate } from './mandate.ts'
import { byModel, type AskPort } from './ports.ts'
import { createReading, type Reading, type ReadingDeps } from './reading.ts'
import type { Records } from './records.ts'

export interface IrisToolsDeps extends Omit<ReadingDeps, 'orchestrator'> {
  log: EventLog
  orchestrator: Pick<Orchestrator, 'sessions' | 'session' | 'findTurn' | 'teams' | 'wake' | 'tellBatched'>
  records: Records
  inbox: AskPort
  guards: Guards
  config: () => CompiledConfig
  confirmations: Confirmations
  pool: () => { processes: { team: string; session: string; pid: number | null }[]; most: number }
}

/** The tools of the Iris agent. What they may do depends on whose conversation calls, never on what the model says. */
export interface IrisTools extends Reading {
  checkSessionStatus(
    agentSession: string,
    input: { fromTeam: string; toTeam: string },
  ): Record<string, unknown>
  getActiveSessions(
    agentSession: string,
    input: { statusFilter: 'all' | 'active' | 'stopped' },
  ): Record<string, unknown>
  createPendingQuestion(
    agentSession: string,
    input: { question: string; context: string },
  ): Record<string, unknown>
  wakeTeam(
    agentSession: string,
    input: { team: string },
    signal: AbortSignal,
  ): Promise<Record<string, unknown>>
  sendMessageToTeam(
    agentSession: string,
    input: { team: string; message: string },
    signal: AbortSignal,
  ): Promise<Record<string, unknown>>
  analyzeCompletion(agentSession: string, input: { completion: string }): Record<string, unknown>
  getPoolMetrics(agentSession: string): Record<string, unknown>
  readEvents(
    agentSession: string,
    input: { after: number; types?: string[] | undefined },
  ): Record<string, unknown>
}

const maxShown = 50
const user = { name: 'user', kind: 'human' } as const
const iris = { name: irisName, kind: 'human' } as const

export function createIrisTools(deps: IrisToolsDeps): IrisTools {
  return { ...looking(deps), ...createReading(deps), ...acting(deps) }
}

type Looking = Omit<IrisTools, keyof Reading | 'wakeTeam' | 'sendMessageToTeam' | 'createPendingQuestion'>

function looking(deps: IrisToolsDeps): Looking {
  const { orchestrator, config } = deps
  return {
    checkSessionStatus(_, { fromTeam, toTeam }) {
      const found = orchestrator.sessions({ team: toTeam }).find(({ from }) => from === fromTeam)
      return found ? { found: true, ...found } : { found: false }
    },
    getActiveSessions(_, { statusFilter }) {
      const isWanted = (state: string): boolean =>
        statusFilter === 'all' || (state === 'asleep') === (statusFilter === 'stopped')
      const sessions = orchestrator.sessions().filter(({ state }) => isWanted(state))
      return { total: sessions.length, sessions: sessions.slice(0, maxShown), teams: orchestrator.teams() }
    },
    analyzeCompletion(_, { completion }) {
      const { questionPatterns } = config().agent.completionAnalysis
      const patterns = questionPatterns.map(({ source }) => source)
      const {
        verdict,
        kind = null,
        confidence,
        reasons,
        options,
      } = createDetector({ patterns }).detect(completion)
      return { containsQuestion: verdict !== 'none', verdict, kind, confidence, reasons, options }
    },
    getPoolMetrics() {
      const { processes, most } = deps.pool()
      return { totalProcesses: processes.length, maxProcesses: most, processes }
    },
    readEvents: (agentSession, query) => readEvents(deps, agentSession, query),
  }
}

/** The log holds words of teams: they come fenced, and whoever has read them no longer has a person's yes. */
function readEvents(
  { log, mandateOf }: IrisToolsDeps,
  agentSession: string,
  { after, types }: { after: number; types?: string[] | undefined },
): Record<string, unknown> {
  const mandate = mandateOf(agentSession)
  const { events, next, head } = log.read({ after, limit: maxShown, ...(types ? { types } : {}) })
  const shown = events.filter(({ type }) => type !== 'agent.printed')
  for (const { seq, type, at } of shown) mandate?.cites.set(seq, { seq, type, at })
  if (mandate && shown.length > 0) mandate.tainted = true
  const listed = shown.map(({ seq, at, type, session = null, data }) => {
    return {
      seq,
      at: new Date(at).toISOString(),
      type,
      session,
      data: fence(JSON.stringify(data), { most: 1000 }),
    }
  })
  return { next, head, events: listed }
}

function acting(
  deps: IrisToolsDeps,
): Pick<IrisTools, 'wakeTeam' | 'sendMessageToTeam' | 'createPendingQuestion'> {
  const { orchestrator } = deps
  return {
    createPendingQuestion: (agentSession, input) => fileQuestion(deps, agentSession, input),
    wakeTeam(agentSession, { team }, signal) {
      const wanted = {
        agentSession,
        action: 'wake_team',
        team,
        text: `Iris wants to wake ${team}.`,
        signal,
      } as const
      return act(deps, wanted, async () => ({ wasAwake: (await orchestrator.wake(user, team)).wasAwake }))
    },
    sendMessageToTeam(agentSession, { team, message }, signal) {
      const text = `Iris wants to tell ${team}:\n${message}`
      return act(deps, { agentSession, action: 'send_message_to_team', team, text, signal }, async () => {
        const telling = await orchestrator.tellBatched(iris, {
          to: team,
          message,
          patience: { until: 'accepted' },
        })
        const { turn, session } = await telling.outcome
        return { turn, session }
      })
    },
  }
}

/** Only about the session that the conversation watches: the model cannot ask in the name of another. */
function fileQuestion(
  { records, inbox, guards, log }: IrisToolsDeps,
  agentSession: string,
  { question, context }: { question: string; context: string },
): Record<string, unknown> {
  const row = records.agentSession(agentSession)
  if (!row?.team_session_id || row.to_team === null || row.from_team === null) {
    guards.refuse('tool', {
      team: irisName,
      reason: 'create_pending_question outside the conversation about a session',
    })
    return { success: false, reason: 'Only a conversation about a session can file a question.' }
  }
  const session = row.team_session_id
  const waiting = inbox.list({ state: 'open', session, limit: maxShown }).asks
  if (waiting.some(({ source }) => source === 'prose'))
    return { success: false, reason: 'A question of this session is open already.' }
  const { ask } = log.write(() =>
    inbox.raise({
      source: 'prose',
      kind: 'question',
      type: 'clarifying',
      urgency: 'normal',
      text: question.slice(0, 2000),
      context: context.slice(-6000),
      options: [],
      freeText: true,
      tags: [byModel],
      team: row.to_team ?? '',
      caller: row.from_team ?? '',
      session,
    }),
  )
  return { success: true, questionId: ask.id }
}

interface Act {
  agentSession: string
  action: IrisAction
  team: string
  text: string
  signal: AbortSignal
}

/**
 * Changes something, if it may: only in the chat, where a person asked. It is confirmed first, unless there is leave in
 * advance: a yes for the teams that the question itself names, or the config for all. Leave ends as soon as the model has
 * read words of others.
 */
async function act(
  deps: IrisToolsDeps,
  { agentSession, action, team, text, signal }: Act,
  run: () => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const mandate = deps.mandateOf(agentSession)
  if (!mandate) {
    const reason = `${action} outside a question of a person`
    deps.guards.refuse('tool', { team, reason })
    return { success: false, refused: reason }
  }
  const known = deps.orchestrator.teams().some(({ name }) => name === team)
  if (!known) return { success: false, reason: `There is no team ${team.slice(0, 80)}.` }
  const answer = mayActNow(deps, mandate, team)
    ? { isAllowed: true, ask: null }
    : await deps.confirmations.confirm({ agentSession, action, team, text, signal })
  const { ask } = answer
  if (!answer.isAllowed) {
    mandate.actions.push({ action, team, state: 'denied', ask })
    return { success: false, refused: 'A person did not allow it.', ask }
  }
  try {
    const result = await run()
    mandate.actions.push({ action, team, state: 'done', ask })
    return { success: true, ...result }
  } catch (error) {
    mandate.actions.push({ action, team, state: 'failed', ask })
    throw error
  }
}

function mayActNow({ config }: IrisToolsDeps, { yes, tainted, question }: Mandate, team: string): boolean {
  if (tainted) return false
  if (config().agent.features.autonomousCoordination) return true
  const words = question.toLowerCase().split(/[^\p{L}\p{N}._-]+/u)
  return yes && words.some((word) => word.replace(/[._-]+$/, '') === team)
}
