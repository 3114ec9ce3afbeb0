import {
  counted,
  type Build,
  type Idea,
  type Org,
  type Run,
  type Size,
  type Spec,
} from '../../contract/plain.ts'
import { buildCounts, stateOfBuild } from './builds.ts'
import { phaseWords, stateOfIdea } from './ideas.ts'
import { openSeats } from './orgs.ts'
import { isOpen, stateOfRun, type Tone } from './runs.ts'
import { isOpenSpec, stateOfSpec } from './specs.ts'
import { spanTook, type Took } from './words.ts'

/** One thing that goes on, whatever its size, in a line. */
export interface GoingOn {
  size: Exclude<Size, 'tell'>
  /** Unique among all. */
  key: string
  title: string
  /** Whose it is, and how large. */
  about: string
  state: { words: string; tone: Tone }
  cost: { costUsd: number; rehearsed: boolean } | null
  took: Took
  place: Place
}

/** Where it is seen whole. */
type Place = { page: 'run'; of: string } | { page: 'spec' | 'build' | 'idea'; of: string } | { page: 'org' }

/** What is known of all sizes. A tell is its team's own line. */
export interface AllSizes {
  runs: readonly Run[]
  specs: readonly Spec[]
  builds: readonly Build[]
  ideas: readonly Idea[]
  orgs: readonly Org[]
}

/** An idea that nobody spoke of for so long rests. */
const freshMs = 24 * 60 * 60_000

/** All that goes on, the sizes from small to large. */
export function underWay({ runs, specs, builds, ideas, orgs }: AllSizes, now: number): GoingOn[] {
  return [
    ...runs.filter(isOpen).map((run) => ofRun(run, now)),
    ...specs.filter(isOpenSpec).map((spec) => ofSpec(spec, now)),
    ...builds.filter(({ endedAt }) => endedAt === null).map((build) => ofBuild(build, now)),
    ...ideas.filter((idea) => isFresh(idea, now)).map((idea) => ofIdea(idea, now)),
    ...orgs.filter(({ state }) => state === 'running').map((org) => ofOrg(org, now)),
  ]
}

/** One that is talked about, or that waits for somebody. A complete one goes on as its spec. */
function isFresh({ phase, state, changedAt }: Idea, now: number): boolean {
  if (phase === 'COMPLETE' && state !== 'ERROR') return false
  return state !== 'COMPLETE' || now - changedAt < freshMs
}

const since = (startedAt: number, now: number): Took => ({
  workedMs: Math.max(0, now - startedAt),
  waitedMs: 0,
})

function ofRun(run: Run, now: number): GoingOn {
  return {
    size: 'run',
    key: run.run,
    title: run.goal,
    about: `${run.team}, ${counted(run.teammates.length, 'teammate')}`,
    state: stateOfRun(run),
    cost: run,
    took: spanTook(run, now),
    place: { page: 'run', of: run.run },
  }
}

function ofSpec(spec: Spec, now: number): GoingOn {
  return {
    size: 'build',
    key: spec.key,
    title: spec.title,
    about: `${spec.team}, spec ${spec.key}`,
    state: stateOfSpec(spec),
    cost: null,
    took: since(spec.createdAt, now),
    place: { page: 'spec', of: spec.key },
  }
}

function ofBuild(build: Build, now: number): GoingOn {
  const { done, all } = buildCounts(build)
  return {
    size: 'build',
    key: build.key,
    title: build.key,
    about: `${build.team}, ${done} of ${counted(all, 'task')} done`,
    state: stateOfBuild(build),
    cost: { costUsd: build.costUsd, rehearsed: false },
    took: since(build.startedAt, now),
    place: { page: 'build', of: build.key },
  }
}

function ofIdea(idea: Idea, now: number): GoingOn {
  return {
    size: 'idea',
    key: idea.idea,
    title: idea.title,
    about: phaseWords[idea.phase].toLowerCase(),
    state: stateOfIdea(idea),
    cost: idea,
    took: since(idea.createdAt, now),
    place: { page: 'idea', of: idea.idea },
  }
}

function ofOrg(org: Org, now: number): GoingOn {
  const open = openSeats(org)
  const isWorking = open.some(({ state }) => state === 'working')
  return {
    size: 'org',
    key: org.project,
    title: org.project,
    about: `${org.team}, ${counted(open.length, 'seat')} on shift`,
    state: isWorking ? { words: 'at work', tone: 'work' } : { words: 'resting', tone: 'quiet' },
    cost: { costUsd: org.costUsd, rehearsed: false },
    took: since(org.startedAt, now),
    place: { page: 'org' },
  }
}
