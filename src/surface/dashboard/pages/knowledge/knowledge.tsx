import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import { counted, teamsReviewed } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../../parts/fault.tsx'
import { Page } from '../../parts/page.tsx'
import { Lessons } from './lessons.tsx'
import { Metrics } from './metrics.tsx'
import { LastWeek, Origins } from './origin.tsx'
import { knowledgeReading } from './queries.ts'
import { Reviews } from './reviews.tsx'

/** What was learned: how builds go over time, lessons with what they are worth, and reviews. */
export function Knowledge(): JSX.Element {
  const reads = useReading(knowledgeReading)
  const lessons = useQuery(reads.lessons)
  const reviews = useQuery(reads.reviews)
  const error = lessons.error ?? reviews.error
  if (error)
    return (
      <Page>
        <Fault error={error} />
      </Page>
    )
  if (!lessons.data || !reviews.data)
    return (
      <Page>
        <p className="text-ink-3">Reading what was learned …</p>
      </Page>
    )
  const inUse = lessons.data.counts.active ?? 0
  const teams = teamsReviewed(reviews.data.reviews)
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">
        {inUse === 0 ? 'No lesson is in use.' : `${counted(inUse, 'lesson')} in use.`}
      </h1>
      <LastWeek />
      <div className="mt-6 flex flex-col gap-8">
        {teams.size > 0 && <Metrics teams={teams} />}
        <Lessons lessons={lessons.data.lessons} isWhole={lessons.data.next === null} teams={teams} />
        <Reviews reviews={reviews.data.reviews} />
        <Origins />
      </div>
    </Page>
  )
}
