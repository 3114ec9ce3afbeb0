import { readCondition, type Facts } from './condition.ts'

/** A question that a trigger asks. Words in braces are filled in from the facts. */
interface TriggerQuestion {
  type: 'blocking' | 'clarifying' | 'confirming' | 'educational' | 'celebratory' | 'preference'
  text: string
  context: string
  options: readonly {
    label: string
    description: string
    recommended: boolean
    implications?: string | undefined
  }[]
  allowFreeText: boolean
  default?: string | undefined
}

/** What is asked when something happens. */
export interface Trigger {
  event: string
  /** Only in this phase. */
  phase?: string | undefined
  /** Only when this holds. */
  condition?: string | undefined
  questions: readonly TriggerQuestion[]
}

/** What happened, and what is known of it. */
export interface TriggerMoment {
  agent: string
  event: string
  phase?: string | undefined
  facts: Facts
  /** Keys of the questions that were asked before. */
  asked: readonly string[]
}

/** A question to be asked now; the key is asked once. */
export type TriggeredQuestion = TriggerQuestion & { key: string }

/** The questions that are due: each once for the same agent, event and subject. */
export function triggeredBy(triggers: readonly Trigger[], moment: TriggerMoment): TriggeredQuestion[] {
  const asked = new Set(moment.asked)
  return triggers
    .filter((trigger) => isDue(trigger, moment))
    .flatMap((trigger) => trigger.questions.map((question) => filled(question, moment)))
    .map((question, place) => ({ ...question, key: keyOf(moment, place) }))
    .filter(({ key }) => !asked.has(key))
}

function isDue({ event, phase, condition }: Trigger, moment: TriggerMoment): boolean {
  if (event !== moment.event || (phase !== undefined && phase !== moment.phase)) return false
  if (condition === undefined) return true
  const read = readCondition(condition)
  return 'holds' in read && read.holds(moment.facts)
}

function keyOf({ agent, event, facts }: TriggerMoment, place: number): string {
  const subject = facts['task_id'] ?? facts['task'] ?? ''
  return [agent, event, subject, place].filter((part) => part !== '').join('|')
}

function filled(question: TriggerQuestion, { facts }: TriggerMoment): TriggerQuestion {
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(facts, name) ? String(facts[name]) : whole,
    )
  return {
    ...question,
    text: fill(question.text),
    context: fill(question.context),
    ...(question.default === undefined ? {} : { default: fill(question.default) }),
    options: question.options.map((option) => ({
      ...option,
      description: fill(option.description),
      ...(option.implications === undefined ? {} : { implications: fill(option.implications) }),
    })),
  }
}
