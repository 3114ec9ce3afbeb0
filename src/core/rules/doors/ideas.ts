import { z } from 'zod'
import { ideaPhases, judgeTransition } from '../transition.ts'
import {
  discoverLesson,
  isPromotable,
  lessonDefaults,
  lessonStatus,
  recordSimilar,
  stepLesson,
  type LessonStanding,
} from '../lesson.ts'
import { door, Name, Share } from './door.ts'

const Artifact = z.object({ type: Name, confidence: Share.nullish(), status: z.string().nullish() })
const Decision = z.object({
  type: z.string(),
  assumption: z.string().nullish(),
  outcome: z.string().nullish(),
})

export const transitionDoor = door('transition', {
  summary: 'says whether an idea goes to its next phase, or what is missing',
  shape: z.object({
    phase: z.enum(ideaPhases),
    signals: z.object({
      artifacts: z.array(Artifact).default([]),
      decisions: z.array(Decision).default([]),
      risks: z.array(z.unknown()).default([]),
      confidence: Share.default(0),
    }),
  }),
  decide: ({ phase, signals: { artifacts, decisions, risks, confidence } }) =>
    judgeTransition(phase, {
      artifacts: artifacts.map(({ type, confidence: own, status }) => ({
        type,
        confidence: own ?? undefined,
        isActive: (status ?? 'active') === 'active',
      })),
      validations: decisions
        .filter(({ type }) => type === 'validation')
        .map(({ assumption, outcome }) => ({
          assumption: assumption ?? '',
          held: (outcome ?? 'held') === 'held',
        })),
      risks: risks.length,
      confidence,
    }),
})

const Step = z.discriminatedUnion('op', [
  z.object({ op: z.literal('discover'), confidence: Share.default(lessonDefaults.discovered) }),
  z.object({ op: z.literal('record_similar'), confidence: Share }),
  z.object({ op: z.literal('seen_again') }),
  z.object({ op: z.literal('prevented') }),
  z.object({ op: z.literal('failed_again') }),
  z.object({ op: z.literal('idle_days'), days: z.number().min(0) }),
])
type Step = z.output<typeof Step>

export const lessonDoor = door('lesson', {
  summary: 'says what a lesson is worth after what happened to it',
  shape: z.object({
    steps: z
      .array(Step)
      .min(1)
      .refine(([first]) => first === undefined || 'confidence' in first, {
        error: 'the first step must discover or record_similar',
      }),
  }),
  decide: ({ steps }) => {
    const { rows, lesson } = steps.reduce<Kept>(take, { rows: 0, lesson: undefined })
    if (!lesson) return { rows, active_rows: 0 }
    const { confidence, occurrences } = lesson
    return {
      rows,
      active_rows: 1,
      confidence,
      occurrences,
      status: lessonStatus(lesson),
      promotable: isPromotable(lesson),
    }
  },
})

interface Kept {
  rows: number
  lesson: LessonStanding | undefined
}

function take({ rows, lesson }: Kept, step: Step): Kept {
  if (step.op === 'discover' || step.op === 'record_similar') {
    if (!lesson) return { rows: rows + 1, lesson: discoverLesson(step.confidence) }
    const { supersedes, standing } = recordSimilar(lesson, step.confidence)
    return { rows: supersedes ? rows + 1 : rows, lesson: standing }
  }
  return { rows, lesson: lesson && stepLesson(lesson, step) }
}
