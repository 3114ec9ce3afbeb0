import { useMutation } from '@tanstack/react-query'
import { useRef, type RefObject } from 'react'
import { IrisError, type Session, type TurnId } from '../../../contract/plain.ts'
import { oneLine } from '../../views/index.ts'
import { useWorld } from '../data/context.ts'

/** A turn that waits, as far as dropping it needs to know. */
interface Waiting extends Pick<Session, 'from' | 'to'> {
  turn: TurnId
  preview: string
  /** The turn that met a limit and that this one takes up again: that one did reach the agent. */
  retryOf?: TurnId | null
}

/** Drops turns that wait, and says what came of it. */
export interface Dropping {
  /** Asks once, then drops; one that has begun meanwhile is left alone. */
  drop: (waiting: Waiting) => void
  isPending: boolean
  /** What was dropped last. */
  said: string | null
  fault: string | null
  /** Where it is said: the focus goes there, because the button goes with its turn. */
  place: RefObject<HTMLParagraphElement | null>
}

export function useDropping(): Dropping {
  const { client } = useWorld()
  const place = useRef<HTMLParagraphElement>(null)
  const act = useMutation({
    mutationFn: ({ turn, from, to }: Waiting) =>
      client.call('dropTurn', { team: to, turn, ...(from === 'user' ? {} : { fromTeam: from }) }),
    onSettled: () => place.current?.focus(),
  })
  return {
    drop(waiting) {
      const words = oneLine(waiting.preview, 80)
      const question = waiting.retryOf
        ? `Leave “${words}”? It is not run again.`
        : `Drop “${words}”? It never reaches ${waiting.to}.`
      if (!act.isPending && confirm(question)) act.mutate(waiting)
    },
    isPending: act.isPending,
    said: act.isSuccess ? saidOf(act.variables) : null,
    fault: act.error ? faultOf(act.error) : null,
    place,
  }
}

function saidOf({ preview, retryOf }: Waiting): string {
  const words = oneLine(preview, 80)
  return retryOf ? `Left “${words}”: it is not run again.` : `Dropped “${words}”: it never ran.`
}

function faultOf(error: Error): string {
  if (!(error instanceof IrisError)) return error.message
  if (error.code === 'TURN_BEGUN') return 'It has begun meanwhile and was left alone. Interrupt stops it.'
  if (error.code === 'TURN_ENDED') return 'It has ended meanwhile; nothing is left to drop.'
  return error.message
}
