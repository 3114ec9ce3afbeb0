import type { CheckState, TurnEnding, WorkStep } from '../../contract/index.ts'

/** What is so of one task of a build; what to do next follows from it. */
export interface WorkFacts {
  /** What the build wants of its tasks: to be worked, to rest, or to be left as they are for good. */
  build: 'working' | 'resting'
  /** How it ended in this build. */
  outcome: 'complete' | 'failed' | 'skipped' | null
  /** By the graph, by its attempts and by people. */
  status: 'ready' | 'in_progress' | 'blocked' | 'pending' | 'over'
  /** Why the graph holds it, in words. */
  why: string | null
  /** Whether another may be worked beside those that are. */
  hasRoom: boolean
  ask: 'none' | 'open' | 'answered'
  /** Ms until it may be tried again. */
  laterMs: number
  hasSession: boolean
  lease: 'none' | 'waiting' | 'held'
  /** A more urgent task waits for its files alone, and its work was not found impossible to save since its last turn. */
  isToGiveWay: boolean
  isWorktreeReady: boolean
  /** Whether a worktree was begun for it and not given back, made whole or not. */
  hasPlace: boolean
  /** Whether a try runs. */
  isTried: boolean
  /** What its agent was told in this try, and how that went. */
  turn: 'none' | 'open' | TurnEnding
  /** Its agent stands still, or has asked what it must know, and waits for an answer. */
  isAsking: boolean
  /** What its agent gave to others and waits for, in words; null when nothing. */
  waitsFor: string | null
  /** How often its agent was started anew in this try. */
  starts: number
  check: 'none' | CheckState
  /** What installs a package that its check missed. */
  install: 'none' | CheckState
  /** Whether the main checkout was compared since what ran last for it ended. */
  isGroundKnown: boolean
  /** Its work is committed. */
  isCommitted: boolean
  /** Whether its worktree has what others did to its files while it had not the lease. */
  isCaughtUp: boolean
  /** Others' work is about to be merged into its worktree. */
  isTaking: boolean
  /** Its agent is to be told something with its next turn. */
  hasNews: boolean
}

/** What Iris does next for a task; `at` is what people see. */
export type Step =
  | { do: 'nothing'; at: WorkStep; why: string | null; inMs?: number }
  | { do: Deed; at: WorkStep }

/** Each can be done twice: what it left the first time is found. */
export type Deed =
  /** Hears what a person answered. */
  | 'hear'
  /** Its session, and that it works on the task. */
  | 'enlist'
  | 'take_lease'
  | 'make_worktree'
  /** A checkpoint to return to, and the try itself. */
  | 'begin'
  /** Its work is saved, and a more urgent task gets its files. */
  | 'give_way'
  /** It has its files again: what others did to them meanwhile is found, */
  | 'catch_up'
  /** and merged into its worktree. */
  | 'take_in'
  /** Gives the agent its task, the error of the last try, or news. */
  | 'tell'
  /** The agent stopped in the middle: it goes on where it was. */
  | 'revive'
  /** The agent died too often. */
  | 'give_up'
  | 'interrupt'
  /** Compares the main checkout: its agent and its check had a shell. */
  | 'look'
  | 'check'
  | 'cancel_check'
  /** What was to be installed is there, or is not to be had. */
  | 'installed'
  | 'commit'
  /** Its commit becomes part of the build's branch. */
  | 'join'
  /** Findings that nobody accepted. */
  | 'ask'
  /** The check did not pass. */
  | 'decide'
  /** Somebody else ended the task, or its try. */
  | 'abandon'
  /** It has ended: its worktree goes, its branch stays. */
  | 'clear'

export const maxStarts = 3

const interrupted: ReadonlySet<WorkFacts['turn']> = new Set<TurnEnding>([
  'agent_died',
  'response_timeout',
  'failed',
  'stopped',
  'cancelled',
])

/** What to do next, from what is so; the same facts give the same step. */
export function stepOf(facts: WorkFacts): Step {
  if (facts.outcome !== null && facts.hasPlace) return { do: 'clear', at: facts.outcome }
  if (facts.outcome !== null) return { do: 'nothing', at: facts.outcome, why: null }
  if (facts.build === 'resting') return stepToRest(facts)
  if (facts.ask === 'open') return waits('asked', 'It waits for your answer.')
  if (facts.ask === 'answered') return { do: 'hear', at: 'asked' }
  if (facts.isTried && facts.status !== 'in_progress') return { do: 'abandon', at: 'waiting' }
  if (facts.laterMs > 0) return { do: 'nothing', at: 'later', why: null, inMs: facts.laterMs }
  return facts.isTried ? stepInTry(facts) : stepBefore(facts)
}

function stepToRest({ turn, check, install }: WorkFacts): Step {
  if (turn === 'open') return { do: 'interrupt', at: 'agent' }
  if (isUnderWay(check) || isUnderWay(install)) return { do: 'cancel_check', at: 'check' }
  return waits('waiting', 'The build is at rest.')
}

const isUnderWay = (state: WorkFacts['check']): boolean => state === 'queued' || state === 'running'

function stepBefore(facts: WorkFacts): Step {
  if (facts.status !== 'ready') return waits('waiting', facts.why)
  if (!facts.hasSession && !facts.hasRoom) return waits('waiting', 'It waits for a free place.')
  if (!facts.hasSession) return { do: 'enlist', at: 'lease' }
  if (facts.lease === 'waiting') return waits('lease', 'It waits for files that another task has.')
  if (facts.lease === 'none') return { do: 'take_lease', at: 'lease' }
  return facts.isWorktreeReady ? { do: 'begin', at: 'worktree' } : { do: 'make_worktree', at: 'worktree' }
}

function stepInTry(facts: WorkFacts): Step {
  if (facts.lease === 'waiting') return waits('lease', 'It gave its files up for a more urgent task.')
  if (facts.lease === 'none') return { do: 'take_lease', at: 'lease' }
  if (facts.isCommitted) return { do: 'join', at: 'check' }
  if (facts.turn === 'open')
    return facts.isAsking ? waits('asked', 'Its agent waits for your answer.') : waits('agent', null)
  return stepBetweenTurns(facts) ?? stepAfterTurn(facts)
}

/** Files change hands between two turns, while nothing runs in the worktree. */
function stepBetweenTurns(facts: WorkFacts): Step | undefined {
  if (isUnderWay(facts.check) || isUnderWay(facts.install)) return undefined
  if (facts.isTaking) return { do: 'take_in', at: 'worktree' }
  if (!facts.isCaughtUp) return { do: 'catch_up', at: 'worktree' }
  if (!mayGiveWay(facts)) return undefined
  const isKnown = facts.isGroundKnown || facts.turn === 'none'
  return { do: isKnown ? 'give_way' : 'look', at: 'lease' }
}

/** Not while it waits for a person or for parts of its work, nor once its check has begun, which frees its files sooner. */
function mayGiveWay({ isToGiveWay, isAsking, waitsFor, hasNews, check, install }: WorkFacts): boolean {
  return isToGiveWay && !isAsking && waitsFor === null && !hasNews && !isChecked(check) && install === 'none'
}

function stepAfterTurn(facts: WorkFacts): Step {
  if (facts.turn === 'none') return { do: 'tell', at: 'agent' }
  if (!facts.isGroundKnown && !isToBeChecked(facts)) return { do: 'look', at: atOf(facts) }
  if (interrupted.has(facts.turn)) return { do: facts.starts < maxStarts ? 'revive' : 'give_up', at: 'agent' }
  if (facts.turn !== 'answered') return waits('agent', 'The account or a budget is at its limit.')
  return stepAfterAgent(facts)
}

const atOf = ({ isAsking, turn }: WorkFacts): WorkStep =>
  isAsking ? 'asked' : turn === 'answered' ? 'check' : 'agent'

/** What was said to be done is looked at together with its check, which runs what the agent wrote. */
function isToBeChecked({ turn, isAsking, hasNews, check, install }: WorkFacts): boolean {
  const isNext = turn === 'answered' && !isAsking && !hasNews
  return isNext && (!isChecked(check) || isUnderWay(check) || install !== 'none')
}

const isChecked = (check: WorkFacts['check']): boolean =>
  check !== 'none' && check !== 'cancelled' && check !== 'interrupted'

function stepAfterAgent({ isAsking, waitsFor, install, hasNews, check }: WorkFacts): Step {
  if (isAsking) return waits('asked', 'Its agent waits for your answer.')
  if (waitsFor !== null) return waits('waiting', waitsFor)
  if (isUnderWay(install)) return waits('check', 'A package is installed for it.')
  if (install !== 'none') return { do: 'installed', at: 'check' }
  return hasNews ? { do: 'tell', at: 'agent' } : stepOfCheck(check)
}

function stepOfCheck(check: WorkFacts['check']): Step {
  switch (check) {
    case 'none':
    case 'cancelled':
    case 'interrupted':
      return { do: 'check', at: 'check' }
    case 'queued':
    case 'running':
      return waits('check', null)
    case 'by_hand':
      return waits('check', 'A person has to look at it: iris checks tick')
    case 'held':
      return { do: 'ask', at: 'check' }
    case 'passed':
      return { do: 'commit', at: 'check' }
    case 'failed':
      return { do: 'decide', at: 'check' }
    default:
      return check satisfies never
  }
}

function waits(at: WorkStep, why: string | null): Step {
  return { do: 'nothing', at, why }
}
