import { counted, duration, money, type Org, type Seat, type Shift } from '../../contract/plain.ts'
import type { Tone } from './runs.ts'

const words: Readonly<Record<Seat['state'], string>> = {
  idle: 'idle',
  working: 'at work',
  handing_over: 'handing over',
  pausing: 'pausing',
  paused: 'paused',
  resting: 'resting',
  closed: 'gone',
}

const tones: Readonly<Partial<Record<Seat['state'], Tone>>> = { working: 'work', handing_over: 'work' }

/** Where a seat is, in words and in colour. */
export function stateOfSeat({ state }: Pick<Seat, 'state'>): { words: string; tone: Tone } {
  return { words: words[state], tone: tones[state] ?? 'quiet' }
}

/** What a seat is, for people. */
export function seatWords({ kind, key, task, lead }: Pick<Seat, 'kind' | 'key' | 'task' | 'lead'>): string {
  if (kind === 'em') return 'engineering manager'
  const place = task ? `${task.key} “${task.title}”` : key
  return lead === null ? place : `worker on ${place}, for ${lead}`
}

/** The seats that somebody has, that of the engineering manager first, and workers after their manager. */
export function openSeats({ seats }: Pick<Org, 'seats'>): Seat[] {
  const open = seats.filter(({ closedAt }) => closedAt === null)
  const leads = open
    .filter(({ kind }) => kind !== 'worker')
    .toSorted((a, b) => Number(b.kind === 'em') - Number(a.kind === 'em'))
  const keys = new Set(leads.map(({ key }) => key))
  // A manager that has left may leave a worker for a moment.
  const left = open.filter(({ lead }) => lead !== null && !keys.has(lead))
  return [...leads.flatMap((lead) => [lead, ...open.filter((one) => one.lead === lead.key)]), ...left]
}

/** What an organisation is at, in a sentence. */
export function orgWords(org: Org): string {
  if (org.state === 'stopped') return 'It rests: nobody is woken, and nothing is lost.'
  const open = openSeats(org)
  const working = open.filter(({ state }) => state === 'working' || state === 'pausing').length
  const waiting = org.dispatches.filter(({ state }) => state === 'waiting').length
  const parts = [
    `${counted(open.length, 'seat')} on shift`,
    working === 0 ? 'nobody is at work' : `${working} at work`,
    ...(waiting === 0 ? [] : [`${counted(waiting, 'task')} waiting to be given out`]),
  ]
  return `${parts.join(', ')}.`
}

/** What was spent of the budgets of a project, and of those of its seats; empty without any. */
export function budgetWords({ budgets }: Pick<Org, 'budgets'>): string {
  const spans = { agent: 'today', day: 'today', project: 'in all' } as const
  return budgets
    .map(({ of, seat, spentUsd, limitUsd }) =>
      [seat, money(spentUsd), 'of', money(limitUsd), spans[of]].filter(Boolean).join(' '),
    )
    .join(', ')
}

/** What the idle check asked and cost; empty when there is none. */
export function idleCheckWords({ idleCheck }: Pick<Org, 'idleCheck'>): string {
  if (!idleCheck) return ''
  const { model, asked, costUsd } = idleCheck
  return `${model ?? 'off'}, ${counted(asked, 'question')}, ${money(costUsd)}`
}

/** When Iris looks next for what a seat has not read. */
export function nextLookWords({ nextLookAt, kind, state }: Seat, now: number): string {
  if (kind !== 'em') return 'by its task'
  if (nextLookAt === null || state === 'working') return '–'
  // Wall time: only shown.
  return `in ${duration(Math.max(1000, nextLookAt - now))}`
}

const ends: Readonly<Record<NonNullable<Shift['how']>, string>> = {
  handed_over: 'handed over',
  written_for: 'left; Iris wrote the handoff',
  replaced: 'was replaced',
  crashed: 'ended in the middle, three times',
  done: 'done',
}

/** How a shift ended; what it is while it goes on. */
export function shiftWords({ how }: Shift): string {
  return how === null ? 'on shift' : ends[how]
}

/** Every shift of an organisation with its seat, the newest first. */
export function shiftsOf({ seats }: Pick<Org, 'seats'>): { seat: Seat; shift: Shift }[] {
  return seats
    .flatMap((seat) => seat.shifts.map((shift) => ({ seat, shift })))
    .toSorted((a, b) => b.shift.startedAt - a.shift.startedAt)
}

/** What can be done with a seat where it is. */
export function seatMoves({ state }: Pick<Seat, 'state'>): readonly SeatMove[] {
  if (state === 'closed' || state === 'resting') return []
  if (state === 'handing_over') return ['replace']
  const isPaused = state === 'paused' || state === 'pausing'
  return isPaused ? ['resume', 'replace'] : ['pause', 'handOver', 'replace']
}

/** Something that people do with a seat. */
export type SeatMove = 'pause' | 'resume' | 'handOver' | 'replace'

/** The call and the words of each move. */
export const seatMoveCalls = {
  pause: { call: 'pauseSeat', name: 'Pause' },
  resume: { call: 'resumeSeat', name: 'Go on' },
  handOver: { call: 'handOverSeat', name: 'Hand over now' },
  replace: { call: 'replaceSeat', name: 'Replace' },
} as const satisfies Record<SeatMove, { call: string; name: string }>
