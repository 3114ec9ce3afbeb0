import { join } from 'node:path'
import {
  IrisError,
  newId,
  SpecContent,
  type AskId,
  type CallOutput,
  type CallParsed,
  type EventData,
  type IdeaId,
  type Spec,
  type SpecId,
  type WholeSpec,
} from '../../../contract/index.ts'
import type { Append } from '../../../core/store/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import { findSpec, keyOf, refused, teamOf, type SpecContext, type SpecDeps } from './context.ts'
import { approve, drop, labels, sendBack } from './deciding.ts'
import { editsOf, exportSpec, takeEdits } from './files.ts'
import { keep } from './keeping.ts'
import { laneOf } from './lane.ts'
import { buildAgain, linkBuild } from './linking.ts'
import { createLooking, type Looking } from './looking.ts'
import { createMigrationNumbers } from './numbering.ts'
import { createSpecRows, type RevisionRow, type SpecRow } from './rows.ts'
import { stepOf } from './steps.ts'
import { factsOf, titleOf, toSpec, toWhole } from './views.ts'

const maxSlug = 40

/** What will be built, before it is built. */
export interface Specs {
  create(wanted: CallParsed<'createSpec'>, by: string): Promise<Spec>
  list(filter: CallParsed<'listSpecs'>): CallOutput<'listSpecs'>
  get(name: string): WholeSpec
  approve(wanted: CallParsed<'approveSpec'>, by: string): Promise<Spec>
  revise(wanted: CallParsed<'reviseSpec'>, by: string): Promise<Spec>
  drop(name: string, by: string): Promise<Spec>
  build(name: string, by: string): Promise<Spec>
  export(name: string, by: string): Promise<CallOutput<'exportSpec'>>
  edits(wanted: CallParsed<'readSpecEdits'>, by: string): Promise<CallOutput<'readSpecEdits'>>
  /** All that it was, the oldest revision first, and what was asked about it. */
  history(name: string): { spec: Spec; revisions: RevisionRow[]; asked: AskId[] }
  /** The spec whose tasks stand in that file. */
  ofSource(source: string): SpecId | undefined
  /** The specs that were made from an idea, the newest first. */
  ofIdea(idea: IdeaId): SpecId[]
  /** A build was started; it may be that of a spec. */
  buildStarted(data: EventData<'build.started'>, append: Append): void
  close(): Promise<void>
}

export function createSpecs(deps: SpecDeps & { sql: Sql }): Specs {
  const stopped = new AbortController()
  const context: SpecContext = {
    ...deps,
    rows: createSpecRows(deps.sql),
    numbers: createMigrationNumbers(deps.sql),
    signal: stopped.signal,
  }
  const { rows } = context
  const looking = createLooking(context)
  looking.start()
  const following = deps.log.follow({
    name: 'specs',
    types: ['idea.completed'],
    handle: (event) => (event.type === 'idea.completed' ? onCompleted(event.data.idea) : undefined),
  })
  const shown = (id: SpecRow['id']): Spec => toSpec(context, findSpec(context, id))
  const after = async (id: SpecRow['id']): Promise<Spec> => {
    await looking.look(id)
    return shown(id)
  }

  return {
    async create(wanted, by) {
      const row = await makeSpec(context, wanted, by)
      // The model takes its time, and the caller need not wait for it.
      void looking.look(row.id)
      return shown(row.id)
    },
    list: ({ team = null, idea = null, state, limit }) => ({
      specs: rows.list({ team, idea, isOpen: state === 'open', limit }).map((row) => toSpec(context, row)),
    }),
    get: (name) => toWhole(context, findSpec(context, name)),
    ...decisionsOn(context, looking),
    export: (name, by) => exportSpec(context, findSpec(context, name), by),
    async edits({ spec: name, take }, by) {
      const { id } = findSpec(context, name)
      const row = take
        ? atYou(context, id, ['proposed', 'stuck', 'asked', 'approved'])
        : findSpec(context, id)
      const edits = take ? await takeEdits(context, row, by) : await editsOf(context, row)
      return { edits, taken: take && edits.length > 0, spec: await after(row.id) }
    },
    ...pastOf(context),
    buildStarted: (data, append) => linkBuild(context, data, append),
    async close() {
      stopped.abort()
      await Promise.all([following.close(), looking.close()])
    },
  }

  /** Only when the config names a team for it; as the seed has it, a person decides otherwise. */
  async function onCompleted(idea: IdeaId): Promise<void> {
    const team = deps.config().pipeline.autoSpec
    if (team === false || rows.ofIdea(idea)) return
    try {
      const row = await makeSpec(context, { team, idea, scope: 'mvp' }, 'iris')
      void looking.look(row.id)
    } catch (error) {
      deps.logger.warn('no spec was made for an idea', { idea, err: error })
    }
  }
}

function pastOf(context: SpecContext): Pick<Specs, 'history' | 'ofSource' | 'ofIdea'> {
  const { rows } = context
  return {
    history(name) {
      const row = findSpec(context, name)
      const numbers = Array.from({ length: row.revision }, (_, place) => place + 1)
      const revisions = numbers.flatMap((number) => rows.revision(row.id, number) ?? [])
      return { spec: toSpec(context, row), revisions, asked: row.asked.map(({ ask }) => ask) }
    },
    ofSource: (source) => rows.bySource(source)?.id,
    ofIdea: (idea) => rows.allOfIdea(idea),
  }
}

type Decisions = Pick<Specs, 'approve' | 'revise' | 'drop' | 'build'>

function decisionsOn(context: SpecContext, { look }: Pick<Looking, 'look'>): Decisions {
  const { inbox } = context
  const after = async (id: SpecRow['id']): Promise<Spec> => {
    await look(id)
    return toSpec(context, findSpec(context, id))
  }
  return {
    async approve({ spec: name, revision, build }, by) {
      const { id } = findSpec(context, name)
      await look(id)
      const row = atYou(context, id, ['proposed'])
      if (revision !== undefined && revision !== row.revision)
        throw refused(`${keyOf(row)} is at revision ${row.revision} now. Read that one first.`)
      if (row.ask !== null && inbox.view(row.ask).state === 'open')
        await inbox.answer(row.ask, {
          who: { kind: 'human', name: 'user' },
          input: { choose: build ? labels.build : labels.later },
        })
      else await approve(context, row, { by, build })
      const done = await after(id)
      if (done.approvedAt === null) throw refused(done.why ?? `${done.key} is not approved.`)
      return done
    },
    async revise({ spec: name, comments }, by) {
      const row = atYou(context, findSpec(context, name).id, ['proposed', 'stuck', 'asked'])
      sendBack(context, row, { comments, by })
      return after(row.id)
    },
    async drop(name, by) {
      const row = findSpec(context, name)
      if (row.approvedAt !== null) throw refused(`${keyOf(row)} is approved; its tasks can be cancelled.`)
      if (row.droppedAt === null) drop(context, row, by)
      return after(row.id)
    },
    async build(name, by) {
      const row = findSpec(context, name)
      buildAgain(context, row, by)
      return after(row.id)
    },
  }
}

/** The spec as it is, when it waits for a person. */
function atYou(context: SpecContext, id: SpecRow['id'], states: readonly string[]): SpecRow {
  const row = findSpec(context, id)
  const { at } = stepOf(factsOf(context, row))
  if (states.includes(at)) return row
  const { why } = toSpec(context, row)
  throw refused(why === null ? `${keyOf(row)} is ${at}.` : `${keyOf(row)}: ${why}`)
}

async function makeSpec(
  context: SpecContext,
  wanted: CallParsed<'createSpec'>,
  by: string,
): Promise<SpecRow> {
  const { team: name, scope, check } = wanted
  const { goal, idea, lane } = wantedOf(context, wanted)
  const { rows, log, tasks, clock } = context
  const team = teamOf(context, name)
  const project = await tasks.makeProject(name)
  const id = log.write((append) => {
    const number = rows.nextNumber(project)
    const folder = join('specs', `${String(number).padStart(3, '0')}-${slugOf(goal)}`)
    const made = {
      id: newId('spec', clock.now()),
      project,
      number,
      team: name,
      goal,
      idea,
      scope,
      lane,
      folder,
      source: join(team.path, folder, 'tasks.md'),
      command: check ?? null,
      madeBy: by,
      createdAt: clock.now(),
    }
    rows.insert(made)
    append({
      type: 'spec.requested',
      data: { spec: made.id, key: keyOf(made), team: name, project, idea, scope, lane, by },
    })
    return made.id
  })
  const row = findSpec(context, id)
  if (lane === 'direct') await keepDirect(context, row)
  return findSpec(context, id)
}

/** A goal as it was said, or the idea that it is to be made from, which needs a brief. */
function wantedOf(
  { ideas }: SpecContext,
  { goal: said, idea: named, scope, lane }: CallParsed<'createSpec'>,
): Pick<SpecRow, 'goal' | 'idea' | 'lane'> {
  if (named === undefined) {
    if (said === undefined) throw new IrisError('SPEC_INVALID', 'Say a goal, or name an idea.')
    return { goal: said, idea: null, lane: lane ?? laneOf(said, scope) }
  }
  const { idea, title, artifacts } = ideas.get(named)
  const brief = artifacts.find(({ type, isActive }) => type === 'brief' && isActive)
  if (!brief) throw new IrisError('SPEC_INVALID', `${title} has no brief yet.`)
  // What was talked about for a while is no small work.
  return { goal: said ?? title, idea, lane: lane ?? (scope === 'full' ? 'full' : 'quick') }
}

/** What is small is one task: the goal itself. */
async function keepDirect(context: SpecContext, row: SpecRow): Promise<void> {
  const title = titleOf(row.goal)
  const requirement = { id: 'FR-1', text: title }
  const check = row.command === null ? null : { command: row.command, expected: { exit: 0 } }
  const content = SpecContent.parse({
    title,
    summary: title,
    inScope: [],
    outOfScope: [],
    requirements: [requirement],
    dataModels: [],
    architecture: [],
    dependencies: [],
    risks: [],
    missing: [],
    complexity: 'low',
    tasks: [{ id: 'T001', title, text: row.goal === title ? '' : row.goal, requirements: ['FR-1'], check }],
  })
  const { errors } = await keep(context, row, { draft: { ...content, questions: [] }, by: row.madeBy })
  if (errors.length > 0) throw new IrisError('SPEC_INVALID', errors.map(({ message }) => message).join('\n'))
}

/** The first words of a goal, as the name of a folder. */
function slugOf(goal: string): string {
  const plain = goal
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlug)
    .replaceAll(/^-+|-+$/g, '')
  return plain === '' ? 'spec' : plain
}
