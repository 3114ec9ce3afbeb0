import { messageOf } from '../../platform/lib/index.ts'
import { askAbout, askFindings, hear } from './asking.ts'
import { catchUp, takeIn } from './catching-up.ts'
import { clear } from './clearing.ts'
import { begin, enlist, makeWorktree, revive, takeLease, tell } from './beginning.ts'
import type { WorkContext } from './context.ts'
import { endTry } from './finishing.ts'
import { giveWay } from './giving-way.ts'
import { installed } from './installing.ts'
import { check, commit, decide, giveUp, join } from './proving.ts'
import type { BuildRow, WorkRow } from './rows.ts'
import type { Deed } from './steps.ts'
import { look } from './straying.ts'

const pauses = [2000, 10_000, 60_000]

/** Does what is to be done next for a task. What fails is tried again with pauses, then a person is asked. */
export async function take(
  context: WorkContext,
  build: BuildRow,
  { row, deed }: { row: WorkRow; deed: Deed },
): Promise<void> {
  try {
    await deeds[deed](context, build, row)
    if (row.transient > 0 && deed === 'tell') context.rows.setTask(row, { transient: 0 })
  } catch (error) {
    if (context.signal.aborted) return
    const { key } = context.tasks.get(row.task)
    context.logger.warn('a step of a task failed', { build: build.id, task: key, step: deed, err: error })
    const pause = pauses[row.transient]
    if (pause === undefined) return askAbout(context, build, { row, about: 'stuck', words: messageOf(error) })
    context.rows.setTask(row, {
      transient: row.transient + 1,
      laterFrom: context.clock.now(),
      laterMs: pause,
      why: messageOf(error).slice(0, 500),
    })
  }
}

type Does = (context: WorkContext, build: BuildRow, row: WorkRow) => Promise<void> | void

const deeds: Readonly<Record<Deed, Does>> = {
  hear,
  enlist,
  take_lease: (context, _, row) => takeLease(context, row),
  make_worktree: makeWorktree,
  begin: (context, _, row) => begin(context, row),
  give_way: (context, _, row) => giveWay(context, row),
  catch_up: catchUp,
  take_in: takeIn,
  tell,
  revive,
  give_up: giveUp,
  interrupt: ({ sessions }, _, { session }) =>
    interrupted(session === null ? null : sessions.cancel(session)),
  look,
  check,
  cancel_check: async ({ checks }, _, { checking, installing }) => {
    for (const one of [installing, checking]) if (one !== null) await checks.cancel(one)
  },
  installed: (context, _, row) => installed(context, row),
  commit: (context, _, row) => commit(context, row),
  join,
  ask: askFindings,
  decide,
  clear,
  abandon: (context, _, row) => endTry(context, row, { how: 'stopped', to: 'pending' }),
}

async function interrupted(work: Promise<unknown> | null): Promise<void> {
  await work
}
