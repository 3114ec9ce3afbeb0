import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import { IrisError } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../../parts/fault.tsx'
import { Conflict, conflictIn } from './conflict.tsx'
import { EditForm, type Draft } from './edit-form.tsx'
import { wikiReading, type PageAt } from './queries.ts'

/** A page to write, with how it will look. */
export function Editor({ at, onDone }: { at: PageAt; onDone: (page: string) => void }): JSX.Element {
  const { data, error } = useQuery({
    ...useReading(wikiReading).page(at),
    // What is being written does not change under the hand; who was faster is told when it is saved.
    staleTime: Infinity,
    refetchOnMount: 'always',
  })
  const isNew = error instanceof IrisError && error.code === 'PAGE_UNKNOWN'
  if (error && !isNew) return <Fault error={error} />
  if (!data && !isNew) return <p className="text-ink-3">Loading …</p>
  return (
    <Writing at={at} first={{ text: data?.text ?? '', revision: data?.revision ?? null }} onDone={onDone} />
  )
}

function Writing(props: { at: PageAt; first: Draft; onDone: (page: string) => void }): JSX.Element {
  const { at, onDone } = props
  // As it was when writing began: a change of the page meanwhile is a conflict, not a new beginning.
  const [draft, setDraft] = useState(props.first)
  const [message, setMessage] = useState('')
  const saving = useSaving(at, message, onDone)
  const conflict = saving.error ? conflictIn(saving.error) : undefined
  const save = (next: Draft): void => {
    setDraft(next)
    saving.mutate(next)
  }
  if (conflict)
    return (
      <Conflict
        key={conflict.revision}
        at={at}
        mine={draft.text}
        with={conflict}
        onSave={(text) => save({ text, revision: conflict.revision })}
        onDone={() => onDone(at.page)}
      />
    )
  return (
    <EditForm
      at={at}
      draft={draft}
      message={message}
      isSaving={saving.isPending}
      error={saving.error}
      onText={(text) => setDraft({ ...draft, text })}
      onMessage={setMessage}
      onSave={() => save(draft)}
      onCancel={() => onDone(at.page)}
    />
  )
}

function useSaving(at: PageAt, message: string, onDone: (page: string) => void) {
  const { client } = useWorld()
  return useMutation({
    mutationFn: ({ text, revision }: Draft) =>
      client.call('writePage', {
        ...at,
        text,
        ...(revision !== null && { revision }),
        ...(message.trim() !== '' && { message }),
      }),
    onSuccess: ({ page }) => onDone(page),
  })
}
