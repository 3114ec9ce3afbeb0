import { expect, test } from 'vitest'
import type { UxBarrier, UxJourney } from '../../contract/plain.ts'
import {
  byPersona,
  bySeverity,
  journeyTime,
  scoreOfUx,
  stateOfJourney,
  stateOfUx,
  uxPartWords,
} from './ux.ts'

const journey = (persona: string, more: Partial<UxJourney> = {}): UxJourney => ({
  journey: 'Buy',
  persona,
  isDone: true,
  words: null,
  expectedMs: 3000,
  actualMs: 850,
  friction: [],
  pictures: [],
  ...more,
})
// Only what they are grouped by.
const barrier = (impact: UxBarrier['impact'], rule: string) => ({ impact, rule }) as UxBarrier

test('[UXR10] a score is told with its parts, and what has none by where it is', () => {
  expect(scoreOfUx({ state: 'done', score: 85 })).toBe('85 of 100')
  expect(scoreOfUx({ state: 'running', score: null })).toBe('goes through the journeys')
  expect(stateOfUx({ state: 'asked' })).toEqual({ words: 'waits for you to say as whom', tone: 'needs' })
  const words = (['done', 'in_time', 'open'] as const).map((part) =>
    uxPartWords({ part, points: 100 / 3, most: 50 }),
  )
  expect(words).toEqual([
    { name: 'Journeys that came to their end', figures: '33.3 of 50' },
    { name: 'Journeys in the expected time', figures: '33.3 of 50' },
    { name: 'Pages without barriers', figures: '33.3 of 50' },
  ])
})

test('[UXR10] journeys stand under their persona with both times; one that broke, or was late, is no good one', () => {
  const journeys = [journey('Ann'), journey('Bea'), journey('Ann', { journey: 'Pay' })]
  expect(byPersona(journeys).map((one) => [one.persona, one.journeys.map((own) => own.journey)])).toEqual([
    ['Ann', ['Buy', 'Pay']],
    ['Bea', ['Buy']],
  ])
  expect(journeyTime(journey('Ann'))).toBe('0.8s of 3.0s expected')
  const tones = [{}, { actualMs: 3001 }, { isDone: false }].map(
    (more) => stateOfJourney(journey('Ann', more)).tone,
  )
  expect(tones).toEqual(['good', 'quiet', 'bad'])
})

test('[UXR10] barriers stand by how much they matter, the worst first', () => {
  const found = [
    barrier('minor', 'a'),
    barrier('critical', 'b'),
    barrier('serious', 'c'),
    barrier('critical', 'd'),
  ]
  expect(bySeverity(found).map(({ impact, tone, barriers }) => [impact, tone, barriers.length])).toEqual([
    ['critical', 'bad', 2],
    ['serious', 'bad', 1],
    ['minor', 'quiet', 1],
  ])
  expect(bySeverity([])).toEqual([])
})
