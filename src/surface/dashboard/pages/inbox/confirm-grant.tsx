import type { JSX } from 'react'
import type { Ask } from '../../../../contract/plain.ts'
import { Dialog } from '../../parts/dialog.tsx'

/** Asks once before a key adds a grant, and shows the whole of it. */
export function ConfirmGrant(props: { ask: Ask; onYes: () => void; onClose: () => void }): JSX.Element {
  const { ask, onYes, onClose } = props
  return (
    <Dialog label="Add a grant" onClose={onClose} className="w-[min(36rem,94vw)]">
      <h2 className="font-semibold">Always allow this for {ask.team}?</h2>
      <pre className="mt-2 bg-sunk px-3 py-2 font-mono text-sm whitespace-pre-wrap">{ask.grant}</pre>
      <p className="mt-2 text-sm text-ink-2">This adds a grant. It is taken back in the settings.</p>
      <div className="mt-3 flex gap-2">
        <button type="button" data-first className="button button-primary" onClick={onYes}>
          Add the grant
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  )
}
