import { z } from 'zod'
import { fence } from '../fencing.ts'
import { Idea, IdeaMessage, type Profile, type WholeIdea } from './schemas.ts'

const whole = { most: Number.POSITIVE_INFINITY }

/** An idea as a tool gives it: what people said and a model wrote is fenced, and stands nowhere else. */
export const IdeaInTool = Idea.pick({
  idea: true,
  slug: true,
  phase: true,
  progress: true,
  state: true,
  missing: true,
  waitsFor: true,
}).extend({ told: z.string().describe('Its words; lines that begin with "| " are quoted') })

export function ideaInTool(idea: Idea, told: string = fence(idea.title)): z.infer<typeof IdeaInTool> {
  const { slug, phase, progress, state, missing, waitsFor } = idea
  return { idea: idea.idea, slug, phase, progress, state, missing, waitsFor, told }
}

/** The same with all that was written down. */
export function wholeIdeaInTool(idea: WholeIdea): z.infer<typeof IdeaInTool> {
  const written = idea.artifacts.filter(({ isActive }) => isActive)
  const told = [
    fence(idea.title),
    ...written.map(({ type, text }) => `${type}:\n${fence(text, whole)}`),
    ...idea.decisions.map(({ text, outcome }) => `decided${outcome ? `, ${outcome}` : ''}:\n${fence(text)}`),
    ...idea.risks.map(({ text, severity }) => `a ${severity} risk:\n${fence(text)}`),
  ]
  return ideaInTool(idea, told.join('\n\n'))
}

/** What was said, as a tool gives it. */
export const SaidInTool = IdeaMessage.pick({ n: true, by: true }).extend({ told: z.string() })

export function saidInTool({ n, by, text }: IdeaMessage): z.infer<typeof SaidInTool> {
  return { n, by, told: fence(text, whole) }
}

/** Who the person is, as a tool gives it: each goal, skill and acquaintance a quoted line. */
export const ProfileInTool = z.object({
  status: z.enum(['ok', 'unknown']),
  told: z.string().describe('Lines that begin with "| " are quoted'),
})

export function profileInTool(profile: Profile | null): z.infer<typeof ProfileInTool> {
  if (profile === null) return { status: 'unknown', told: 'Nobody said yet who the person is.' }
  const { goals, skills, network, lifeStage } = profile
  const parts = { goals, skills, network, lifeStage: lifeStage === '' ? [] : [lifeStage] }
  const told = Object.entries(parts).map(([name, lines]) =>
    lines.length === 0 ? `${name}: none` : [`${name}:`, ...lines.map((line) => fence(line))].join('\n'),
  )
  return { status: 'ok', told: told.join('\n') }
}
