import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { CallInput, Lesson } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { Fault } from '../../parts/fault.tsx'

type Name =
  | 'confirmLesson'
  | 'rejectLesson'
  | 'retireLesson'
  | 'restoreLesson'
  | 'promoteLesson'
  | 'demoteLesson'
type Deed = { [N in Name]: [name: N, input: CallInput<N>] }[Name]
interface Button {
  words: string
  deed: Deed
}

/** What can be done with a lesson as it is, and undone. */
export function LessonDeeds(props: { lesson: Lesson; teams: ReadonlyMap<string, string> }): JSX.Element {
  const { client } = useWorld()
  const cache = useQueryClient()
  const call = useMutation({
    mutationFn: async ([name, input]: Deed) => ({ name, done: await client.call(name, input) }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['knowledge'] }),
  })
  const mayChange = useMayChange()
  if (!mayChange) return <p className="mt-2 text-ink-2">{onlyLooks}</p>
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {deedsOf(props).map(({ words, deed }) => (
        <button
          key={words}
          type="button"
          className="button"
          disabled={call.isPending}
          onClick={() => call.mutate(deed)}
        >
          {words}
        </button>
      ))}
      {call.data?.name === 'promoteLesson' && (
        <span role="status">
          Nothing is written yet.{' '}
          <Link to="/inbox" className="link">
            Look at the diff and say yes or no
          </Link>
        </span>
      )}
      {call.error && <Fault error={call.error} />}
    </div>
  )
}

function deedsOf({ lesson, teams }: { lesson: Lesson; teams: ReadonlyMap<string, string> }): Button[] {
  const of = { lesson: lesson.lesson }
  const { status, missing, promotedTo, project } = lesson
  if (status === 'unconfirmed')
    return [
      { words: 'Confirm', deed: ['confirmLesson', of] },
      { words: 'Reject', deed: ['rejectLesson', of] },
    ]
  if (status === 'rejected' || status === 'retired' || status === 'superseded')
    return [{ words: 'Undo', deed: ['restoreLesson', of] }]
  const homes = missing.length > 0 ? [] : [...teams].filter(([slug]) => project === null || slug === project)
  const promotions = homes
    .filter(([, team]) => !promotedTo.includes(team))
    .map(([, team]): Button => ({
      words: `Put into CLAUDE.md of ${team} …`,
      deed: ['promoteLesson', { ...of, team }],
    }))
  const demotions = promotedTo.map((team): Button => ({
    words: `Take out of CLAUDE.md of ${team}`,
    deed: ['demoteLesson', { ...of, team }],
  }))
  return [...promotions, ...demotions, { words: 'Retire', deed: ['retireLesson', of] }]
}
