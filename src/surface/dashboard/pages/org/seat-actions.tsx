import { useState, type JSX } from 'react'
import type { Seat } from '../../../../contract/plain.ts'
import { seatMoveCalls, seatMoves, type SeatMove } from '../../../views/index.ts'
import { useMayChange } from '../../data/may-change.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Fault } from '../../parts/fault.tsx'
import { useOrgCall } from './use-org-call.ts'

/** Pauses a seat, has it handed over, or gives it to somebody else; only that asks. */
export function SeatActions({ seat, project }: { seat: Seat; project: string }): JSX.Element {
  const [isReplacing, setReplacing] = useState(false)
  const mayChange = useMayChange()
  const call = useOrgCall()
  const replace = useOrgCall(() => setReplacing(false))
  const named = { project, seat: seat.seat }
  const act = (move: SeatMove): void =>
    move === 'replace' ? setReplacing(true) : call.mutate([seatMoveCalls[move].call, named])
  return (
    <div className="col-span-full mt-1 flex flex-wrap gap-2 pl-9">
      {seatMoves(seat).map((move) => (
        <button
          key={move}
          type="button"
          className={`button ${move === 'replace' ? 'button-danger' : ''}`}
          aria-label={`${seatMoveCalls[move].name}: ${seat.name}`}
          disabled={!mayChange || call.isPending}
          onClick={() => act(move)}
        >
          {seatMoveCalls[move].name}
        </button>
      ))}
      {call.error && <Fault error={call.error} className="basis-full" />}
      {isReplacing && (
        <Confirm
          question={`Replace ${seat.name}?`}
          yes="Replace"
          isPending={replace.isPending}
          error={replace.error}
          onYes={() => replace.mutate(['replaceSeat', named])}
          onClose={() => setReplacing(false)}
        >
          {seat.name} is not asked for a handoff: what runs is interrupted, and somebody with a new name and
          an empty conversation starts from what Iris knows. To have a handoff written, hand over instead.
        </Confirm>
      )}
    </div>
  )
}
