import type { JSX } from 'react'
import type { Message } from '../../../../contract/plain.ts'
import { oneLine } from '../../../views/index.ts'
import { speaker } from './words.ts'

/** What the next message answers, above the field where it is written. */
export function Reply({ to, onLeave }: { to: Message; onLeave: () => void }): JSX.Element {
  return (
    <p className="mb-1 flex items-baseline gap-2 text-xs text-ink-2">
      <span className="min-w-0 flex-1 truncate">
        Replying to {speaker(to)}: {oneLine(to.body, 100)}
      </span>
      <button type="button" className="link" onClick={onLeave}>
        Do not reply
      </button>
    </p>
  )
}
