import type { Cancel } from '../../../platform/clock/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import { carryOut } from './acting.ts'
import { onAnswer } from './asking.ts'
import { waysOn } from './builds.ts'
import { decideConflict } from './conflicts.ts'
import type { CoordinatorContext } from './context.ts'
import { decide, end } from './deciding.ts'
import type { ConcernRow } from './rows.ts'

const maxNapMs = 60 * 60_000
const afterFaultMs = 30_000

/** Looks at what is due: decides it, and does what was decided. One look at a time; all of it follows from the tables. */
export interface Looking {
  /** Looks as soon as what is being written is committed. */
  wake(): void
  /** Resolves when nothing is due. */
  settled(): Promise<void>
  fault(): string | undefined
  close(): Promise<void>
}

export function createLooking(contextOf: () => CoordinatorContext): Looking {
  let looking: Promise<void> = Promise.resolve()
  let isWoken = false
  let fault: string | undefined
  let cancel: Cancel = () => undefined

  function wake(): void {
    if (isWoken || contextOf().signal.aborted) return
    isWoken = true
    looking = looking.then(() => new Promise(setImmediate)).then(look)
  }

  async function look(): Promise<void> {
    isWoken = false
    const context = contextOf()
    if (context.signal.aborted) return
    cancel()
    try {
      await lookAround(context)
      fault = undefined
      arm(context, napMs(context))
    } catch (error) {
      if (context.signal.aborted) return
      fault = messageOf(error)
      context.logger.error('the coordinator cannot decide', { err: error })
      arm(context, afterFaultMs)
    }
  }

  /** Something may have woken it meanwhile: then it looks at once. */
  function arm({ clock, signal }: CoordinatorContext, delay: number | undefined): void {
    if (!signal.aborted && delay !== undefined) cancel = clock.after(delay, wake)
  }

  return {
    wake,
    async settled() {
      for (let now: Promise<void> | undefined; now !== looking;) await (now = looking)
    },
    fault: () => fault,
    async close() {
      cancel()
      await looking
      cancel()
    },
  }
}

/** Until the next concern is to be looked at without cause; undefined when none is. */
function napMs({ rows, moments, clock }: CoordinatorContext): number | undefined {
  const due = rows
    .open()
    .flatMap((row) => (row.againMs === null ? [] : [moments.of(row.decidedAt) + row.againMs]))
  return due.length === 0 ? undefined : Math.min(Math.max(0, Math.min(...due) - clock.steady()), maxNapMs)
}

async function lookAround(context: CoordinatorContext): Promise<void> {
  const due = context.rows.open().filter((row) => isDue(context, row))
  // What was started again may be up by now.
  if (due.some(({ kind, restarts }) => kind === 'component' && restarts > 0)) context.watch.watch.look()
  for (const { subject } of due) {
    const row = context.rows.get(subject)
    if (row && row.endedAt === null) await consider(context, row)
    if (context.signal.aborted) return
  }
  for (const row of context.rows.due()) {
    await carryOut(context, row)
    if (context.signal.aborted) return
  }
}

function isDue({ moments, clock }: CoordinatorContext, { againMs, decidedAt }: ConcernRow): boolean {
  return againMs !== null && moments.of(decidedAt) + againMs <= clock.steady()
}

async function consider(context: CoordinatorContext, row: ConcernRow): Promise<void> {
  const { log, rows } = context
  if (row.kind === 'conflict') return log.write((append) => decideConflict(context, row, append))
  const isNewBuild = row.kind === 'build_failed' && row.times === 0
  const known = isNewBuild ? { ...row, wants: await waysOn(context, row) } : row
  log.write((append) => {
    const heard = hear(context, known)
    if (heard.endedAt !== null) return
    if (isNewBuild && heard.wants.length === 0) return end(context, heard, 'nothing is left of it')
    rows.put(heard)
    if (heard.isDue === 0) decide(context, heard, append)
  })
}

/** Does what was answered since it was looked at last. */
function hear(context: CoordinatorContext, row: ConcernRow): ConcernRow {
  const isAsked = row.kind === 'decision' || row.answer === 'open'
  if (!isAsked || row.ask === null) return row
  const { state, answer } = context.inbox.view(row.ask)
  if (state === 'open') return row
  if (row.kind === 'decision') return over(context, row)
  const heard = onAnswer(context, row, answer)
  if (row.kind !== 'build_failed') return heard
  return heard.wants.length === 0 ? over(context, heard) : { ...heard, isDue: 1, againMs: null }
}

function over(context: CoordinatorContext, row: ConcernRow): ConcernRow {
  end(context, row, 'it was answered')
  return { ...row, endedAt: context.clock.now() }
}
