import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AskId, EventType, UxBarrier, UxId, UxJourney } from '../../../contract/index.ts'
import { askOf, readTriggers } from '../../../core/inbox/index.ts'
import { triggersDoor } from '../../../core/rules/index.ts'
import { packageFolder } from '../../../platform/lib/index.ts'
import type { UxContext } from './context.ts'

const file = 'ux.questions.yaml'
const maxAsked = 5

/** The event of the log that fires each trigger of the file. */
const firedBy = {
  before_ux_testing: 'build.ended',
  usability_concern: 'ux.ended',
  accessibility_violation: 'ux.ended',
  ux_testing_complete: 'ux.ended',
} as const satisfies Readonly<Record<string, EventType>>

/** Something that happened to a UX test, and what is known of it. */
export interface Moment {
  event: keyof typeof firedBy
  facts: Readonly<Record<string, string | number>>
}

export function readQuestions(): ReturnType<typeof readTriggers> {
  return readTriggers(readFileSync(join(packageFolder(), 'roles', file), 'utf8'), file)
}

/** Asks what an event fires and was not asked before; within the change that is under way. */
export function ask(
  { triggers, rows, inbox, rulings, log }: UxContext,
  ux: UxId,
  { event, by, facts }: Moment & { by: EventType },
): AskId[] {
  const row = rows.get(ux)
  if (!row || firedBy[event] !== by) return []
  const asked: string[] = JSON.parse(row.asked)
  const { subject, team } = row
  const own = triggers.filter((trigger) => trigger.event === event)
  const inputs = { triggers: own, agent: ux, event, facts: { ...facts, subject }, asked }
  const outcome = triggersDoor.decide(inputs)
  if (outcome.due.length === 0) return []
  return log.write((append) => {
    rulings.keep(triggersDoor, { inputs, outcome, about: subject })
    rows.set(ux, { asked: JSON.stringify([...asked, ...outcome.due.map(({ key }) => key)]) })
    return outcome.due.map((question) => {
      const { ask: raised } = inbox.raise({
        ...askOf({ ...question, options: [...question.options], default: question.default }),
        source: 'ux',
        kind: 'decision',
        reversible: true,
        tags: ['ux', event, subject, ux],
        team,
        caller: subject,
      })
      rows.addQuestion({ ask: raised.id, ux, title: String(facts['title'] ?? ''), details: question.text })
      append({ type: 'ux.asked', data: { ux, of: subject, team, ask: raised.id, event } })
      return raised.id
    })
  })
}

/** What is to be asked or told when a UX test has ended. */
export function momentsOf(
  journeys: readonly UxJourney[],
  barriers: readonly UxBarrier[],
  score: number | null,
): Moment[] {
  const slow = journeys.filter(({ actualMs, expectedMs }) => actualMs > expectedMs * 2)
  const worst = barriers.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return [
    ...slow.slice(0, maxAsked).map(slowMoment),
    ...worst.slice(0, maxAsked).map(barrierMoment),
    ...(score === null ? [] : [completeMoment(journeys, barriers, score)]),
  ]
}

function slowMoment({ journey, persona, expectedMs, actualMs, friction }: UxJourney): Moment {
  return {
    event: 'usability_concern',
    facts: {
      task: `${journey} as ${persona}`,
      title: `${journey} takes ${persona} ${actualMs} ms`,
      action: `${journey}, as ${persona}`,
      task_time: actualMs,
      expected_time: expectedMs,
      friction_list: friction.map((one) => `- ${one}`).join('\n') || '- Nothing stood out.',
    },
  }
}

function barrierMoment({ rule, impact, level, words, element, page }: UxBarrier): Moment {
  return {
    event: 'accessibility_violation',
    facts: {
      task: `${rule} ${element}`,
      title: `${words} (${rule})`,
      violation: words,
      level,
      impact,
      element,
      page,
    },
  }
}

function completeMoment(
  journeys: readonly UxJourney[],
  barriers: readonly UxBarrier[],
  score: number,
): Moment {
  const good = journeys.filter(({ isDone, actualMs, expectedMs }) => isDone && actualMs <= expectedMs)
  const broken = journeys.filter(({ isDone }) => !isDone)
  const listed = (lines: readonly string[]): string =>
    lines
      .slice(0, maxAsked)
      .map((line) => `- ${line}`)
      .join('\n') || '- none'
  return {
    event: 'ux_testing_complete',
    facts: {
      score,
      highlights: listed(
        good.map(({ journey, persona, actualMs }) => `${journey} as ${persona}: ${actualMs} ms`),
      ),
      improvements: listed([
        ...broken.map(({ journey, persona, words }) => `${journey} as ${persona}: ${words ?? ''}`),
        ...barriers.map(({ words, page }) => `${page}: ${words}`),
      ]),
    },
  }
}
