import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Idea } from '../../../../contract/plain.ts'
import { counted, percent, phaseWords, stateOfIdea } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../../parts/age.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { State } from '../../parts/state.tsx'
import { ideasReading } from './queries.ts'
import { WordsForm } from './words-form.tsx'

/** Every idea, and where one begins. */
export function Ideas(): JSX.Element {
  const { data, error } = useQuery(useReading(ideasReading).all)
  const ideas = data?.ideas ?? []
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">{data ? headline(ideas) : 'Ideas'}</h1>
      <p className="mt-1 max-w-2xl text-ink-2">
        Say what you want, in your own words. Iris asks until it is clear, writes down what you said, and ends
        with a brief.
      </p>
      {error && <Fault error={error} className="mt-3" />}
      <div className="mt-5 flex flex-col gap-6">
        <Begin />
        {ideas.length > 0 && (
          <ul className="divide-y divide-line border-t border-b border-line">
            {ideas.map((idea) => (
              <IdeaRow key={idea.idea} idea={idea} />
            ))}
          </ul>
        )}
        <You />
      </div>
    </Page>
  )
}

function headline(ideas: readonly Idea[]): string {
  if (ideas.length === 0) return 'No idea yet.'
  const waiting = ideas.filter(({ state }) => state === 'WAITING').length
  const all = counted(ideas.length, 'idea')
  return waiting === 0 ? `${all}.` : `${all}, ${waiting} ${waiting === 1 ? 'needs' : 'need'} you.`
}

function Begin(): JSX.Element {
  const { client } = useWorld()
  const navigate = useNavigate()
  const mayChange = useMayChange()
  const begin = useMutation({
    mutationFn: (text: string) => client.call('createIdea', { text }),
    onSuccess: ({ idea }) => navigate({ to: '/ideas/$idea', params: { idea } }),
  })
  if (!mayChange) return <p className="text-sm text-ink-2">{onlyLooks}</p>
  return (
    <div className="max-w-2xl">
      <WordsForm
        label="What do you want?"
        placeholder="A fridge that knows what is in it …"
        button="Begin"
        isPending={begin.isPending}
        onSend={(text) => begin.mutate(text)}
      />
      {begin.error && <Fault error={begin.error} className="mt-1" />}
    </div>
  )
}

function IdeaRow({ idea }: { idea: Idea }): JSX.Element {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5 md:grid-cols-[minmax(0,1fr)_8rem_8rem_5rem]">
      <Link
        to="/ideas/$idea"
        params={{ idea: idea.idea }}
        className="col-span-2 block truncate font-medium hover:underline md:col-span-1"
      >
        {idea.title}
      </Link>
      <span className="text-sm text-ink-2">
        {phaseWords[idea.phase]}, {percent(idea.progress)}
      </span>
      <span className="text-right text-sm md:text-left">
        <State {...stateOfIdea(idea)} />
      </span>
      <span className="hidden text-right text-sm text-ink-3 md:block">
        <Age at={idea.changedAt} />
      </span>
    </li>
  )
}

/** Who the person is, and how to change that. */
function You(): JSX.Element | null {
  const { data } = useQuery(useReading(ideasReading).profile)
  if (!data) return null
  const { profile } = data
  const parts = profile
    ? [...profile.goals, ...profile.skills, ...profile.network, profile.lifeStage].filter(Boolean)
    : []
  return (
    <Section name="You">
      <p className="max-w-2xl text-sm text-ink-2">
        {parts.length > 0
          ? parts.join('; ')
          : 'Iris does not know you, so it does not say whether an idea fits you.'}{' '}
        <code className="font-mono">iris profile edit</code>
      </p>
    </Section>
  )
}
