import { counted, type Build, type BuildState, type BuildTask, type WorkStep } from '../../contract/plain.ts'
import type { Tone } from './runs.ts'

/** Where a build is, in words. */
export const buildWords: Readonly<Record<BuildState, string>> = {
  priming: 'trying its checks before anything is changed',
  waiting_for_yes: 'waiting for your yes',
  working: 'working',
  paused: 'paused',
  ending: 'ending',
  complete: 'complete',
  partial: 'partly complete',
  failed: 'failed',
  stopped: 'stopped',
}

const buildTones: Readonly<Partial<Record<BuildState, Tone>>> = {
  priming: 'work',
  waiting_for_yes: 'needs',
  working: 'work',
  ending: 'work',
  complete: 'good',
  partial: 'needs',
  failed: 'bad',
}

/** Where a build is, in words and in colour. */
export function stateOfBuild(build: Pick<Build, 'state' | 'primed' | 'checks'>): {
  words: string
  tone: Tone
} {
  const { state, primed, checks } = build
  const tried = state === 'priming' && checks > 0 ? `, ${primed.length} of ${checks}` : ''
  return { words: buildWords[state] + tried, tone: buildTones[state] ?? 'quiet' }
}

/** What a task of a build is at, in words. */
const workWords: Readonly<Record<WorkStep, string>> = {
  waiting: 'waits',
  lease: 'waits for files',
  worktree: 'gets a worktree',
  agent: 'at work',
  check: 'is checked',
  later: 'tries again later',
  asked: 'needs you',
  complete: 'complete',
  failed: 'failed',
  skipped: 'skipped',
}

const workTones: Readonly<Partial<Record<WorkStep, Tone>>> = {
  worktree: 'work',
  agent: 'work',
  check: 'work',
  asked: 'needs',
  complete: 'good',
  failed: 'bad',
}

/** What a task of a build is at, in words and in colour. */
export function stateOfWork({ step }: Pick<BuildTask, 'step'>): { words: string; tone: Tone } {
  return { words: workWords[step], tone: workTones[step] ?? 'quiet' }
}

/** What a task goes through, in order. */
export const workPath = ['lease', 'worktree', 'agent', 'check', 'joined'] as const

/** How many places of the path are behind a task, and how it stands at the next one; null when it is not there. */
export function alongPath(task: BuildTask): { behind: number; at: Tone | null } {
  const { step } = task
  if (step === 'complete') return { behind: workPath.length, at: null }
  const place = workPath.findIndex((name) => name === step)
  if (place >= 0) return { behind: place, at: 'work' }
  const behind = cameTo(task)
  return { behind, at: behind === 0 ? null : (workTones[step] ?? 'quiet') }
}

/** How far a task came that does not move now, by what it has. */
function cameTo({ check, turn, session }: BuildTask): number {
  if (check !== null) return workPath.indexOf('check')
  if (turn !== null) return workPath.indexOf('agent')
  return session === null ? 0 : workPath.indexOf('worktree')
}

/** Under what a task of a build is found, those to look at first. */
export const workLanes = ['needs_you', 'worked', 'waiting', 'over'] as const
export type WorkLane = (typeof workLanes)[number]

export const workLaneNames: Readonly<Record<WorkLane, string>> = {
  needs_you: 'Needs you',
  worked: 'Being worked',
  waiting: 'Waiting',
  over: 'Ended',
}

/** Where a task stands; one whose agent asks needs you too. */
export function workLaneOf({ step, session }: BuildTask, asking: ReadonlySet<string>): WorkLane {
  if (step === 'asked') return 'needs_you'
  if (step === 'complete' || step === 'failed' || step === 'skipped') return 'over'
  if (session !== null && asking.has(session)) return 'needs_you'
  return step === 'waiting' || step === 'later' ? 'waiting' : 'worked'
}

/** How many tasks of a build are done, ended and left. */
export function buildCounts({ tasks }: Pick<Build, 'tasks'>): {
  done: number
  left: number
  all: number
} {
  const over = tasks.filter(({ endedAt }) => endedAt !== null).length
  const done = tasks.filter(({ step }) => step === 'complete').length
  return { done, left: tasks.length - over, all: tasks.length }
}

/** True once the plan has its yes and tasks are worked. */
export function isBegun({ state }: Pick<Build, 'state'>): boolean {
  return state !== 'priming' && state !== 'waiting_for_yes'
}

/** True while a build may still do something. */
export function isOpenBuild({ endedAt }: Pick<Build, 'endedAt'>): boolean {
  return endedAt === null
}

/** What of a build needs you, in words; null when nothing does. */
export function buildNeeds({ state, tasks }: Pick<Build, 'state' | 'tasks'>): string | null {
  if (state === 'waiting_for_yes') return 'its plan waits for your yes'
  const asked = tasks.filter(({ step }) => step === 'asked').length
  return asked > 0 ? `${counted(asked, 'task')} ${asked === 1 ? 'needs' : 'need'} you` : null
}

/** Whether a task of an open build can be tried again. */
export function canRetry({ step }: Pick<BuildTask, 'step'>): boolean {
  return step === 'failed' || step === 'skipped' || step === 'later' || step === 'asked'
}

/** Whether a task of an open build can be left out. */
export function canSkip({ step, endedAt }: Pick<BuildTask, 'step' | 'endedAt'>): boolean {
  return endedAt === null && step !== 'agent' && step !== 'check'
}
