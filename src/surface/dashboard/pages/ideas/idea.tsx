import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { WholeIdea } from '../../../../contract/plain.ts'
import { costWords, percent, stateOfIdea } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../../parts/fault.tsx'
import { Page } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { Asked } from './asked.tsx'
import { ideasReading } from './queries.ts'
import { Rail } from './rail.tsx'
import { NextStep } from './next-step.tsx'
import { Talk } from './talk.tsx'
import { useWay } from './way-queries.ts'
import { Way } from './way.tsx'
import { Written } from './written.tsx'

const route = getRouteApi('/shell/ideas/$idea')

/** One idea from its first sentence to the merge: where it is, the talk, and what was written down. */
export function IdeaPage(): JSX.Element {
  const { idea } = route.useParams()
  const { data, error } = useQuery(useReading(ideasReading).idea(idea))
  return (
    <Page>
      {error && <Fault error={error} />}
      {data ? <IdeaView idea={data} /> : !error && <p className="text-ink-3">Reading the idea …</p>}
    </Page>
  )
}

function IdeaView({ idea }: { idea: WholeIdea }): JSX.Element {
  const came = useWay(idea)
  return (
    <>
      <header className="pb-4">
        <p className="text-sm text-ink-3">
          <Link to="/ideas" className="link">
            Ideas
          </Link>{' '}
          · <State {...stateOfIdea(idea)} /> · confidence {percent(idea.confidence)}
          {idea.complexity !== null && ` · complexity ${idea.complexity} of 10`} ·{' '}
          {costWords(idea.costUsd, idea.rehearsed)}
        </p>
        <h1 className="mt-1 text-xl font-semibold">{idea.title}</h1>
        <Unanswered idea={idea} />
      </header>
      <Way idea={idea} came={came} />
      <NextStep idea={idea} came={came} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Talk idea={idea} />
          <Asked about={idea.idea} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Rail idea={idea} />
          <Written idea={idea} />
        </div>
      </div>
    </>
  )
}

/** Why the model could not be asked yet; it is asked by itself when it can be. */
function Held({ idea }: { idea: WholeIdea }): JSX.Element | null {
  if (idea.why === null) return null
  return (
    <p role="status" className="mt-2 text-sm text-ink-2">
      The model could not be asked yet. {idea.why}
    </p>
  )
}

/** What went wrong with the last answer, and the way out. */
function Unanswered({ idea }: { idea: WholeIdea }): JSX.Element | null {
  const { client } = useWorld()
  const retry = useMutation({ mutationFn: () => client.call('retryIdea', { idea: idea.idea }) })
  if (idea.state !== 'ERROR') return <Held idea={idea} />
  return (
    <div className="mt-2 flex flex-wrap items-baseline gap-3 text-sm">
      <p role="alert" className="text-bad">
        There is no answer. {idea.why} What you said is not lost.
      </p>
      <button type="button" className="button" disabled={retry.isPending} onClick={() => retry.mutate()}>
        Ask again
      </button>
      {retry.error && <Fault error={retry.error} />}
    </div>
  )
}
