import { useState, type JSX } from 'react'
import type { SpecFile, WholeSpec } from '../../../../contract/plain.ts'
import { Choice } from '../../parts/choice.tsx'
import { Section } from '../../parts/section.tsx'
import type { Comment } from './comments.ts'

const names = { 'spec.md': 'spec.md', 'tasks.md': 'tasks.md' } as const

/** The documents of a spec, line by line; a line can be commented on. */
export function Documents(props: {
  spec: WholeSpec
  comments: readonly Comment[]
  onComment: ((comment: Comment) => void) | undefined
}): JSX.Element {
  const { spec, comments, onComment } = props
  const [name, setName] = useState<SpecFile['name']>(spec.files[0]?.name ?? 'tasks.md')
  const file = spec.files.find((one) => one.name === name)
  return (
    <Section name="Document">
      <div className="flex flex-wrap items-center justify-between gap-2 py-2">
        {spec.files.length > 1 && <Choice label="Show" value={name} options={names} onChange={setName} />}
        {onComment && (
          <p className="text-sm text-ink-2">Choose the number of a line to say something about it.</p>
        )}
      </div>
      {file && <Lines key={name} file={file} comments={comments} onComment={onComment} />}
    </Section>
  )
}

function Lines(props: {
  file: SpecFile
  comments: readonly Comment[]
  onComment: ((comment: Comment) => void) | undefined
}): JSX.Element {
  const { file, comments, onComment } = props
  const [at, setAt] = useState<number>()
  const commented = new Set(comments.filter((one) => one.file === file.name).map(({ line }) => line))
  const lines = file.text.trimEnd().split('\n')
  const say = (text: string): void => {
    if (at !== undefined) onComment?.({ file: file.name, line: at, text })
    setAt(undefined)
  }
  return (
    <ol className="rounded-sm border border-line bg-raised py-2 font-mono text-sm">
      {lines.map((text, place) => {
        const line = place + 1
        return (
          <li key={line}>
            <div
              className={`grid grid-cols-[2.75rem_minmax(0,1fr)] items-baseline ${commented.has(line) ? 'bg-needs-soft' : ''}`}
            >
              <LineNumber line={line} onChoose={onComment ? () => setAt(line) : undefined} />
              <span className="py-0.5 pr-3 break-words whitespace-pre-wrap">{text}</span>
            </div>
            {at === line && <Say line={line} onSay={say} onClose={() => setAt(undefined)} />}
          </li>
        )
      })}
    </ol>
  )
}

function LineNumber(props: { line: number; onChoose: (() => void) | undefined }): JSX.Element {
  const { line, onChoose } = props
  if (!onChoose)
    return (
      <span aria-hidden="true" className="py-0.5 pr-3 text-right text-ink-3 select-none">
        {line}
      </span>
    )
  return (
    <button
      type="button"
      aria-label={`Say something about line ${line}`}
      className="min-h-6 py-0.5 pr-3 text-right text-ink-2 hover:text-accent hover:underline"
      onClick={onChoose}
    >
      {line}
    </button>
  )
}

function Say(props: { line: number; onSay: (text: string) => void; onClose: () => void }): JSX.Element {
  const { line, onSay, onClose } = props
  const [text, setText] = useState('')
  return (
    <form
      className="flex flex-wrap gap-2 px-3 py-2 font-sans"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onSay(text.trim())
      }}
    >
      <input
        // It was just asked for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className="field min-w-0 flex-1"
        aria-label={`What is to change in line ${line}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <button type="submit" className="button" disabled={text.trim() === ''}>
        Add
      </button>
      <button type="button" className="button" onClick={onClose}>
        Cancel
      </button>
    </form>
  )
}
