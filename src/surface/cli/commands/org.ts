import { counted, duration, exitCodes, money, type Org, type Seat } from '../../../contract/plain.ts'
import {
  budgetWords,
  idleCheckWords,
  nextLookWords,
  openSeats,
  seatMoveCalls,
  seatWords,
  shiftsOf,
  shiftWords,
  stateOfSeat,
  type SeatMove,
} from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { harmlessInLine } from '../output.ts'
import { table } from '../table.ts'
import { age } from '../words.ts'

/** One organisation, or all. */
export async function showOrgs(context: CommandContext, project: string | undefined): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const orgs =
    project === undefined
      ? (await client.call('listOrgs', {})).orgs
      : [await client.call('getOrg', { project })]
  output.result({ orgs }, () => {
    if (orgs.length === 0) output.line('No organisation yet. Start one: iris org start <team>')
    for (const org of orgs) show(context, org)
  })
  return exitCodes.ok
}

/** Starts one, or lets it go on. */
export async function startOrg(context: CommandContext, team: string): Promise<number> {
  return shown(context, await (await connectOrStart(context)).call('startOrg', { team }))
}

/** Sends everybody home. */
export async function stopOrg(context: CommandContext, project: string): Promise<number> {
  return shown(context, await (await connectOrStart(context)).call('stopOrg', { project }))
}

/** Pauses a seat, lets it go on, has it handed over or replaced. */
export async function changeSeat(
  context: CommandContext,
  move: SeatMove,
  seat: { project: string; seat: string },
): Promise<number> {
  return shown(context, await (await connectOrStart(context)).call(seatMoveCalls[move].call, seat))
}

/** Who was on shift. */
export async function showShifts(context: CommandContext, project: string): Promise<number> {
  const { output } = context
  const org = await (await connectOrStart(context)).call('getOrg', { project })
  const shifts = shiftsOf(org)
  const rows = shifts.map(({ seat, shift }) => [
    shift.name,
    harmlessInLine(seatWords(seat)),
    shiftWords(shift),
    // Wall time: only shown.
    duration((shift.endedAt ?? Date.now()) - shift.startedAt),
    shift.page ?? '–',
  ])
  output.result({ shifts: shifts.map(({ seat, shift }) => ({ ...shift, seat: seat.key })) }, () => {
    for (const line of table({ heading: ['Name', 'Seat', 'State', 'For', 'Handoff'], rows }, output))
      output.line(line)
  })
  return exitCodes.ok
}

function shown(context: CommandContext, org: Org): number {
  context.output.result(org, () => show(context, org))
  return exitCodes.ok
}

function show({ output }: CommandContext, org: Org): void {
  const waiting = org.dispatches.filter(({ state }) => state === 'waiting')
  const words = org.state === 'running' ? `runs since ${age(org.startedAt)}` : 'is stopped'
  output.line(output.paint('bold', `${org.project} ${words}, ${money(org.costUsd)}`))
  if (org.heldFor !== null) output.line(org.heldFor)
  const budget = budgetWords(org)
  if (budget !== '') output.line(`Budget: ${budget}`)
  const idleCheck = idleCheckWords(org)
  if (idleCheck !== '') output.line(`Idle check: ${idleCheck}`)
  const heading = ['Seat', 'Name', 'State', 'Context', 'Shift', 'Next look', 'Cost', 'Rooms']
  for (const line of table({ heading, rows: openSeats(org).map(rowOf) }, output)) output.line(line)
  if (waiting.length === 0) return
  output.line(`${counted(waiting.length, 'task')} waiting to be given out:`)
  for (const { task, why } of waiting.slice(0, 10))
    output.line(`  ${task ?? 'a new task'}: ${harmlessInLine(why ?? 'it is about to be given out')}`)
}

function rowOf(seat: Seat): string[] {
  const { key, name, contextPercent, shifts, costUsd, rooms } = seat
  const context = contextPercent === null ? '–' : `${Math.round(contextPercent)}%`
  const { words } = stateOfSeat(seat)
  // Wall time: only shown.
  const look = nextLookWords(seat, Date.now())
  return [key, name, words, context, String(shifts.length), look, money(costUsd), rooms.join(' ')]
}
