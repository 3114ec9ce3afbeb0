import { z } from 'zod'

/** A rule as it is tried by hand: what it is for, and what it makes of an input. */
export interface RuleDoor {
  name: string
  summary: string
  try(input: unknown): TriedRule
}

/** What a rule decided, or why the input is not of the shape it takes. */
type TriedRule = { ok: true; decision: unknown } | { ok: false; problems: string[] }

/** A rule as code asks it: with the very input that can be tried by hand, so that what went in can be tried again. */
export interface TypedDoor<Input, Decision> extends RuleDoor {
  decide(input: Input): Decision
}

/** A rule that takes input of a shape. */
export function door<Shape extends z.ZodType, Decision>(
  name: string,
  about: { summary: string; shape: Shape; decide: (input: z.output<Shape>) => Decision },
): TypedDoor<z.input<Shape>, Decision> {
  return {
    decide: (input) => about.decide(about.shape.parse(input)),
    name,
    summary: about.summary,
    try(input) {
      const read = about.shape.safeParse(input)
      if (!read.success) return { ok: false, problems: read.error.issues.map(problemOf) }
      return { ok: true, decision: about.decide(read.data) }
    },
  }
}

function problemOf({ path, message }: { path: PropertyKey[]; message: string }): string {
  return path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`
}

export const Count = z.number().int().min(0)
export const Share = z.number().min(0).max(1)
export const Minutes = z.number().min(0)
export const Name = z.string().min(1)
export const Moment = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), {
    error: 'expected a time such as 2026-01-10T12:00:00Z',
  })
  .transform((text) => Date.parse(text))
