import {
  newId,
  type Build,
  type BuildTask,
  type EventEnvelope,
  type Idea,
  type Org,
  type Run,
  type Seat,
  type Session,
  type Spec,
  type TeamSummary,
} from '../../contract/index.ts'
import type { OpenAsk } from './asks.ts'
import type { Facts } from './facts.ts'
import { sceneOf, type Scene } from './scene.ts'

/** When the scenes of the tests take place. */
export const noon = new Date(2030, 0, 5, 12).getTime()

const live = { at: 'live', since: noon, isBack: false } as const

export function team(name: string, more: Partial<TeamSummary> = {}): TeamSummary {
  const counts = {
    agents: 0,
    running: 0,
    queued: 0,
    limited: 0,
    asks: 0,
    cutOff: 0,
    costTodayUsd: 0,
    rehearsedTodayUsd: 0,
  }
  const about = { name, path: `/${name}`, description: '', color: null, remote: false }
  return { ...about, awake: false, ...counts, ...more }
}

export function session(to: string, more: Partial<Session> = {}): Session {
  const ids = { session: newId('ses'), startFailure: null, conversation: '', agent: null, pid: null }
  const counts = {
    turns: 1,
    queued: 0,
    limited: null,
    contextPercent: null,
    cutOff: null,
    costUsd: 0,
    rehearsedUsd: 0,
    createdAt: noon,
    lastUsedAt: noon,
  }
  return { ...ids, from: 'user', to, state: 'asleep', ...counts, ...more }
}

export function permission(teamName: string, more: Partial<OpenAsk> = {}): OpenAsk {
  const options = [
    { key: 'y', label: 'Allow', description: '', recommended: false },
    { key: 'a', label: 'Always allow', description: '', recommended: false },
    { key: 'n', label: 'Deny', description: '', recommended: false },
  ]
  return {
    ask: newId('ask'),
    kind: 'permission',
    source: 'permission',
    tags: [],
    text: 'npm test',
    urgency: 'normal',
    team: teamName,
    from: 'user',
    session: null,
    context: '',
    holds: true,
    default: null,
    grant: 'Bash(npm test)',
    tool: 'Bash',
    input: { command: 'npm test' },
    isCut: false,
    askedAt: noon - 60_000,
    expiresAt: null,
    title: 'Wants to run a command',
    detail: 'npm test',
    questions: [{ question: 'npm test', header: '', options, multiSelect: false, freeText: true }],
    ...more,
  }
}

export function question(
  teamName: string,
  labels: readonly (readonly string[])[],
  multiSelect = false,
): OpenAsk {
  const questions = labels.map((some, n) => ({
    question: `Question ${n + 1}?`,
    header: '',
    options: some.map((label, place) => ({
      key: String(place + 1),
      label,
      description: '',
      recommended: false,
    })),
    multiSelect,
    freeText: true,
  }))
  return {
    ...permission(teamName),
    kind: 'question',
    title: 'Question 1?',
    detail: '',
    grant: null,
    questions,
  }
}

/** A run that waits for a teammate. */
export function run(leader: Session, more: Partial<Run> = {}): Run {
  const limits = { costUsd: null, timeMs: null, turns: null, turnMs: null }
  const at = { startedAt: noon - 60_000, endedAt: null, waitedMs: 0 }
  const paula = { id: 't1', name: 'Paula', role: 'pm', avatar: '', form: 'inside' as const, session: null }
  const facts = { tokens: null, costUsd: null, summary: null, tasks: 1 }
  return {
    run: newId('run'),
    team: leader.to,
    goal: 'Write a plan',
    state: 'waiting_on_teammates',
    reason: null,
    roster: ['pm'],
    leader: { session: leader.session, turn: null, pid: null, activity: '' },
    teammates: [{ ...paula, ...at, ...facts, state: 'working', activity: 'Writing plan.md' }],
    asks: [],
    limits,
    evidence: { files: [], commands: [] },
    checks: null,
    turns: 1,
    costUsd: 0,
    ...at,
    summary: null,
    rehearsed: false,
    ...more,
  }
}

export function buildTask(key: string, more: Partial<BuildTask> = {}): BuildTask {
  return {
    task: newId('tsk'),
    key,
    title: `Write ${key}`,
    step: 'waiting',
    why: null,
    attempts: 0,
    session: null,
    turn: null,
    check: null,
    commit: null,
    ask: null,
    lessons: [],
    costUsd: 0,
    startedAt: null,
    endedAt: null,
    ...more,
  }
}

/** A build at work. */
export function build(key: string, tasks: BuildTask[], more: Partial<Build> = {}): Build {
  return {
    build: newId('bld'),
    key,
    project: 'shop',
    team: 'shop',
    state: 'working',
    why: null,
    base: null,
    branch: null,
    parallel: 2,
    limits: { minutes: 120, usd: null, failures: 3, tokens: null, taskUsd: null },
    check: null,
    unproved: 0,
    primed: [],
    checks: 0,
    waves: [],
    estimateUsd: null,
    tasks,
    costUsd: 0,
    tokens: 0,
    by: 'user',
    partOf: null,
    startedAt: noon - 60_000,
    endedAt: null,
    ...more,
  }
}

/** A spec that waits for a yes. */
export function spec(key: string, more: Partial<Spec> = {}): Spec {
  // Only what lines are made of.
  return { key, title: key, team: 'shop', state: 'proposed', createdAt: noon, ...more } as Spec
}

/** An idea that was answered. */
export function idea(title: string, more: Partial<Idea> = {}): Idea {
  const about = { phase: 'EXPLORING', state: 'COMPLETE', createdAt: noon, changedAt: noon } as const
  // Only what lines are made of.
  return { idea: newId('idea'), title, slug: null, costUsd: 0, rehearsed: false, ...about, ...more } as Idea
}

/** An organisation whose seats have these sessions. */
export function org(...seats: (Partial<Seat> & Pick<Seat, 'key' | 'name' | 'session'>)[]): Org {
  const about = {
    startedAt: noon,
    startedBy: 'user',
    costUsd: 0,
    budgets: [],
    heldFor: null,
    idleCheck: null,
  }
  const limits = { managers: 2, workers: 2, handOverAt: 80 }
  const shift = { shift: newId('shf'), startedAt: noon, endedAt: null, how: null, page: null }
  return {
    project: 'shop',
    team: 'shop',
    state: 'running',
    ...about,
    limits,
    dispatches: [],
    seats: seats.map((seat) => ({
      seat: newId('sea'),
      kind: seat.key === 'em' ? 'em' : 'manager',
      lead: null,
      task: null,
      state: 'idle',
      rooms: ['#standup-shop'],
      contextPercent: null,
      nextLookAt: null,
      costUsd: 0,
      openedAt: noon,
      closedAt: null,
      shifts: [{ ...shift, name: seat.name }],
      ...seat,
    })),
  }
}

let seq = 0

export function event(type: string, data: object, more: Partial<EventEnvelope> = {}): EventEnvelope {
  return { seq: (seq += 1), at: noon, type, v: 1, data, ...more }
}

/** A line an agent printed. */
export function printed(line: object | string): EventEnvelope {
  return event('agent.printed', { line: typeof line === 'string' ? line : JSON.stringify(line) })
}

export function said(text: string): EventEnvelope {
  return printed({ type: 'assistant', message: { content: [{ type: 'text', text }] } })
}

export function facts(more: Partial<Facts> = {}): Facts {
  const database = { path: '', bytes: 0 }
  const config = { path: '', teams: [], mistakes: [], waiting: [] }
  const address = {
    version: '1',
    pid: 1,
    url: 'http://127.0.0.1:1',
    home: '/home',
    startedAt: noon - 60_000,
    upForMs: 60_000,
  }
  return {
    status: { ...address, events: 0, memory: 0, database, config, readers: 0 },
    teams: [],
    sessions: [],
    asks: [],
    alerts: [],
    openAsks: more.asks?.length ?? 0,
    runs: [],
    builds: [],
    specs: [],
    ideas: [],
    orgs: [],
    usage: [],
    limits: { budgets: [], scopes: [], quotaUntil: null, disk: null, missing: [] },
    events: [],
    activities: new Map(),
    ...more,
  }
}

export function scene(more: Partial<Facts> = {}): Scene {
  return sceneOf(facts(more), live, noon)
}
