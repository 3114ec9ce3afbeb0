import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../../../client/index.ts'
import type { EventEnvelope, LessonId } from '../../../../contract/plain.ts'
import { aboutLesson, type MetricsSpan } from '../../../views/index.ts'
import { reading } from '../../data/reading.ts'

const maxLessons = 200
const maxOrigins = 20
const slice = 1000
const maxSlices = 5
const spans = { day: 30, week: 26 } as const

export const knowledgeReading = reading({
  subject: 'knowledge',
  staleOn: ['ask', 'idea', 'lesson', 'opinion', 'review', 'spec', 'template', 'week'],
  queries: (client) => ({
    lessons: queryOptions({
      queryKey: ['knowledge', 'lessons'],
      queryFn: () => client.call('listLessons', { limit: maxLessons }),
    }),
    history: (lesson: LessonId) =>
      queryOptions({
        queryKey: ['knowledge', 'history', lesson],
        queryFn: () => readHistory(client, lesson),
      }),
    reviews: queryOptions({
      queryKey: ['knowledge', 'reviews'],
      queryFn: () => client.call('listReviews', {}),
    }),
    review: (build: string) =>
      queryOptions({
        queryKey: ['knowledge', 'review', build],
        queryFn: () => client.call('getReview', { build }),
      }),
    opinion: (build: string) =>
      queryOptions({
        queryKey: ['knowledge', 'opinion', build],
        queryFn: () => client.call('getOpinion', { build }),
      }),
    origin: (name: string) =>
      queryOptions({
        queryKey: ['knowledge', 'origin', name],
        queryFn: () => client.call('getOrigin', { name }),
      }),
    origins: queryOptions({
      queryKey: ['knowledge', 'origins'],
      queryFn: () => client.call('listOrigins', { limit: maxOrigins }),
    }),
    weeks: queryOptions({
      queryKey: ['knowledge', 'weeks'],
      queryFn: () => client.call('listWeeks', { limit: 1 }),
    }),
    metrics: (team: string, span: MetricsSpan) =>
      queryOptions({
        queryKey: ['knowledge', 'metrics', team, span],
        queryFn: () => client.call('readMetrics', { team, span, spans: spans[span] }),
      }),
  }),
})

const deeds = ['recorded', 'confirmed', 'noted', 'superseded', 'ended', 'restored', 'promoted', 'demoted']
const types = deeds.map((deed) => `lesson.${deed}`)

/** What happened to a lesson, the oldest first. The log has no index by lesson: the newest events about lessons are looked through. */
async function readHistory(client: Client, lesson: LessonId): Promise<EventEnvelope[]> {
  const events: EventEnvelope[] = []
  let before = Number.MAX_SAFE_INTEGER
  for (let page = 0; page < maxSlices; page += 1) {
    const found = await client.call('readEvents', { types, before, limit: slice })
    events.unshift(...found.events.filter((event) => aboutLesson(event, lesson)))
    if (found.previous === null) break
    before = found.previous
  }
  return events
}
