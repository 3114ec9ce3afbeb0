import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Task } from '../../../../contract/plain.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../../parts/age.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { Section } from '../../parts/section.tsx'
import { Actions } from './actions.tsx'
import { Attempts } from './attempts.tsx'
import { Edges } from './edges.tsx'
import { History } from './history.tsx'
import { Priority } from './priority.tsx'
import { tasksReading } from './queries.ts'
import { Status } from './status.tsx'

/** A task: where it is and why, what it is about, and what can be done with it. */
export function TaskView({ task }: { task: Task }): JSX.Element {
  const all = useQuery(useReading(tasksReading).tasks).data?.tasks ?? []
  return (
    <article className="flex flex-col gap-5" aria-label={task.key}>
      <header>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
          <Link to="/tasks/$task" params={{ task: task.key }} className="font-mono hover:underline">
            {task.key}
          </Link>
          <Status status={task.status} />
          {task.isOptional && <span>optional</span>}
          {task.phase && <span>{task.phase}</span>}
        </p>
        <h1 className="mt-1 max-w-3xl text-xl font-semibold">{task.title}</h1>
        {task.why && <p className="mt-1 text-ink-2">{task.why}</p>}
      </header>
      <Actions task={task} all={all} />
      {task.text && <Markdown text={task.text} />}
      <Section name="Check">
        <Check task={task} />
      </Section>
      <Edges task={task} all={all} />
      {task.files.length > 0 && <Files task={task} />}
      <About task={task} />
      <Attempts task={task} />
      <History task={task} />
    </article>
  )
}

function Files({ task }: { task: Task }): JSX.Element {
  return (
    <Section name="Files">
      <ul className="text-sm">
        {task.files.map(({ path, action }) => (
          <li key={action + path} className="grid grid-cols-[4.5rem_minmax(0,1fr)] py-0.5">
            <span className="text-ink-2">{action.toLowerCase()}</span>
            <code className="font-mono">{path}</code>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function About({ task }: { task: Task }): JSX.Element {
  return (
    <Section name="About">
      <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-y-1 text-sm">
        <dt className="text-ink-2">priority</dt>
        <dd className="flex flex-wrap">
          <Priority task={task} />
        </dd>
        {task.source && (
          <>
            <dt className="text-ink-2">from</dt>
            <dd>
              {task.source.id} in{' '}
              <code className="font-mono">
                {task.source.path}:{task.source.line}
              </code>{' '}
              ({task.source.format})
            </dd>
          </>
        )}
        <dt className="text-ink-2">changed</dt>
        <dd>
          <Age at={task.changedAt} />
        </dd>
      </dl>
    </Section>
  )
}

function Check({ task: { check } }: { task: Task }): JSX.Element {
  if (!check) return <p className="text-sm text-ink-2">None: it is complete when you say so.</p>
  if ('manual' in check)
    return (
      <p className="text-sm">
        <span className="text-ink-2">by you: </span>
        {check.manual}
      </p>
    )
  const { exit, stdoutIncludes, stdoutMatches } = check.expected
  return (
    <p className="text-sm">
      <code className="font-mono">{check.command}</code>
      <span className="text-ink-2">
        {' '}
        exits with {exit}
        {stdoutIncludes && ` and prints “${stdoutIncludes}”`}
        {stdoutMatches && ` and prints what ${stdoutMatches} matches`}
      </span>
    </p>
  )
}
