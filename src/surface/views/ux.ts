import {
  seconds,
  type UxBarrier,
  type UxJourney,
  type UxPart,
  type UxState,
  type UxTest,
} from '../../contract/plain.ts'
import type { Tone } from './runs.ts'

const words: Readonly<Record<UxState, string>> = {
  waiting: 'waiting',
  asked: 'waits for you to say as whom',
  running: 'goes through the journeys',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
}
const tones: Readonly<Partial<Record<UxState, Tone>>> = {
  asked: 'needs',
  running: 'work',
  done: 'good',
  failed: 'bad',
  interrupted: 'bad',
}

/** Where a UX test is, in words and in colour. */
export function stateOfUx({ state }: Pick<UxTest, 'state'>): { words: string; tone: Tone } {
  return { words: words[state], tone: tones[state] ?? 'quiet' }
}

/** Whether it has not ended yet. */
export function isOpenUx({ state }: Pick<UxTest, 'state'>): boolean {
  return state === 'waiting' || state === 'asked' || state === 'running'
}

/** What a test came to in a few words: the score, or where it is. */
export function scoreOfUx(test: Pick<UxTest, 'state' | 'score'>): string {
  return test.score === null ? stateOfUx(test).words : `${test.score} of 100`
}

const partWords: Readonly<Record<UxPart['part'], string>> = {
  done: 'Journeys that came to their end',
  in_time: 'Journeys in the expected time',
  open: 'Pages without barriers',
}

/** A part of the score, in words and in figures. */
export function uxPartWords({ part, points, most }: UxPart): { name: string; figures: string } {
  return { name: partWords[part], figures: `${Number(points.toFixed(1))} of ${most}` }
}

/** How a journey went: where it broke, or whether it was in time. */
export function stateOfJourney({
  isDone,
  actualMs,
  expectedMs,
}: Pick<UxJourney, 'isDone' | 'actualMs' | 'expectedMs'>): { words: string; tone: Tone } {
  if (!isDone) return { words: 'did not come to its end', tone: 'bad' }
  return actualMs <= expectedMs
    ? { words: 'in time', tone: 'good' }
    : { words: 'later than expected', tone: 'quiet' }
}

/** `0.9s of 3.0s expected`. */
export function journeyTime({ actualMs, expectedMs }: Pick<UxJourney, 'actualMs' | 'expectedMs'>): string {
  return `${seconds(actualMs)} of ${seconds(expectedMs)} expected`
}

/** The journeys of each persona, in the order in which they were gone through. */
export function byPersona(
  journeys: readonly UxJourney[],
): { persona: string; journeys: readonly UxJourney[] }[] {
  const personas = [...new Set(journeys.map(({ persona }) => persona))]
  return personas.map((persona) => ({
    persona,
    journeys: journeys.filter((journey) => journey.persona === persona),
  }))
}

const impacts = ['critical', 'serious', 'moderate', 'minor'] as const satisfies readonly UxBarrier['impact'][]

/** The barriers of each severity, the worst first. */
export function bySeverity(
  barriers: readonly UxBarrier[],
): { impact: UxBarrier['impact']; tone: Tone; barriers: readonly UxBarrier[] }[] {
  return impacts.flatMap((impact) => {
    const own = barriers.filter((barrier) => barrier.impact === impact)
    const tone = impact === 'critical' || impact === 'serious' ? 'bad' : 'quiet'
    return own.length === 0 ? [] : [{ impact, tone, barriers: own }]
  })
}
