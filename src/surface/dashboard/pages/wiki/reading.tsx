import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type JSX } from 'react'
import { IrisError, type CallOutput } from '../../../../contract/plain.ts'
import { useKeys } from '../../app/keys.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../../parts/fault.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'
import { Author } from './author.tsx'
import { wikiReading, type PageAt } from './queries.ts'
import { Renaming } from './renaming.tsx'
import { PageText } from './text.tsx'

type Go = (to: { page: string; view?: 'edit' | 'history' }) => void

/** One page to read, with what leads to it and from it. */
export function ReadPage({ at, go }: { at: PageAt; go: Go }): JSX.Element {
  const { data, error } = useQuery(useReading(wikiReading).page(at))
  const hasTemplate = data?.isTemplate === true
  const isMissing = hasTemplate || (error instanceof IrisError && error.code === 'PAGE_UNKNOWN')
  return (
    <article aria-label={at.page}>
      <header className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-2 border-b border-line pb-2">
        <h2 className="min-w-0 basis-full text-xl font-semibold wrap-anywhere sm:flex-1 sm:basis-0">
          {at.page}
        </h2>
        {!isMissing && data && <Buttons at={at} page={data} go={go} />}
      </header>
      {isMissing && <Missing at={at} hasTemplate={hasTemplate} go={go} />}
      {error && !isMissing && <Fault error={error} />}
      {data && !isMissing && (
        <>
          {data.author && (
            <p className="mb-3 text-sm text-ink-3">
              Last written by <Author author={data.author} at={data.changedAt} isInside />
            </p>
          )}
          <PageText at={at} text={data.text} />
          <Links at={at} />
        </>
      )}
    </article>
  )
}

function Missing(props: { at: PageAt; hasTemplate: boolean; go: Go }): JSX.Element {
  const { at, hasTemplate, go } = props
  const mayChange = useMayChange()
  return (
    <div className="flex flex-col items-start gap-3">
      <Notice tone="plain">
        There is no page of this name.{' '}
        {hasTemplate && 'It has a template, which you begin with when you write it. '}
        If it was deleted or renamed, its history shows that.
      </Notice>
      <div className="flex gap-2">
        <button
          type="button"
          className="button"
          disabled={!mayChange}
          onClick={() => go({ page: at.page, view: 'edit' })}
        >
          Write it
        </button>
        <button type="button" className="button" onClick={() => go({ page: at.page, view: 'history' })}>
          History
        </button>
      </div>
    </div>
  )
}

function Buttons({ at, page, go }: { at: PageAt; page: CallOutput<'readPage'>; go: Go }): JSX.Element {
  const mayChange = useMayChange()
  const why = mayChange ? undefined : onlyLooks
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <button
        type="button"
        className="button"
        disabled={!mayChange}
        title={why}
        onClick={() => go({ page: at.page, view: 'edit' })}
      >
        Edit
      </button>
      <button type="button" className="button" onClick={() => go({ page: at.page, view: 'history' })}>
        History
      </button>
      <Rename at={at} isDisabled={!mayChange} go={go} />
      <button type="button" className="button" onClick={() => globalThis.print()}>
        Print
      </button>
      <Deleting at={at} revision={page.revision} isDisabled={!mayChange} />
    </div>
  )
}

function Rename({ at, isDisabled, go }: { at: PageAt; isDisabled: boolean; go: Go }): JSX.Element {
  const [isAsked, setAsked] = useState(false)
  useKeys({ r: () => !isDisabled && setAsked(true) })
  return (
    <>
      <button type="button" className="button" disabled={isDisabled} onClick={() => setAsked(true)}>
        Rename
      </button>
      {isAsked && <Renaming at={at} onClose={() => setAsked(false)} onRenamed={(page) => go({ page })} />}
    </>
  )
}

/** Deletes after a second press; the history brings it back. */
function Deleting(props: { at: PageAt; revision: string | null; isDisabled: boolean }): JSX.Element {
  const { at, revision, isDisabled } = props
  const { client } = useWorld()
  const [isAsked, setAsked] = useState(false)
  const deleting = useMutation({
    mutationFn: () => client.call('deletePage', { ...at, revision: revision ?? '' }),
  })
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={isDisabled || deleting.isPending}
        onBlur={() => setAsked(false)}
        onClick={() => (isAsked ? deleting.mutate() : setAsked(true))}
      >
        {isAsked ? 'Really delete' : 'Delete'}
      </button>
      {deleting.error && <Fault error={deleting.error} />}
    </>
  )
}

function Links({ at }: { at: PageAt }): JSX.Element | null {
  const { data } = useQuery(useReading(wikiReading).links(at))
  if (!data || data.links.length + data.backlinks.length === 0) return null
  const list = (pages: readonly { page: string; isThere: boolean }[]): JSX.Element => (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {pages.map(({ page, isThere }) => (
        <li key={page}>
          <Link to="/wiki" search={{ project: at.project, page }} className="link">
            {page}
          </Link>
          {!isThere && <span className="text-ink-3"> (not written yet)</span>}
        </li>
      ))}
    </ul>
  )
  return (
    <div className="mt-8 flex max-w-[46rem] flex-col gap-4 print:hidden">
      {data.links.length > 0 && <Section name="Links to">{list(data.links)}</Section>}
      {data.backlinks.length > 0 && (
        <Section name="Linked from">{list(data.backlinks.map((page) => ({ page, isThere: true })))}</Section>
      )}
    </div>
  )
}
