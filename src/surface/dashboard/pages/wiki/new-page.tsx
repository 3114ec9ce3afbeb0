import { useState, type JSX } from 'react'
import { Dialog } from '../../parts/dialog.tsx'

/** Asks for the name of a new page. */
export function NewPage(props: { onClose: () => void; onNamed: (name: string) => void }): JSX.Element {
  const { onClose, onNamed } = props
  const [name, setName] = useState('')
  return (
    <Dialog label="New page" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') onNamed(name.trim())
          onClose()
        }}
      >
        <label className="block text-sm">
          Name of the page, with folders
          <input
            data-first
            className="field mt-1 block w-72 max-w-full"
            placeholder="Notes/deploy"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <button type="submit" className="button mt-3">
          Begin it
        </button>
      </form>
    </Dialog>
  )
}
