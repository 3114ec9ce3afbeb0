import type { JSX, ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Fault } from './fault.tsx'

/** Asks before something is ended or forgotten, and stays until that is done: what fails is said here. */
export function Confirm(props: {
  question: string
  children: ReactNode
  yes: string
  isPending: boolean
  error: Error | null
  onYes: () => void
  onClose: () => void
}): JSX.Element {
  const { question, children, yes, isPending, error, onYes, onClose } = props
  return (
    <Dialog label={question} onClose={onClose} className="w-[min(32rem,94vw)]">
      <h2 className="font-semibold">{question}</h2>
      <div className="mt-2 text-sm text-ink-2">{children}</div>
      {error && <Fault error={error} className="mt-2" />}
      <div className="mt-3 flex gap-2">
        <button
          type="button"
          className="button button-danger"
          disabled={isPending}
          aria-busy={isPending}
          onClick={onYes}
        >
          {isPending ? 'Working …' : yes}
        </button>
        <button type="button" data-first className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  )
}
