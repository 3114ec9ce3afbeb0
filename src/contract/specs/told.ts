import { z } from 'zod'
import { fence } from '../fencing.ts'
import { Spec, type WholeSpec } from './schemas.ts'

const whole = { most: Number.POSITIVE_INFINITY }

/** A spec as a tool gives it: what people and a model wrote is fenced, and stands nowhere else. */
export const SpecInTool = Spec.pick({
  key: true,
  team: true,
  state: true,
  lane: true,
  revision: true,
  tasks: true,
  ask: true,
  build: true,
}).extend({ told: z.string().describe('Its words; lines that begin with "| " are quoted') })

export function specInTool(spec: Spec, told: string = fence(spec.title)): z.infer<typeof SpecInTool> {
  const { key, team, state, lane, revision, tasks, ask, build } = spec
  return { key, team, state, lane, revision, tasks, ask, build, told }
}

/** The same with its documents, and what keeps it from going on. */
export function wholeSpecInTool(spec: WholeSpec): z.infer<typeof SpecInTool> {
  const why = spec.problem ?? spec.why
  const told = [
    fence(spec.title),
    ...(why === null ? [] : [`It waits:\n${fence(why)}`]),
    ...spec.files.map(({ name, text }) => `${name}:\n${fence(text, whole)}`),
  ]
  return specInTool(spec, told.join('\n\n'))
}
