import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX, ReactNode } from 'react'
import type { Opinion, ProposedTemplate } from '../../../../contract/plain.ts'
import { counted, money } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../../parts/fault.tsx'
import { Section } from '../../parts/section.tsx'
import { knowledgeReading } from './queries.ts'

/** What a model says of a review; it is asked only when somebody presses the button. */
export function WhatAModelSays({ build }: { build: string }): JSX.Element | null {
  const { data } = useQuery(useReading(knowledgeReading).opinion(build))
  const mayChange = useMayChange()
  if (data === undefined) return null
  const { opinion } = data
  const isUnsaid = opinion === null || opinion.state === 'ERROR'
  return (
    <Section name="What a model says">
      {opinion !== null && <Standing opinion={opinion} />}
      {isUnsaid && (mayChange ? <Asking build={build} /> : <p className="py-2 text-ink-2">{onlyLooks}</p>)}
    </Section>
  )
}

function Standing({ opinion }: { opinion: Opinion }): JSX.Element {
  const { state, why } = opinion
  if (state === 'COMPLETE') return <Shown opinion={opinion} />
  if (state === 'ERROR') return <p className="py-2">It said nothing: {why}</p>
  return <p className="py-2 text-ink-2">It is being asked …</p>
}

function Asking({ build }: { build: string }): JSX.Element {
  const { client } = useWorld()
  const asking = useMutation({ mutationFn: () => client.call('askReview', { build }) })
  return (
    <>
      <p className="flex flex-wrap items-center gap-3 py-2 text-sm text-ink-2">
        <button type="button" className="button" disabled={asking.isPending} onClick={() => asking.mutate()}>
          Ask a model
        </button>
        It costs one call. What it finds waits for your yes.
      </p>
      {asking.error && <Fault error={asking.error} />}
    </>
  )
}

function Shown({ opinion }: { opinion: Opinion }): JSX.Element {
  const mayChange = useMayChange()
  const { summary, lessons, verdicts, suggestions, templates, dropped, costUsd } = opinion
  return (
    <>
      <p className="py-2">
        {summary} {costUsd !== null && <span className="text-ink-2">({money(costUsd)})</span>}
      </p>
      <ul className="divide-y divide-line text-sm">
        {lessons.map(({ lesson, kind, text, evidence, ask }) => (
          <Said key={lesson} evidence={evidence} what={`${kind}: ${text}`}>
            {ask !== null && (
              <Link to="/inbox" className="link">
                your yes is asked for
              </Link>
            )}
          </Said>
        ))}
        {verdicts.map(({ subject, verdict, evidence }) => (
          <Said key={subject} evidence={evidence} what={`${subject} is ${verdict}`} />
        ))}
        {suggestions.map(({ text, evidence }) => (
          <Said key={text} evidence={evidence} what={text} />
        ))}
        {templates.map((template) => (
          <Said
            key={template.template}
            evidence={template.evidence}
            what={`template ${template.name}: ${template.state}`}
          >
            {template.state === 'written' && mayChange && <Undo template={template} />}
          </Said>
        ))}
      </ul>
      {dropped > 0 && (
        <p className="py-2 text-sm text-ink-2">
          {counted(dropped, 'part')} named nothing of the review, and was left out.
        </p>
      )}
    </>
  )
}

function Said({
  what,
  evidence,
  children,
}: {
  what: string
  evidence: readonly string[]
  children?: ReactNode
}): JSX.Element {
  return (
    <li className="py-2 [overflow-wrap:anywhere]">
      {what} {children}
      {evidence.map((words) => (
        <p key={words} className="text-ink-2">
          {words}
        </p>
      ))}
    </li>
  )
}

function Undo({ template: { template, file } }: { template: ProposedTemplate }): JSX.Element {
  const { client } = useWorld()
  const undoing = useMutation({ mutationFn: () => client.call('undoTemplate', { template }) })
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={undoing.isPending}
        onClick={() => undoing.mutate()}
        aria-label={`Undo ${file}`}
      >
        Undo
      </button>
      {undoing.error && <Fault error={undoing.error} />}
    </>
  )
}
