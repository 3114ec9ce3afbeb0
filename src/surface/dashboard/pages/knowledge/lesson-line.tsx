import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { Lesson } from '../../../../contract/plain.ts'
import { holdsForWords, lessonEventWords, worthOver } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../../parts/age.tsx'
import { Line } from '../../parts/line.tsx'
import { LessonDeeds } from './lesson-deeds.tsx'
import { knowledgeReading } from './queries.ts'

/** A lesson with what it is worth; opened, its evidence, what happened to it, and what can be done with it. */
export function LessonLine(props: { lesson: Lesson; teams: ReadonlyMap<string, string> }): JSX.Element {
  const { lesson, teams } = props
  const { text, confidence, occurrences, status, promotedTo } = lesson
  return (
    <li className="py-2">
      <details className="group">
        <summary className="cursor-pointer">
          <span className="[overflow-wrap:anywhere]">{text}</span>
          <span className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-2">
            <span>worth {confidence.toFixed(2)}</span>
            <span>seen {occurrences === 1 ? 'once' : `${occurrences} times`}</span>
            <span>{holdsForWords(lesson)}</span>
            <span>{status}</span>
            {promotedTo.length > 0 && <span>in CLAUDE.md</span>}
          </span>
        </summary>
        <Opened lesson={lesson} teams={teams} />
      </details>
    </li>
  )
}

function Opened({ lesson, teams }: { lesson: Lesson; teams: ReadonlyMap<string, string> }): JSX.Element {
  const { data } = useQuery(useReading(knowledgeReading).history(lesson.lesson))
  const { evidence, author, prevented, failedAgain, missing } = lesson
  return (
    <div className="mt-2 grid gap-4 text-sm md:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="min-w-0">
        <p className="[overflow-wrap:anywhere] text-ink-2">
          {evidence === '' ? 'No evidence was given.' : evidence}
        </p>
        <p className="mt-1 text-ink-2">
          Recorded by {author.name}. It prevented {prevented} and failed {failedAgain} times all the same.
        </p>
        {missing.length > 0 && <p className="mt-1 text-ink-2">For CLAUDE.md: {missing.join('; ')}.</p>}
        <LessonDeeds lesson={lesson} teams={teams} />
      </div>
      <div>
        <Line
          name="Worth over time"
          values={worthOver(data ?? [], lesson)}
          say={(value) => value.toFixed(2)}
        />
        <ol className="mt-2">
          {data?.map((event) => (
            <li key={event.seq} className="flex justify-between gap-3 py-0.5">
              <span>{lessonEventWords(event)}</span>
              <span className="shrink-0 text-xs text-ink-3">
                <Age at={event.at} />
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
