import { useMutation } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import { useWorld } from '../../data/context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Fault } from '../../parts/fault.tsx'
import type { PageAt } from './queries.ts'

/** Asks what a page is to be called. The links to it follow. */
export function Renaming(props: {
  at: PageAt
  onClose: () => void
  onRenamed: (name: string) => void
}): JSX.Element {
  const { at, onClose, onRenamed } = props
  const { client } = useWorld()
  const [to, setTo] = useState(at.page)
  const renaming = useMutation({
    mutationFn: () => client.call('renamePage', { ...at, to: to.trim() }),
    onSuccess({ page }) {
      onClose()
      onRenamed(page)
    },
  })
  const isSame = to.trim() === '' || to.trim() === at.page
  return (
    <Dialog label={`Rename ${at.page}`} onClose={onClose} className="w-[min(32rem,94vw)]">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSame) renaming.mutate()
        }}
      >
        <label className="block text-sm">
          New name, with folders
          <input
            data-first
            className="field mt-1 block w-full"
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        </label>
        <p className="mt-2 text-sm text-ink-2">
          Links to it in other pages are rewritten in the same change.
        </p>
        {renaming.error && <Fault error={renaming.error} className="mt-2" />}
        <div className="mt-3 flex gap-2">
          <button type="submit" className="button button-primary" disabled={isSame || renaming.isPending}>
            Rename
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
