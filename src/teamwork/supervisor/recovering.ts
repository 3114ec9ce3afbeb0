import type { Event, Task } from '../../contract/index.ts'
import { emKey, type OrgContext } from './context.ts'
import type { SeatRow, ShiftRow } from './rows.ts'
import { fitsStatus, isNamed, readSprint } from './sprint-page.ts'

const maxDeaths = 2
const maxTold = 50

/** How the page Sprint and the tasks compare, in the words that an EM is told. */
export async function sprintWords(context: OrgContext, project: string): Promise<string> {
  const { wiki, logger } = context
  try {
    const text = (await (await wiki.of(project)).read('Sprint'))?.text
    const differences = differencesOf(context, project, text ?? '')
    if (text === undefined)
      return `There is no page Sprint: write it anew from the tasks.${listed(differences)}`
    if (differences.length === 0)
      return 'Iris compared it with the tasks: they agree, as far as the page lists them.'
    return `Iris compared it with the tasks. They differ; the tasks are right:${listed(differences)}`
  } catch (error) {
    logger.warn('the page Sprint could not be compared', { project, err: error })
    return 'Iris could not read it just now: compare it with task_list yourself.'
  }
}

const listed = (differences: readonly string[]): string => differences.map((one) => `\n- ${one}`).join('')

function differencesOf(context: OrgContext, project: string, text: string): string[] {
  const { rows, tasks } = context
  const wrong = [...readSprint(text, project)].flatMap(([key, said]) => differenceOf(context, key, said))
  const given = rows.dispatches
    .open(project)
    .flatMap(({ task, lead }) => (task === null || lead !== null ? [] : tasks.get(task).key))
  const missing = given
    .filter((key) => !isNamed(text, key))
    .map((key) => `${key} is given out and not on the page.`)
  return [...wrong, ...missing].slice(0, maxTold)
}

function differenceOf(context: OrgContext, key: string, said: string): string[] {
  const task = taskNamed(context, key)
  if (!task) return [`${key} is on the page, and there is no such task.`]
  const { status, title } = task
  return fitsStatus(said, status, title)
    ? []
    : [`${key} is ${status.replaceAll('_', ' ')}; the page does not say so.`]
}

function taskNamed({ tasks }: OrgContext, key: string): Task | undefined {
  try {
    return tasks.get(key)
  } catch {
    return undefined
  }
}

/** The conversation of an EM is begun anew, though nobody hands over: it knows nothing any more. */
export function onRebooted(context: OrgContext, { session, data }: Event<'session.rebooted'>): void {
  const { rows, clock, gauges } = context
  const seat = session && data.by !== 'org' ? rows.seats.ofSession(session) : undefined
  const shift = seat?.key === emKey ? rows.shifts.now(seat.id) : undefined
  if (!shift || !session) return
  gauges.delete(session)
  rows.shifts.setForgot(shift.id, clock.now())
}

/** An EM that lost its conversation, or whose process died in its turn, is told so, and where the record and the tasks differ. */
export async function recoverEm(context: OrgContext, project: string): Promise<void> {
  const seat = context.rows.seats.byKey(project, emKey)
  const shift = seat && context.rows.shifts.now(seat.id)
  if (!seat || !shift) return
  if (shift.forgotAt !== null) await tellForgetful(context, seat, shift)
  else await tellRisen(context, seat)
}

async function tellForgetful(context: OrgContext, seat: SeatRow, shift: ShiftRow): Promise<void> {
  const { rows, sessions, log } = context
  const sprint = await sprintWords(context, seat.project)
  log.write(() => {
    // Whoever took over meanwhile has been told.
    if (rows.shifts.now(seat.id)?.id !== shift.id) return
    rows.shifts.setForgot(shift.id, null)
    const message = recoveryPrompt(
      'Your conversation is begun anew: what you knew of before is gone.',
      sprint,
    )
    sessions.put({ session: seat.session, message, author: 'iris', fromSession: null, isFirst: true })
  })
}

/** Not for ever. */
async function tellRisen(context: OrgContext, seat: SeatRow): Promise<void> {
  const { sessions, log } = context
  const died = sessions.lastTurn(seat.session)
  if (died?.how !== 'agent_died' || deathsIn(context, seat.session) > maxDeaths) return
  const sprint = await sprintWords(context, seat.project)
  log.write(() => {
    // Somebody may have told it something meanwhile: then it goes on with that.
    if (sessions.lastTurn(seat.session)?.id !== died.id) return
    const message = recoveryPrompt('Your process died in the middle of a turn.', sprint)
    sessions.put({ session: seat.session, message, author: 'iris', fromSession: null })
  })
}

function deathsIn({ sessions }: OrgContext, session: SeatRow['session']): number {
  const ends = sessions.marks(session, 10).map(({ how }) => how)
  return ends.length - 1 - ends.findLastIndex((how) => how !== 'agent_died')
}

function recoveryPrompt(what: string, sprint: string): string {
  return [
    `${what} Rebuild where you were from the wiki, not from chat: read the page Sprint first.`,
    sprint,
    'Then go on with what was left.',
  ].join('\n\n')
}
