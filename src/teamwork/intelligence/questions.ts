import type { AskId, Event, SessionId, TurnId } from '../../contract/index.ts'
import { irisName } from '../../core/agents/index.ts'
import type { Sessions, TurnRow } from '../../core/sessions/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { createDetector, type Detector } from './detector/detector.ts'
import { sentenceShape } from './detector/sentences.ts'
import type { Detection } from './detector/verdict.ts'
import { askFor, byRulesAlone, decide, isForModel, type Decided } from './filing.ts'
import type { Guards } from './guards.ts'
import type { Judge } from './judge.ts'
import { byModel, type AskPort, type NewAsk } from './ports.ts'
import type { Queue } from './queue.ts'
import type { Records, FoundQuestion } from './records.ts'

const maxText = 2000

/** What questions are found and filed with. */
export interface QuestionDeps {
  log: EventLog
  clock: Clock
  sessions: Pick<
    Sessions,
    'byId' | 'turn' | 'lastTurn' | 'live' | 'teammates' | 'awaitedAt' | 'leadOf' | 'answerOf'
  >
  config: () => CompiledConfig
  records: Records
  inbox: AskPort
  queue: Queue
  guards: Guards
  judge: Judge
}

/** Finds questions in what teams answer and files them unless whoever told the team answers in time. */
export interface Questions {
  /** A turn ended: looks at its final text. May see an event twice. */
  ended(event: Event<'turn.ended'>): Promise<void>
  /** Somebody told a team something: that may be the answer. */
  told(event: Event<'turn.accepted'>): void
  /** Somebody says that an ask was none, or was one after all. */
  marked(event: Event<'ask.marked'>): void
  /** Takes up what the last daemon left. */
  start(): void
  close(): void
}

export function createQuestions(deps: QuestionDeps): Questions {
  let isClosed = false
  const timers = createTimers(deps, (turn) => {
    const { session } = deps.sessions.turn(turn)
    deps.queue.add(session, () => file(deps, turn, () => isClosed))
  })
  return {
    async ended(event) {
      const dueAt = await look(deps, event)
      if (dueAt !== undefined && event.turn !== undefined) timers.arm(event.turn, dueAt)
    },
    told({ session, turn, at }) {
      if (session === undefined || turn === undefined) return
      if (deps.sessions.turn(turn).author === irisName) return
      for (const question of deps.records.openQuestionsIn(session)) {
        if (!isAfter(deps, question, at)) continue
        timers.cancel(question.turn)
        settle(deps, question, { how: 'answered', ...byRules(detectionOf(question), 'caller_told_again') })
      }
    },
    marked: ({ data }) => learn(deps, data),
    start() {
      for (const { turn, dueAt } of deps.records.openQuestions()) timers.arm(turn, dueAt)
    },
    close() {
      isClosed = true
      timers.close()
    },
  }
}

interface Timers {
  arm(turn: TurnId, at: number): void
  cancel(turn: TurnId): void
  close(): void
}

function createTimers({ clock, config }: QuestionDeps, due: (turn: TurnId) => void): Timers {
  const timers = new Map<TurnId, () => void>()
  let isClosed = false
  const cancel = (turn: TurnId): void => {
    timers.get(turn)?.()
    timers.delete(turn)
  }
  return {
    arm(turn, at) {
      if (isClosed) return
      cancel(turn)
      const fire = (): void => {
        timers.delete(turn)
        due(turn)
      }
      // Wall time: when it is due was stored for the next daemon, and is held against the clock once. Nobody waits longer
      // than anybody's patience, wherever the clock was set meanwhile.
      const delay = Math.min(at - clock.now(), config().agent.completionAnalysis.responseTimeout)
      if (delay <= 0) fire()
      else timers.set(turn, clock.after(delay, fire))
    },
    cancel,
    close() {
      isClosed = true
      for (const turn of timers.keys()) cancel(turn)
    },
  }
}

/** Judges the final text of a turn by rules; when it asks, returns when to file it. */
async function look(
  deps: QuestionDeps,
  { turn: id, data }: Event<'turn.ended'>,
): Promise<number | undefined> {
  const { log, clock, sessions, config, records } = deps
  if (id === undefined || data.how !== 'answered') return undefined
  const turn = sessions.turn(id)
  const { session } = turn
  const { team } = sessions.byId(session)
  const known = records.questionOf(id)
  if (known) return known.settledAt === null ? known.dueAt : undefined
  if (!isLookedAt(config(), team)) return undefined
  const found = isLeading(deps, turn) ? waiting : detectorFor(deps, turn, team).detect(turn.answer ?? '')
  const dueAt = isOver(config(), found) ? null : clock.now() + patience(deps, turn)
  await log.writeBatched((append) => {
    if (dueAt !== null) records.keepQuestion({ turn: id, session, detection: JSON.stringify(found), dueAt })
    append({ type: 'question.judged', session, turn: id, data: { team, ...judged(found), fileAt: dueAt } })
  })
  return dueAt ?? undefined
}

/** Nothing is asked, or no more than a greeting does, and the model is not to look for itself. */
function isOver({ agent }: CompiledConfig, found: Detection): boolean {
  const asksNothing = found.verdict === 'none' || found.reasons.includes('greeting')
  return asksNothing && (agent.completionAnalysis.useQuickCheck || found === waiting)
}

const waiting: Detection = {
  verdict: 'none',
  confidence: 0,
  doubtful: false,
  options: [],
  reasons: ['teammates_at_work'],
  language: '',
}

/** “I wait for the report” is said to nobody: the report comes by itself and wakes whoever waits for it. */
function isLeading({ sessions }: QuestionDeps, { session, endedAt }: TurnRow): boolean {
  const end = endedAt ?? 0
  const { current, isWaking } = sessions.live(session)
  // A report that came during the turn begins the next one.
  if (isWaking || (current && current.row.wokenBy !== null)) return true
  return sessions
    .teammates(session)
    .some((one) => one.taskStartedAt <= end && (one.endedAt === null || one.endedAt > end))
}

function judged(found: Detection): {
  verdict: Detection['verdict']
  kind: string | null
  confidence: number
  doubtful: boolean
  reasons: string[]
  text: string
} {
  const { verdict, kind = null, confidence, doubtful, reasons, question = '' } = found
  return { verdict, kind, confidence, doubtful, reasons: [...reasons], text: question.slice(0, maxText) }
}

/** Its time has come: whoever told the team has not answered. */
async function file(deps: QuestionDeps, id: TurnId, isStopping: () => boolean): Promise<void> {
  const question = deps.records.questionOf(id)
  if (!question || question.settledAt !== null) return
  const turn = deps.sessions.turn(id)
  const found = detectionOf(question)
  fileBeforeModel(deps, question, found)
  const decided = await decide(deps, turn, found)
  // The model was cut short: the next daemon takes it up again.
  if (isStopping()) return
  if (wasToldSince(deps, turn))
    settle(deps, question, { how: 'answered', ...byRules(found, 'caller_told_again') })
  else if (decided.verdict === 'none') settle(deps, question, { how: 'dropped', ...decided })
  else settle(deps, question, { how: 'filed', ...decided, ask: askFor(deps, turn, { ...decided, found }) })
}

/** The model takes its time: until it has spoken, what it is to judge stands in the inbox as it would without it. */
function fileBeforeModel(deps: QuestionDeps, { turn: id, ask }: FoundQuestion, found: Detection): void {
  const { log, sessions, records, inbox } = deps
  const turn = sessions.turn(id)
  const isNothing = found.verdict === 'none' || found.reasons.includes('greeting')
  if (ask !== null || isNothing || !isForModel(deps, found) || wasToldSince(deps, turn)) return
  const filed = askFor(deps, turn, { ...byRulesAlone(found), found })
  log.write(() => records.noteAsk(id, inbox.raise(filed).ask.id))
}

/** Somebody told the session something else after the question; word of it may still be on its way here. */
function wasToldSince({ sessions }: QuestionDeps, { id, session, endedAt }: TurnRow): boolean {
  const last = sessions.lastTurn(session)
  if (last === undefined || last.id === id || last.wokenBy !== null || last.author === irisName) return false
  return endedAt !== null && last.acceptedAt >= endedAt
}

interface Outcome extends Omit<Decided, 'urgency'> {
  how: 'filed' | 'answered' | 'dropped'
  ask?: NewAsk
}

/** Once; the ask, its place in our table and the event stand or fall together. */
function settle(deps: QuestionDeps, { session, turn }: FoundQuestion, outcome: Outcome): void {
  const { log, records, sessions } = deps
  const { team } = sessions.byId(session)
  const { how, by, verdict, reasons } = outcome
  log.write((append) => {
    const question = records.questionOf(turn)
    if (question?.settledAt !== null) return
    const ask = askInTheEnd(deps, question, outcome.ask)
    records.settle(turn, ask)
    const data = { team, how, by, verdict, ask, reasons: [...reasons] }
    append({ type: 'question.settled', session, turn, data })
  })
}

/** Which ask stands for a question once it is judged; what was filed before is brought to it, or withdrawn. */
function askInTheEnd(
  { inbox }: QuestionDeps,
  { session, ask: before }: FoundQuestion,
  wanted: NewAsk | undefined,
): AskId | null {
  const own = wanted && filedByModel(inbox, session)
  if (before === null) return wanted ? (own ?? inbox.raise(wanted).ask.id) : null
  if (own || !wanted) inbox.withdrawOne(before, own ? 'asked in other words' : 'asks nothing after all')
  else inbox.weigh(before, wanted)
  return own ?? before
}

/** The model may have filed the question by its own tool while it judged. */
function filedByModel(inbox: AskPort, session: SessionId): AskId | undefined {
  const { asks } = inbox.list({ state: 'open', session, limit: 50 })
  return asks.find(({ tags }) => tags.includes(byModel))?.ask
}

function byRules({ verdict, reasons }: Detection, why: string): Omit<Decided, 'urgency'> {
  return { verdict, by: 'rules', reasons: [...reasons, why] }
}

/** How long a model that waits has to answer by itself; a person is shown the question at once. */
function patience({ log, config }: QuestionDeps, { acceptedSeq }: TurnRow): number {
  const [accepted] = log.read({ after: acceptedSeq - 1, limit: 1 }).events
  const isModels = accepted?.type === 'turn.accepted' && accepted.data.reader === 'model'
  return isModels ? config().agent.completionAnalysis.responseTimeout : 0
}

function isLookedAt({ agent }: CompiledConfig, team: string): boolean {
  const { enabledFor } = agent.completionAnalysis
  return agent.features.completionAnalysis && (enabledFor.includes('*') || enabledFor.includes(team))
}

function detectorFor({ config, records, sessions }: QuestionDeps, turn: TurnRow, team: string): Detector {
  const { questionPatterns, minConfidence } = config().agent.completionAnalysis
  const patterns = questionPatterns.map(({ source }) => source)
  const awaited = sessions.awaitedAt(turn.session, turn.endedAt ?? 0)
  return createDetector({ patterns, minConfidence, falseAlarms: records.falseAlarms(team), awaited })
}

function detectionOf(question: FoundQuestion): Detection {
  const found: Detection = JSON.parse(question.detection)
  return found
}

/** What people mark as no question is not raised again in that team. */
function learn({ records }: QuestionDeps, { ask, team, falseAlarm }: Event<'ask.marked'>['data']): void {
  const question = records.questionOfAsk(ask)
  if (!question) return
  const shape = sentenceShape(detectionOf(question).question ?? '')
  if (falseAlarm) records.noteFalseAlarm({ team, shape, ask })
  else records.dropFalseAlarm({ team, shape })
}

/** What was queued before the question was asked is no answer to it. */
function isAfter({ sessions }: QuestionDeps, { turn }: FoundQuestion, at: number): boolean {
  const { endedAt } = sessions.turn(turn)
  return endedAt !== null && at >= endedAt
}
