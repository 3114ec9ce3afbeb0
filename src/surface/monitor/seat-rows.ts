import type { Org, Seat } from '../../contract/plain.ts'
import {
  counted,
  money,
  nextLookWords,
  openSeats,
  seatMoves,
  seatWords,
  stateOfSeat,
  type Lane,
} from '../views/index.ts'
import type { Facts } from './facts.ts'
import { nothingElse, type Row } from './row.ts'
import { clean } from './words.ts'

/** A line for each seat that somebody has. */
export function rowsOfOrg(org: Org, { asks, now }: Facts & { now: number }): Row[] {
  return openSeats(org).map((seat) => {
    const { session, name, contextPercent } = seat
    const isAsking = asks.some((ask) => ask.session === session)
    return {
      ...nothingElse,
      key: session,
      lane: laneOf(seat, isAsking),
      team: org.team,
      name: `└ ${clean(name)}`,
      session,
      seat: { project: org.project, seat: seat.seat, name, moves: seatMoves(seat) },
      doing: clean(wordsOf(seat, org, now)),
      isAtWork: seat.state === 'working' && !isAsking,
      contextPercent,
    }
  })
}

function laneOf({ state }: Seat, isAsking: boolean): Lane {
  if (isAsking) return 'needs_you'
  if (state === 'paused') return 'waiting'
  return state === 'idle' || state === 'resting' ? 'idle' : 'working'
}

function wordsOf(seat: Seat, { project }: Org, now: number): string {
  const { kind, shifts, costUsd, rooms, nextLookAt } = seat
  const place = kind === 'em' ? `${seatWords(seat)} of ${project}` : seatWords(seat)
  const look = nextLookAt === null ? [] : [`next look ${nextLookWords(seat, now)}`]
  const parts = [place, stateOfSeat(seat).words, ...look, counted(shifts.length, 'shift'), money(costUsd)]
  return [...parts, rooms.join(' ')].join(', ')
}
