import { fence, fencingPrompt, inQuotes, type SessionId } from '../../contract/index.ts'
import { tellRoomOf, wakeGiver } from './announcing.ts'
import type { OrgContext } from './context.ts'
import type { DispatchRow } from './rows.ts'

/** What a manager gave out and waits for, in words; null when nothing. */
export function partsAwaited({ rows, tasks }: OrgContext, session: SessionId): string | null {
  const seat = rows.seats.ofSession(session)
  if (seat?.kind !== 'manager') return null
  const given = rows.dispatches.open(seat.project).filter(({ lead }) => lead === seat.id)
  if (given.length === 0) return null
  const keys = given.map(({ task }) => (task === null ? 'a new one' : tasks.get(task).key))
  return `It waits for its workers: ${keys.join(', ')}.`
}

/** Brings parts whose check passed into the checkouts of their managers. Safe to do again after a crash. */
export async function bringInParts(context: OrgContext, project: string): Promise<void> {
  for (const row of context.rows.dispatches.open(project)) {
    if (context.signal.aborted) return
    if (row.state === 'proved') await bringInOne(context, row)
  }
}

async function bringInOne(context: OrgContext, row: DispatchRow): Promise<void> {
  const { rows, sessions } = context
  const lead = row.lead === null ? undefined : rows.seats.get(row.lead)
  if (lead?.closedAt !== null)
    return rows.dispatches.set(row, { state: 'ended', why: 'Its manager has left.' })
  const release = sessions.hold(lead.session)
  try {
    // Files do not change under the hands of whoever is at work; the end of its turn comes here again.
    if (!sessions.isBusy(lead.session)) await bringIn(context, row)
  } finally {
    release()
  }
}

async function bringIn(context: OrgContext, row: DispatchRow): Promise<void> {
  const { rows, tasks, work, log } = context
  const { key, title } = tasks.get(row.task ?? '')
  const brought = await work.bringIn(row.build ?? '')
  const what = `${key} ${inQuotes(title)}`
  log.write(() => {
    if (rows.dispatches.get(row.message)?.state !== 'proved') return
    rows.dispatches.set(row, { state: 'ended', why: 'complete' })
    if (brought.is === 'taken') {
      tellRoomOf(context, row, `${what} is in the checkout of its manager now.`)
      wakeGiver(
        context,
        row,
        `${what} is complete: its check passed, and Iris merged it into your checkout. ${goOn}`,
      )
    } else {
      tellRoomOf(context, row, `${what} does not fit into the checkout of its manager, who merges it.`)
      wakeGiver(context, row, conflictWords(what, brought))
    }
  })
}

const goOn =
  'Look at it, then go on with your own task. While other parts are out, end your turn: you are told when they are done. When nothing is left, say in one or two sentences what was done; Iris runs the check then.'

function conflictWords(
  what: string,
  { words, commands }: { words: string; commands: readonly string[] },
): string {
  const [merge = '', ...end] = commands
  return [
    `${what} is complete: its check passed. Iris could not merge it into your checkout:`,
    fencingPrompt,
    fence(words, { most: 4000 }),
    `Put that right, then run: ${merge}\nResolve what conflicts so that both pieces of work are kept. Then run one after the other: ${end.join('; ')}. Nobody is asked about these commands as they stand here.`,
  ].join('\n\n')
}
