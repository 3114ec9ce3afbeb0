import type { Artifact, IdeaDecision, IdeaRisk } from '../../../contract/index.ts'
import { places } from './files.ts'

const needed = ['problem', 'target-user', 'solution-concept'] as const
const order = [...needed, 'differentiator', 'mvp-features', 'technical', 'market', 'competition'] as const

/** A brief of what was written down, for an idea whose model gave none; undefined when what it must have is not there. */
export function briefOf(of: {
  title: string
  artifacts: readonly Artifact[]
  decisions: readonly IdeaDecision[]
  risks: readonly IdeaRisk[]
}): string | undefined {
  const active = new Map(of.artifacts.filter(({ isActive }) => isActive).map((one) => [one.type, one]))
  if (needed.some((type) => !active.has(type))) return undefined
  const sections = order.flatMap((type) => {
    const artifact = active.get(type)
    return artifact ? [`## ${places[type].heading}\n\n${artifact.text.trim()}`] : []
  })
  const held = of.decisions.map(({ text, outcome }) => `- ${text}${outcome === null ? '' : ` (${outcome})`}`)
  const risks = of.risks.map(({ text, severity }) => `- ${text} (${severity})`)
  return [
    of.title,
    ...sections,
    ...(held.length > 0 ? [`## What was decided and found\n\n${held.join('\n')}`] : []),
    ...(risks.length > 0 ? [`## Risks\n\n${risks.join('\n')}`] : []),
  ].join('\n\n')
}
