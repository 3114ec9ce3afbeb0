import { useEffect, useRef, type JSX } from 'react'
import { Fault } from '../../parts/fault.tsx'
import { Notice } from '../../parts/notice.tsx'
import { AttachFile } from './attach-file.tsx'
import type { PageAt } from './queries.ts'
import { PageText } from './text.tsx'

/** What is being written, and the revision it goes on top of. */
export interface Draft {
  text: string
  revision: string | null
}

interface Props {
  at: PageAt
  draft: Draft
  message: string
  isSaving: boolean
  error: Error | null
  onText: (text: string) => void
  onMessage: (message: string) => void
  onSave: () => void
  onCancel: () => void
}

/** The text, how it will look, and why it changes. */
export function EditForm(props: Props): JSX.Element {
  const { at, draft, message, error, onMessage, onSave } = props
  return (
    <form
      aria-label={`Edit ${at.page}`}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <Head {...props} />
      {draft.revision === null && <Notice tone="plain">This is a new page.</Notice>}
      {error && <Fault error={error} />}
      <div className="mt-2 grid grid-cols-1 gap-4 xl:grid-cols-2">
        <div className="min-w-0">
          <Text {...props} />
          <label className="mt-3 block text-sm">
            Why, for the history
            <input
              className="field mt-1 block w-full"
              value={message}
              onChange={(event) => onMessage(event.target.value)}
            />
          </label>
        </div>
        <section aria-label="Preview" className="min-w-0">
          <p className="text-sm">How it will look</p>
          <div className="mt-1 border border-line p-3">
            <PageText at={at} text={draft.text} />
          </div>
        </section>
      </div>
    </form>
  )
}

function Head({ at, isSaving, onCancel }: Props): JSX.Element {
  return (
    <header className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-2 border-b border-line pb-2">
      <h2 className="min-w-0 basis-full text-xl font-semibold wrap-anywhere sm:flex-1 sm:basis-0">
        {at.page}
      </h2>
      <div className="flex gap-2">
        <button type="submit" className="button button-primary" disabled={isSaving}>
          Save
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </header>
  )
}

function Text({ at, draft, onText, onSave }: Props): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null)
  // Who opens the editor wants to write.
  useEffect(() => field.current?.focus(), [])
  const insert = (link: string): void => {
    const place = field.current?.selectionStart ?? draft.text.length
    const before = draft.text.slice(0, place)
    const gap = /\S$/.test(before) ? ' ' : ''
    onText(`${before}${gap}${link}${draft.text.slice(place)}`)
    field.current?.focus()
  }
  return (
    <>
      <label className="block text-sm">
        Text, in Markdown
        <textarea
          ref={field}
          spellCheck={false}
          className="field mt-1 block h-[28rem] max-h-[60vh] w-full py-2 font-mono"
          value={draft.text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onSave()
          }}
        />
      </label>
      <div className="mt-3">
        <AttachFile at={at} onAttached={insert} />
      </div>
    </>
  )
}
