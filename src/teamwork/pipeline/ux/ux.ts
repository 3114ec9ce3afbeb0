import {
  IrisError,
  newId,
  type CallOutput,
  type CallParsed,
  type Event,
  type UxId,
  type UxTest,
} from '../../../contract/index.ts'
import { endGroup } from '../../../platform/process/index.ts'
import { readQuestions } from './asking.ts'
import { markOf, type UxContext, type UxDeps } from './context.ts'
import { createLooking } from './looking.ts'
import { readPicture } from './pictures.ts'
import { createUxRows, type UxRow } from './rows.ts'
import { end } from './running.ts'
import { toUxTest } from './views.ts'

/** Journeys of projects, gone through in a browser. */
export interface Ux {
  start(wanted: CallParsed<'startUxTest'>, by: string): UxTest
  list(filter: CallParsed<'listUxTests'>): CallOutput<'listUxTests'>
  get(id: UxId): UxTest
  picture(of: CallParsed<'readUxPicture'>): Promise<CallOutput<'readUxPicture'>>
  cancel(id: UxId, by: string): Promise<UxTest>
  /** Called in the transaction that ends a build: where the config wants it, its UX test is due from then on. */
  buildEnded(event: Event<'build.ended'>): void
  /** Settles when nothing is under way and nothing more can be done without somebody. */
  settled(): Promise<void>
  close(): Promise<void>
}

export function createUx(deps: UxDeps): Ux {
  const stopped = new AbortController()
  const rows = createUxRows(deps.sql)
  const context: UxContext = { ...deps, rows, triggers: readQuestions(), signal: stopped.signal }
  const looking = createLooking(context)
  const get = (id: UxId): UxTest => toUxTest(find(context, id))
  return {
    start(wanted, by) {
      const row = deps.log.write(() => inserted(context, { ...subjectOf(context, wanted), by }))
      void looking.consider()
      return toUxTest(row)
    },
    list({ team = null, build, limit }) {
      const id = build === undefined ? null : deps.work.get(build).build
      return { tests: rows.list({ team, build: id, limit }).map(toUxTest) }
    },
    get,
    async picture({ ux, picture }) {
      const bytes = await readPicture(context, find(context, ux), picture)
      return { type: 'image/png', base64: bytes.toString('base64') }
    },
    async cancel(id, by) {
      await cancel(context, find(context, id), by)
      return get(id)
    },
    buildEnded: ({ data }) => dueAfter(context, data),
    settled: () => looking.settled(),
    async close() {
      stopped.abort()
      await looking.ended()
    },
  }
}

function find({ rows }: UxContext, id: UxId): UxRow {
  const row = rows.get(id)
  if (!row) throw new IrisError('UX_UNKNOWN', `There is no UX test ${id}.`)
  return row
}

interface Subject extends Pick<UxRow, 'subject' | 'build' | 'team' | 'persona'> {
  wantsAsk?: number
}

function subjectOf(
  { work, config }: UxContext,
  { build, team, persona: named }: CallParsed<'startUxTest'>,
): Subject {
  const persona = named ?? null
  if (build !== undefined) {
    const { build: id, key, team: own, endedAt } = work.get(build)
    if (endedAt === null) throw new IrisError('UX_NOT_POSSIBLE', `${key} is still at work.`)
    return { subject: key, build: id, team: own, persona }
  }
  if (team === undefined) throw new IrisError('INPUT_INVALID', 'Name a build or a team.')
  if (!config().teams.has(team)) throw new IrisError('TEAM_UNKNOWN', `There is no team ${team}.`)
  return { subject: team, build: null, team, persona }
}

function inserted(
  { rows, clock }: UxContext,
  { by, wantsAsk = 0, ...subject }: Subject & { by: string },
): UxRow {
  const now = clock.now()
  const row: UxRow = {
    ...subject,
    ux: newId('uxr', now),
    wantsAsk,
    ask: null,
    outcome: null,
    words: null,
    score: null,
    found: JSON.stringify({ journeys: [], barriers: [] }),
    asked: '[]',
    leader: null,
    madeBy: by,
    createdAt: now,
    startedAt: null,
    endedAt: null,
    isPruned: 0,
  }
  rows.put(row)
  return row
}

function dueAfter(context: UxContext, { build, outcome }: Event<'build.ended'>['data']): void {
  const { persona } = context.config().pipeline.ux
  const { partOf, team, key } = context.work.get(build)
  if (persona === 'off' || partOf !== null || (outcome !== 'complete' && outcome !== 'partial')) return
  const own = persona === 'ask' || persona === 'declared' ? null : persona
  inserted(context, {
    subject: key,
    build,
    team,
    persona: own,
    wantsAsk: persona === 'ask' ? 1 : 0,
    by: 'iris',
  })
}

async function cancel(context: UxContext, row: UxRow, by: string): Promise<void> {
  const { log, inbox } = context
  if (row.outcome !== null)
    throw new IrisError('UX_NOT_POSSIBLE', `${row.ux} has ended already: it is ${row.outcome}.`)
  log.write(() => {
    end(context, row, { outcome: 'cancelled', words: `Cancelled by ${by}.` })
    if (row.ask !== null && inbox.view(row.ask).state === 'open')
      inbox.withdrawOne(row.ask, 'its UX test was cancelled')
  })
  if (row.startedAt !== null) await endGroup(markOf(row.ux), row.leader ?? undefined)
}
