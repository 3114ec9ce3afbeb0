import type { Build, RoleAtWork, Stage } from '../../../contract/index.ts'
import { counted } from '../../../contract/plain.ts'
import type { Ideas } from '../ideation/ideas.ts'
import type { Reviews } from '../review/reviews.ts'
import type { Specs } from '../specification/specs.ts'
import type { Stages } from '../stage/stage.ts'
import type { CoordinatorContext } from './context.ts'
import type { Ux } from '../ux/ux.ts'
import type { Validations } from '../validation/validations.ts'
import { stateOfRole, type RoleFacts, type RoleWork } from './role-state.ts'
import { roles, type RoleKey } from './routes.ts'

/** What is asked about the roles. */
export interface RoleSources {
  coordinator: Pick<CoordinatorContext, 'rows' | 'work' | 'watch'> & { fault: () => string | undefined }
  stages: Pick<Stages, 'list'>
  ideas: Pick<Ideas, 'list'>
  specs: Pick<Specs, 'list'>
  reviews: Pick<Reviews, 'standing'>
  validations: Pick<Validations, 'list'>
  ux: Pick<Ux, 'list'>
}

const most = 50

/** What every role of the pipeline is at; all of it follows from what is stored. */
export function readRoles(sources: RoleSources): RoleAtWork[] {
  return roles.map(({ role }) => ({ role, ...stateOfRole((own[role] ?? ofStages(role))(sources)) }))
}

type Read = (sources: RoleSources) => RoleFacts

/** A role that is at work only while it asks a model. */
const ofStages =
  (role: string): Read =>
  ({ stages }) => {
    const found = stages.list({ role, limit: most })
    const last = found.find(({ endedAt }) => endedAt !== null)
    return {
      works: found.flatMap(workOf),
      last: last && {
        isGood: last.how === 'answered',
        words: last.why ?? `${last.subject} was answered`,
        at: last.endedAt ?? last.beganAt,
      },
    }
  }

function workOf({ subject, state, beganAt }: Stage): RoleWork[] {
  return state === 'LOADING' || state === 'ACTIVE' || state === 'WAITING'
    ? [{ subject, state, since: beganAt }]
    : []
}

/** Roles whose work is more than stages; one that is not here is read by its stages. */
const own: Readonly<Partial<Record<RoleKey, Read>>> = {
  ideation: withWaiting('ideation', ({ ideas }) =>
    ideas
      .list({ limit: most })
      .ideas.filter(({ state }) => state === 'WAITING')
      .map(({ title }) => title),
  ),
  specification: withWaiting('specification', ({ specs }) =>
    specs
      .list({ state: 'open', limit: most })
      .specs.filter(({ state }) => state === 'asked' || state === 'proposed' || state === 'stuck')
      .map(({ key }) => key),
  ),
  build: ({ coordinator: { work } }) =>
    ofBuilds(work.list({ state: 'open', limit: 20 }).builds, work.list({ state: 'all', limit: 20 }).builds),
  review: (sources) => {
    const asked = ofStages('review')(sources)
    const { due, last } = sources.reviews.standing()
    const works = due === 0 ? [] : [{ subject: counted(due, 'build'), state: 'ACTIVE' as const, since: null }]
    const made = last && { isGood: true, words: `${last.key} was reviewed`, at: last.madeAt }
    return { works: [...works, ...asked.works], last: newer(made, asked.last) }
  },
  validation({ validations }) {
    const found = validations.list({ limit: most }).validations
    const last = found.find(({ endedAt }) => endedAt !== null)
    return {
      works: found.flatMap(({ of, state, endedAt, createdAt }): RoleWork[] =>
        endedAt === null
          ? [{ subject: of, state: state === 'checking' ? 'ACTIVE' : 'WAITING', since: createdAt }]
          : [],
      ),
      last: last && {
        isGood: last.state !== 'interrupted',
        words: last.words ?? `${last.of} was validated`,
        at: last.endedAt ?? last.createdAt,
      },
    }
  },
  ux({ ux }) {
    const { tests } = ux.list({ limit: most })
    const last = tests.find(({ endedAt }) => endedAt !== null)
    return {
      works: tests.flatMap(({ of, state, endedAt, createdAt }): RoleWork[] =>
        endedAt === null
          ? [{ subject: of, state: state === 'running' ? 'ACTIVE' : 'WAITING', since: createdAt }]
          : [],
      ),
      last: last && {
        isGood: last.state !== 'interrupted' && last.state !== 'failed',
        words: last.words ?? `${last.of} was gone through`,
        at: last.endedAt ?? last.createdAt,
      },
    }
  },
  watch({ coordinator: { watch } }) {
    const { lookedAt, watched } = watch.watch.report()
    const words = `it looked at ${counted(watched, 'task')}`
    return {
      works: [],
      last: lookedAt === null ? undefined : { isGood: true, words, at: lookedAt },
      fault: watch.watch.fault(),
    }
  },
  coordinator: ({ coordinator: { rows, fault } }) => ({
    works: rows.open().map(({ about, isDue, decidedAt }) => ({
      subject: about,
      state: isDue === 1 ? 'ACTIVE' : 'WAITING',
      since: decidedAt,
    })),
    last: lastOf(rows.list({ state: 'all', limit: most })),
    fault: fault(),
  }),
}

/** A role that asks a model, and between that waits for people. */
function withWaiting(role: string, waiting: (sources: RoleSources) => string[]): Read {
  return (sources) => {
    const facts = ofStages(role)(sources)
    const waits = waiting(sources).map((subject): RoleWork => ({ subject, state: 'WAITING', since: null }))
    return { ...facts, works: [...facts.works, ...waits] }
  }
}

function newer(one: RoleFacts['last'], other: RoleFacts['last']): RoleFacts['last'] {
  if (!one || !other) return one ?? other
  return one.at >= other.at ? one : other
}

function lastOf(
  concerns: readonly { about: string; why: string; endedAt: number | null }[],
): RoleFacts['last'] {
  const ended = concerns.flatMap(({ about, endedAt }) => (endedAt === null ? [] : [{ about, at: endedAt }]))
  const [last] = ended.toSorted((a, b) => b.at - a.at)
  return last && { isGood: true, words: `${last.about} is settled`, at: last.at }
}

function ofBuilds(open: readonly Build[], newest: readonly Build[]): RoleFacts {
  const last = newest.find(({ endedAt }) => endedAt !== null)
  return {
    works: open.map((build) => ({ subject: build.key, state: stateOfBuild(build), since: build.startedAt })),
    last: last && {
      isGood: last.state !== 'failed',
      words: `${last.key} is ${last.state}`,
      at: last.endedAt ?? last.startedAt,
    },
  }
}

const moves = new Set(['agent', 'check', 'worktree'])

function stateOfBuild({ state, tasks }: Build): RoleWork['state'] {
  if (state === 'priming') return 'LOADING'
  if (state === 'ending') return 'ACTIVE'
  return state === 'working' && tasks.some(({ step }) => moves.has(step)) ? 'ACTIVE' : 'WAITING'
}
