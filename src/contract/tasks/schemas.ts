import { z } from 'zod'
import { prefixedId } from '../ids.ts'

export const TaskId = prefixedId('tsk')
export type TaskId = z.infer<typeof TaskId>

/** What a task was made by somebody. What follows from other tasks is derived. */
export const StoredTaskStatus = z.enum([
  'pending',
  'in_progress',
  'complete',
  'failed',
  'skipped',
  'deferred',
  'cancelled',
])
export type StoredTaskStatus = z.infer<typeof StoredTaskStatus>

/** Where a task is: what somebody made it, or, of one that nobody began, what follows from those it waits for. */
export const TaskStatus = z.enum([...StoredTaskStatus.options, 'ready', 'blocked'])
export type TaskStatus = z.infer<typeof TaskStatus>

/** What an edge means, read from the task that has it: it waits for the other, runs if that fails, is part of it, or has to do with it. */
export const EdgeType = z.enum(['blocks', 'on_failure_of', 'parent', 'link'])
export type EdgeType = z.infer<typeof EdgeType>

/** What a task does to a file. */
export const FileAction = z.enum(['CREATE', 'UPDATE', 'DELETE', 'READ'])

/** A file of the project that a task plans to touch. */
export const TaskFile = z.object({
  path: z
    .string()
    .min(1)
    .max(1000)
    .regex(
      /^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\0]+$/,
      'a path inside the project, without .. and not from the root',
    ),
  action: FileAction,
})
export type TaskFile = z.infer<typeof TaskFile>

/** What the output of a check must be, besides how it exits. */
const Expected = z.object({
  exit: z.int().min(0).max(255).default(0),
  stdoutIncludes: z.string().optional(),
  stdoutMatches: z.string().optional(),
  jsonPath: z.string().optional(),
})

/** What proves a task: a command that Iris runs, or words that a person ticks. */
export const TaskCheck = z.union([
  z.object({ command: z.string().min(1).max(10_000), expected: Expected }),
  z.object({ manual: z.string().min(1).max(10_000), command: z.string().max(10_000).optional() }),
])
export type TaskCheck = z.infer<typeof TaskCheck>

/** A task's id or its key, such as `shop-42`. */
export const TaskName = z
  .string()
  .regex(/^(?:tsk_[0-9a-z]{26}|[a-z0-9][a-z0-9-]*-[1-9]\d*)$/, 'a key such as shop-42, or an id')
  .describe('Its key, such as shop-42, or its id')

/** 0 is the most urgent. */
export const Priority = z.coerce.number().int().min(0).max(4).describe('0, the most urgent, to 4')

/** One edge as its task shows it. */
const TaskEdge = z.object({
  type: EdgeType,
  task: TaskId.nullable().describe('Null for a task outside this project'),
  name: z.string().describe('The key of the other task, or its name outside'),
  waivedBy: z.string().nullable().describe('Who said that the task need not wait for it'),
})
export type TaskEdge = z.infer<typeof TaskEdge>

/** A unit of work with files, edges and a check. */
export const Task = z.object({
  task: TaskId,
  key: z.string(),
  project: z.string().describe('The slug of its project'),
  number: z.int(),
  title: z.string(),
  text: z.string().describe('What is to be done, beyond the title'),
  status: TaskStatus,
  why: z.string().nullable().describe('Why it is not ready, in words'),
  priority: z.int(),
  phase: z.string().nullable(),
  isOptional: z.boolean(),
  files: z.array(TaskFile),
  edges: z.array(TaskEdge),
  check: TaskCheck.nullable(),
  checkBy: z
    .string()
    .nullable()
    .optional()
    .describe('The agent that said what proves it: a pass then waits for a person'),
  source: z
    .object({
      format: z.string(),
      path: z.string(),
      id: z.string().describe('What the file calls it'),
      line: z.int(),
    })
    .nullable(),
  createdAt: z.int(),
  changedAt: z.int(),
})
export type Task = z.infer<typeof Task>

/** How a try to do a task ended. */
export const AttemptEnding = z.enum(['passed', 'failed', 'stopped', 'died'])
export type AttemptEnding = z.infer<typeof AttemptEnding>

/** Why it failed, as the rule `failure` says. */
const FailureClass = z.string().min(1).max(64)

/** One try to do a task. */
export const TaskAttempt = z.object({
  number: z.int(),
  by: z.string().describe('Who works'),
  startedAt: z.int(),
  endedAt: z.int().nullable(),
  how: AttemptEnding.nullable().describe('Null while it runs'),
  failure: FailureClass.nullable().describe('The class of the failure'),
  costUsd: z.number().nullable(),
  base: z.string().nullable().describe('The commit it began at'),
  check: z.string().nullable().describe('The id of the result of its check'),
})
export type TaskAttempt = z.infer<typeof TaskAttempt>

/** Something wrong, or doubtful, in a task file. */
export const TaskFileMistake = z.object({
  code: z.string(),
  task: z.string().optional(),
  line: z.int().optional(),
  message: z.string(),
  isError: z.boolean(),
})
