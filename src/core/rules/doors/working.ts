import { z } from 'zod'
import { suggestLevel } from '../check-level.ts'
import { fitContext } from '../context-budget.ts'
import { findDivergences } from '../divergence.ts'
import { dueQuestions } from '../question-triggers.ts'
import { Count, door, Minutes, Name } from './door.ts'

export const contextDoor = door('context', {
  summary: 'says what of the context fits a budget of tokens, and what is cut',
  shape: z.object({
    budget: Count,
    items: z.array(
      z.object({
        name: Name,
        required: z.boolean().default(false),
        entries: z.array(Count),
        min: Count.default(0),
        max: Count.optional(),
      }),
    ),
  }),
  decide: ({ budget, items }) =>
    fitContext(
      items.map(({ max = Number.POSITIVE_INFINITY, ...item }) => ({ ...item, max })),
      budget,
    ),
})

export const levelDoor = door('level', {
  summary: 'suggests how thoroughly to check a change, by its files',
  shape: z.object({ files: z.array(Name), release: z.boolean().default(false) }),
  decide: ({ files, release }) => suggestLevel({ files, isRelease: release }),
})

export const divergenceDoor = door('divergence', {
  summary: 'finds where the work differs from its plan',
  shape: z.object({
    planned_files: z.array(Name).default([]),
    touched_files: z.array(Name).default([]),
    changed_approach: z.array(Name).default([]),
    requirements: z.array(z.object({ id: Name, covered_by: z.array(Name).default([]) })).default([]),
    verdicts: z
      .array(
        z.object({ subject: Name, verdict: z.enum(['good', 'bad', 'intentional']), evidence: z.string() }),
      )
      .default([]),
  }),
  decide: (work) => ({
    divergences: findDivergences({
      plannedFiles: work.planned_files,
      touchedFiles: work.touched_files,
      changedApproach: work.changed_approach,
      requirements: work.requirements.map(({ id, covered_by: coveredBy }) => ({ id, coveredBy })),
      verdicts: work.verdicts,
    }),
  }),
})

export const questionsDoor = door('questions', {
  summary: 'says which questions of a build are due, each of them once',
  shape: z.object({
    agent: Name,
    completed: Count,
    total: Count,
    running: z.array(z.object({ task: Name, phase: z.string(), minutes: Minutes })).default([]),
    finished: z.array(z.object({ phase: z.string(), minutes: Minutes })).default([]),
    given_up: z.array(Name).default([]),
    asked: z.array(z.string()).default([]),
  }),
  decide: ({ given_up: givenUp, ...build }) => ({ due: dueQuestions({ ...build, givenUp }) }),
})
