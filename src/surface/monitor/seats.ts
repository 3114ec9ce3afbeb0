import { seatMoveCalls, type SeatMove } from '../views/index.ts'
import type { Row, RowSeat } from './row.ts'
import type { Effect, Notice, View } from './view.ts'

const keys: Readonly<Record<string, readonly SeatMove[]>> = {
  h: ['handOver'],
  p: ['pause', 'resume'],
  x: ['replace'],
}

/** What a key does to the seat of the chosen line; only a pause is not asked about. */
export function pressOnSeat(
  view: View,
  key: string,
  row: Row | undefined,
): { view: View; effect?: Effect } | undefined {
  const wanted = Object.hasOwn(keys, key) ? keys[key] : undefined
  if (!wanted) return undefined
  const seat = row?.seat
  const move = seat?.moves.find((one) => wanted.includes(one))
  if (!seat || !move) return { view: { ...view, notice: nothingToDo(seat) } }
  const effect: Effect = { do: 'seat', move, project: seat.project, seat: seat.seat, name: seat.name }
  const question = questions[move]?.(seat.name)
  if (question === undefined) return { view, effect }
  return { view: { ...view, mode: { at: 'confirming', question, effect } } }
}

const questions: Readonly<Partial<Record<SeatMove, (name: string) => string>>> = {
  handOver: (name) => `Have ${name} write a handoff and leave the seat to a successor?`,
  replace: (name) => `Replace ${name} without asking for a handoff? What runs is interrupted.`,
}

const nothingToDo = (seat: RowSeat | null | undefined): Notice => ({
  words: seat ? `That cannot be done with ${seat.name} now.` : 'No seat is chosen.',
  tone: 'quiet',
})

/** What came of it. */
export function seatNotice(move: SeatMove, name: string): Notice {
  return { words: `${seatMoveCalls[move].name}: ${name}.`, tone: 'good' }
}

/** A seat is told something in a room. */
export const toldInRoom = ({ name }: RowSeat): Notice => ({
  words: `${name} is told in a room:`,
  advice: `iris chat send '@${name}' "your words"`,
  tone: 'quiet',
})
