import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import { IrisError, type PageRevision } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'
import { useMayChange } from '../../data/may-change.ts'
import { useReading } from '../../data/reading.ts'
import { Diff } from '../../parts/diff.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Author } from './author.tsx'
import { wikiReading, type PageAt } from './queries.ts'

/** Every revision of a page, what it changed, and a way back to it. */
export function PageHistory({ at, onDone }: { at: PageAt; onDone: () => void }): JSX.Element {
  const { data, error } = useQuery(useReading(wikiReading).history(at))
  const [open, setOpen] = useState<string>()
  const revisions = data?.revisions ?? []
  const shown = open ?? revisions[0]?.revision
  return (
    <section aria-label={`History of ${at.page}`}>
      <header className="mb-3 flex flex-wrap items-baseline gap-4 border-b border-line pb-2">
        <h2 className="min-w-0 basis-full text-xl font-semibold wrap-anywhere sm:flex-1 sm:basis-0">
          History of {at.page}
        </h2>
        <button type="button" className="button" onClick={onDone}>
          Back to the page
        </button>
      </header>
      {error && <Fault error={error} />}
      {data && revisions.length === 0 && <p className="text-ink-3">It has no history.</p>}
      <ol className="divide-y divide-line">
        {revisions.map((one, place) => (
          <li key={one.revision} className="py-2">
            <button
              type="button"
              aria-expanded={one.revision === shown}
              className="block w-full text-left hover:underline"
              onClick={() => setOpen(one.revision)}
            >
              <span className="font-semibold">{one.message}</span>
              <span className="block text-sm text-ink-3">
                <Author author={one.author} at={one.at} /> · {one.revision.slice(0, 8)}
              </span>
            </button>
            {one.revision === shown && (
              <Revision
                at={at}
                one={one}
                before={revisions[place + 1]}
                isNewest={place === 0}
                onDone={onDone}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Revision(props: {
  at: PageAt
  one: PageRevision
  before: PageRevision | undefined
  isNewest: boolean
  onDone: () => void
}): JSX.Element {
  const { at, one, before, isNewest } = props
  const { after, error, texts } = useTexts(at, one, before)
  const isDeleted = after === null
  const back = isDeleted ? before?.revision : isNewest ? undefined : one.revision
  return (
    <div className="mt-2">
      {error && <Fault error={error} />}
      {texts && <Diff before={texts.before} after={texts.after} language="markdown" />}
      {back !== undefined && <Restore {...props} to={back} />}
    </div>
  )
}

/** What a revision made of the page, null when it deleted it; and both texts once they are there. */
function useTexts(at: PageAt, one: PageRevision, before: PageRevision | undefined) {
  const reading = useReading(wikiReading)
  const now = useQuery(reading.past(at, one.revision))
  const then = useQuery({ ...reading.past(at, before?.revision ?? ''), enabled: before !== undefined })
  const isDeleted = now.error instanceof IrisError && now.error.code === 'PAGE_UNKNOWN'
  const after = isDeleted ? null : now.data?.text
  const isReady = after !== undefined && (before === undefined || !then.isPending)
  const texts = isReady ? textsOf(then.data, after) : undefined
  return { after, texts, error: isDeleted ? null : now.error }
}

const textsOf = (before: { text: string } | undefined, after: string | null) => ({
  before: before?.text ?? '',
  after: after ?? '',
})

function Restore({ at, to, onDone }: { at: PageAt; to: string; onDone: () => void }): JSX.Element {
  const { client } = useWorld()
  const mayChange = useMayChange()
  const restoring = useMutation({
    async mutationFn() {
      const now = await client.call('readPage', at).catch(() => undefined)
      const revision = now?.isTemplate === false && now.revision !== null ? { revision: now.revision } : {}
      return client.call('restorePage', { ...at, to, ...revision })
    },
    onSuccess: onDone,
  })
  return (
    <>
      <button
        type="button"
        className="button mt-2"
        disabled={!mayChange || restoring.isPending}
        onClick={() => restoring.mutate()}
      >
        Restore this
      </button>
      {restoring.error && <Fault error={restoring.error} />}
    </>
  )
}
