import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState, type JSX } from 'react'
import type { WholeSpec } from '../../../../contract/plain.ts'
import { stateOfSpec } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../../parts/fault.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { State } from '../../parts/state.tsx'
import { Actions } from './actions.tsx'
import type { Comment } from './comments.ts'
import { Documents } from './documents.tsx'
import { SpecTasks } from './spec-tasks.tsx'
import { specsReading } from './queries.ts'

const route = getRouteApi('/shell/specs/$spec')

/** One spec: its document, its tasks, and whether it shall be built. */
export function SpecPage(): JSX.Element {
  const { spec } = route.useParams()
  const { data, error } = useQuery(useReading(specsReading).spec(spec))
  // Comments are about the lines of one revision.
  if (data) return <SpecView key={data.revision} spec={data} />
  return <Page>{error ? <Fault error={error} /> : <p className="text-ink-3">Reading the spec …</p>}</Page>
}

function SpecView({ spec }: { spec: WholeSpec }): JSX.Element {
  const [comments, setComments] = useState<readonly Comment[]>([])
  const mayComment = spec.state === 'proposed'
  return (
    <Page>
      <p className="pb-3 text-sm">
        <Link to="/specs" className="link">
          All specs
        </Link>
      </p>
      <div className="flex flex-col gap-6">
        <header>
          <Facts spec={spec} />
          <h1 className="mt-1 text-2xl font-semibold tracking-tight wrap-anywhere">{spec.title}</h1>
          {spec.problem !== null && <p className="mt-1 whitespace-pre-wrap text-ink-2">{spec.problem}</p>}
          <Actions
            spec={spec}
            comments={comments}
            onRemove={(gone) => setComments(comments.filter((one) => one !== gone))}
            onSent={() => setComments([])}
          />
        </header>
        <Waiting spec={spec} />
        <Found spec={spec} />
        {spec.files.length > 0 && (
          <Documents
            spec={spec}
            comments={comments}
            onComment={mayComment ? (comment) => setComments([...comments, comment]) : undefined}
          />
        )}
        {spec.content && <SpecTasks spec={spec} />}
      </div>
    </Page>
  )
}

function Facts({ spec }: { spec: WholeSpec }): JSX.Element {
  const { key, team, revision, tokens, scope, lane, build, idea } = spec
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
      <span className="font-mono">{key}</span>
      <State {...stateOfSpec(spec)} />
      <span>{team}</span>
      <span>
        scope {scope}, lane {lane}
      </span>
      {revision > 0 && (
        <span>
          revision {revision}, about {tokens} tokens
        </span>
      )}
      {idea !== null && (
        <Link to="/ideas/$idea" params={{ idea }} className="link">
          its idea
        </Link>
      )}
      {build !== null && (
        <Link to="/builds/$build" params={{ build }} className="link">
          build {build}
        </Link>
      )}
    </p>
  )
}

/** What has to be answered first, and what may be. */
function Waiting({ spec }: { spec: WholeSpec }): JSX.Element | null {
  const open = spec.questions.filter(({ isOpen }) => isOpen)
  const [first] = open
  if (!first) return null
  return (
    <Notice tone="needs">
      {open.length === 1 ? 'A question about it waits' : `${open.length} questions about it wait`} in the
      inbox.{' '}
      <Link to="/inbox" search={{ ask: first.ask }} className="link">
        Answer
      </Link>
    </Notice>
  )
}

/** What was found when it was looked through. */
function Found({ spec: { report } }: { spec: WholeSpec }): JSX.Element | null {
  if (!report || report.warnings.length === 0) return null
  return (
    <Section name="What is doubtful">
      <ul className="flex flex-col gap-1 text-sm">
        {report.warnings.map(({ code, message }) => (
          <li key={`${code} ${message}`} className="wrap-anywhere">
            {message}
          </li>
        ))}
      </ul>
    </Section>
  )
}
