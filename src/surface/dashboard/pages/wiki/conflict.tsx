import { useState, type JSX } from 'react'
import { IrisError } from '../../../../contract/plain.ts'
import { Diff } from '../../parts/diff.tsx'
import { Notice } from '../../parts/notice.tsx'
import type { PageAt } from './queries.ts'

/** What somebody else made of the page meanwhile. */
interface ConflictWith {
  /** What both began with. */
  base: string
  theirs: string
  revision: string | null
  /** Who saved it; undefined when it was you, elsewhere. */
  by: string | undefined
}

/** What a refused save says of the page; undefined when something else was wrong. */
export function conflictIn(error: Error): ConflictWith | undefined {
  if (!(error instanceof IrisError) || error.code !== 'PAGE_CONFLICT' || !error.details) return undefined
  const { base, text, revision, author } = error.details
  return {
    base: typeof base === 'string' ? base : '',
    theirs: typeof text === 'string' ? text : '',
    revision: typeof revision === 'string' ? revision : null,
    by: nameOf(author),
  }
}

function nameOf(author: unknown): string | undefined {
  if (typeof author !== 'object' || author === null || !('name' in author)) return 'Somebody'
  return 'kind' in author && author.kind === 'human' ? undefined : String(author.name)
}

interface Props {
  at: PageAt
  mine: string
  with: ConflictWith
  onSave: (text: string) => void
  onDone: () => void
}

/** Three columns: what both began with, what is there now, and yours, which becomes the page. */
export function Conflict(props: Props): JSX.Element {
  const { at } = props
  const { base, theirs, by } = props.with
  const [mine, setMine] = useState(props.mine)
  return (
    <section aria-label={`Conflict in ${at.page}`}>
      <h2 className="mb-3 border-b border-line pb-2 text-xl font-semibold wrap-anywhere">{at.page}</h2>
      <Notice tone="needs">
        {by === undefined ? 'You saved this page elsewhere' : `${by} saved this page`} while you were writing
        here. Nothing is lost. Put both together under “Yours”, then save it.
      </Notice>
      <div className="mt-3 grid grid-cols-1 gap-4 lg:grid-cols-3">
        <Column name="Before both of you" text={base} />
        <Column name={by === undefined ? 'Saved elsewhere' : `Saved by ${by}`} text={theirs} />
        <Column name="Yours: what you save" text={mine} onText={setMine} />
      </div>
      <Choices {...props} now={mine} onText={setMine} />
      <h3 className="mt-5 mb-1 text-sm font-semibold">What changed meanwhile</h3>
      <Diff before={base} after={theirs} language="markdown" />
    </section>
  )
}

function Choices(props: Props & { now: string; onText: (text: string) => void }): JSX.Element {
  const { theirs } = props.with
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <button type="button" className="button button-primary" onClick={() => props.onSave(props.now)}>
        Save yours
      </button>
      <button
        type="button"
        className="button"
        disabled={props.now === theirs}
        onClick={() => props.onText(theirs)}
      >
        Start over from theirs
      </button>
      <button
        type="button"
        className="button"
        disabled={props.now === props.mine}
        onClick={() => props.onText(props.mine)}
      >
        Start over from mine
      </button>
      <button type="button" className="button" onClick={props.onDone}>
        Drop mine
      </button>
    </div>
  )
}

/** A text to read, or to change; a field either way, so that keys can scroll it. */
function Column(props: { name: string; text: string; onText?: (text: string) => void }): JSX.Element {
  const { name, text, onText } = props
  return (
    <label className="block min-w-0 text-sm font-semibold">
      {name}
      <textarea
        spellCheck={false}
        readOnly={!onText}
        className={`field mt-1 block h-48 w-full py-2 font-mono font-normal lg:h-96 ${onText ? '' : 'bg-sunk'}`}
        value={text}
        onChange={(event) => onText?.(event.target.value)}
      />
    </label>
  )
}
