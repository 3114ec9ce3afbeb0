import { z } from 'zod'
import { messageOf } from '../platform/lib/index.ts'
import { readPattern, type Pattern } from './pattern.ts'
import { sideKinds } from './side-request.ts'

const maxWaitMs = 600_000

function pattern(plain: 'part' | 'whole'): z.ZodType<Pattern, string> {
  return z
    .string()
    .min(1)
    .transform((written, context) => {
      try {
        return readPattern(written, plain)
      } catch (error) {
        context.addIssue(`expected a regular expression: ${messageOf(error)}`)
        return z.NEVER
      }
    })
}

const When = z.strictObject({
  system: pattern('part').optional(),
  says: pattern('part').optional(),
  toolResult: pattern('part').optional(),
  last: pattern('part').optional(),
  heard: z
    .union([pattern('part').transform((one) => [one]), z.array(pattern('part')).min(1).max(20)])
    .optional(),
  tool: pattern('whole').optional(),
  model: pattern('part').optional(),
  cwd: pattern('part').optional(),
  agent: z.enum(['main', 'sub']).optional(),
  side: z.enum(sideKinds).optional(),
  turn: z.int().min(1).optional(),
})

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }

const Duration = z
  .string('expected a duration such as 200ms, 2s or 1m')
  .regex(/^\d{1,6}(ms|s|m)$/, 'expected a duration such as 200ms, 2s or 1m')
  .transform((written) => Number.parseInt(written, 10) * (unitMs[written.replace(/^\d+/, '')] ?? 0))
  .refine((ms) => ms <= maxWaitMs, 'expected at most 10m')

const Failure = z.strictObject({
  status: z.int().min(400).max(599),
  type: z.string().min(1).optional(),
  message: z.string().min(1).optional(),
  retryAfter: z.number().min(0).optional(),
  headers: z
    .record(
      z.string().regex(/^[a-z0-9-]+$/, 'expected a header name in small letters'),
      z.string().regex(/^[\u0020-\u007E]*$/, 'expected printable ASCII'),
    )
    .optional(),
})

const gateName = /^[\w-]{1,64}$/

const ToolInput = z
  .record(z.string(), z.unknown())
  .refine(isJson, 'expected values that JSON can hold')
  .default({})

const Search = z.strictObject({
  query: z.string().min(1),
  results: z
    .array(z.strictObject({ title: z.string().min(1), url: z.string().min(1) }))
    .max(20)
    .default([]),
})

const StepKeys = z
  .strictObject({
    thinking: z.string().min(1),
    text: z.string().min(1),
    tool: z.strictObject({ name: z.string().min(1), input: ToolInput }),
    search: Search,
    wait: Duration,
    gate: z.string().regex(gateName, 'expected a name of letters, digits, - and _'),
    fail: Failure,
    cut: z.literal(true),
    die: z.literal(true),
    stop: z.enum(['end_turn', 'max_tokens', 'stop_sequence', 'refusal', 'pause_turn']),
  })
  .partial()

const stepNames = Object.keys(StepKeys.shape).join(', ')

const Step = StepKeys.refine((step) => Object.keys(step).length === 1, {
  error: `expected exactly one of ${stepNames}`,
})

const Reply = z.preprocess(
  (written) => (typeof written === 'string' ? [{ text: written }] : written),
  z
    .array(Step)
    .min(1)
    .max(200)
    .superRefine((steps, context) => {
      const end = steps.findIndex((step) => step.fail ?? step.cut ?? step.die ?? step.stop)
      if (end === -1 || end === steps.length - 1) return
      context.addIssue({
        code: 'custom',
        path: [end + 1],
        message: 'expected nothing after fail, cut, die or stop',
      })
    }),
)

const tokens = z.int().min(0)

const Usage = z.strictObject({
  input: tokens.optional(),
  output: tokens.optional(),
  cacheRead: tokens.optional(),
  cacheWrite: tokens.optional(),
})

/** A playbook as it is written. */
export const PlaybookText = z.strictObject({
  name: z
    .string()
    .regex(/^[^\s\p{Cc}][^\p{Cc}]{0,79}$/u, 'expected a name of one line, at most 80 characters'),
  /** Another playbook, beside this one, whose lines come after its own. */
  extends: z.string().min(1).optional(),
  lines: z
    .array(
      z.strictObject({
        when: When.default({}),
        times: z.int().min(1).optional(),
        timesEach: z.int().min(1).optional(),
        reply: Reply,
        usage: Usage.default({}),
      }),
    )
    .min(1)
    .max(1000),
})

/** The conditions under which a line answers. */
export type When = z.infer<typeof When>
/** One step of a reply; exactly one key is set. */
export type Step = z.infer<typeof Step>
/** A failure that is played instead of, or in the middle of, an answer. */
export type Failure = z.infer<typeof Failure>
/** Tokens to report for a reply; what is left out is estimated. */
export type Usage = z.infer<typeof Usage>
/** Why a reply ends, as the API calls it. */
export type StopReason = NonNullable<Step['stop']> | 'tool_use'

/** One line of a playbook: when it answers and what it answers. */
export type Line = z.infer<typeof PlaybookText>['lines'][number] & {
  /** Its place among the lines, from 1. */
  position: number
  /** The row of the file it starts at, from 1. */
  row: number
}

/** A script for the model: the first line that fits answers. */
export interface Playbook {
  name: string
  lines: readonly Line[]
}

/** YAML can write what JSON cannot: an alias to itself, or nesting without end. */
function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}
