import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Review, ReviewTask } from '../../../../contract/plain.ts'
import { differenceWords, duration, labelWords, money, passedWords, percent } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../../parts/fault.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { WhatAModelSays } from './opinion.tsx'
import { CameFrom } from './origin.tsx'
import { knowledgeReading } from './queries.ts'

const route = getRouteApi('/shell/knowledge/$build')

/** One review: what each task planned and did, what differs, and what lessons came of it. */
export function ReviewPage(): JSX.Element {
  const { build } = route.useParams()
  const { data, error } = useQuery(useReading(knowledgeReading).review(build))
  return (
    <Page>
      <p className="flex gap-4 pb-3 text-sm">
        <Link to="/knowledge" className="link">
          All reviews
        </Link>
        <Link to="/builds/$build" params={{ build }} className="link">
          The build
        </Link>
      </p>
      {error && <Fault error={error} />}
      {!data && !error && <p className="text-ink-3">Reading the review …</p>}
      {data && <Shown review={data} />}
    </Page>
  )
}

function Shown({ review }: { review: Review }): JSX.Element {
  const { key, outcome, started, firstPass, startedAt, endedAt, costUsd, reason, unknown } = review
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">
        {key} is {outcome}.
      </h1>
      <p className="mt-1 text-ink-2">
        {passedWords({ tasks: started, firstPass })}, {duration(endedAt - startedAt)}, {money(costUsd)}.{' '}
        {reason}
      </p>
      <div className="mt-5 flex flex-col gap-6">
        {unknown !== null && <Notice tone="needs">{unknown}</Notice>}
        <Differences review={review} />
        <Section name="Tasks">
          <ul className="divide-y divide-line">
            {review.work.map((task) => (
              <TaskLine key={task.task} task={task} />
            ))}
          </ul>
        </Section>
        <GivenLessons review={review} />
        <WhatAModelSays build={key} />
        <CameFrom build={key} />
        <Similar review={review} />
      </div>
    </>
  )
}

function Differences({ review: { key, differs } }: { review: Review }): JSX.Element {
  return (
    <Section name="Against the plan">
      {differs.length === 0 && <p className="py-2">Nothing differs from the plan.</p>}
      <ul className="divide-y divide-line text-sm">
        {differs.map(({ type, subject, label, shownBy, verdict }) => (
          <li key={`${type} ${subject}`} className="py-2">
            <code className="font-mono [overflow-wrap:anywhere]">{subject}</code>{' '}
            <span>
              {differenceWords(type)}; {labelWords(label)}
            </span>
            <p className="[overflow-wrap:anywhere] text-ink-2">
              {shownBy}
              {verdict && `; ${verdict.by}: ${verdict.evidence}`}
            </p>
          </li>
        ))}
      </ul>
      {differs.some(({ verdict }) => verdict === null) && (
        <p className="py-2 text-sm text-ink-2">
          Say what you think of it:{' '}
          <code>iris review judge {key} &lt;subject&gt; --as good --because &lt;evidence&gt;</code>
        </p>
      )}
    </Section>
  )
}

function TaskLine({ task }: { task: ReviewTask }): JSX.Element {
  const { key, title, outcome, isFirstPass, failures, planned, changed, more, durationMs, costUsd } = task
  const files = changed.length + more
  return (
    <li className="py-2 text-sm">
      <span className="font-mono">{key}</span> <span className="[overflow-wrap:anywhere]">{title}</span>
      <span className="flex flex-wrap gap-x-3 text-ink-2">
        <span>{outcome === 'complete' && isFirstPass ? 'passed at once' : outcome}</span>
        {failures.length > 0 && <span>failed: {failures.join(', ')}</span>}
        <span>
          {files} of {planned.length} planned {planned.length === 1 ? 'file' : 'files'} changed
        </span>
        {durationMs !== null && <span>{duration(durationMs)}</span>}
        <span>{money(costUsd)}</span>
      </span>
    </li>
  )
}

function GivenLessons({ review: { given, learned } }: { review: Review }): JSX.Element | null {
  if (given.length + learned.length === 0) return null
  return (
    <Section name="Lessons">
      <ul className="divide-y divide-line text-sm">
        {given.map(({ lesson, text, confidence, passed, failed }) => (
          <li key={lesson} className="py-2 [overflow-wrap:anywhere]">
            {text}
            <p className="text-ink-2">
              given to {[...passed, ...failed].join(', ')}; {passed.length} passed at once; worth{' '}
              {confidence.toFixed(2)} now
            </p>
          </li>
        ))}
        {learned.map(({ lesson, text, status, from }) => (
          <li key={lesson} className="py-2 [overflow-wrap:anywhere]">
            {text}
            <p className="text-ink-2">
              learned by {from}; {status}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Similar({ review: { similar } }: { review: Review }): JSX.Element | null {
  if (similar.length === 0) return null
  return (
    <Section name="Reviews like it">
      <ul className="divide-y divide-line text-sm">
        {similar.map(({ build, key, outcome, likeness, shared }) => (
          <li key={build} className="py-2">
            <Link to="/knowledge/$build" params={{ build: key }} className="link">
              {key}
            </Link>{' '}
            {outcome}, {percent(likeness)} alike
            <p className="[overflow-wrap:anywhere] text-ink-2">{shared.slice(0, 12).join(', ')}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
