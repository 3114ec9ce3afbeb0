import type { SpecLane, SpecScope } from '../../../contract/index.ts'

const maxDirectWords = 40
const maxQuickWords = 400
const maxDirectParts = 2

/** What is seldom as small as it sounds. */
const delicate =
  /\b(?:migrat\w*|schema|database|auth\w*|login|passwords?|secur\w*|encrypt\w*|payments?|billing|public api|breaking)\b/i

/** How much ceremony a goal of this size deserves. */
export function laneOf(goal: string, scope: SpecScope): SpecLane {
  const words = goal.split(/\s+/).filter((word) => word !== '').length
  const parts = goal.split('\n').filter((line) => /^\s*(?:[-*]|\d+[.)])\s/.test(line)).length
  if (scope === 'full' || words > maxQuickWords) return 'full'
  const isSmall = words <= maxDirectWords && parts <= maxDirectParts && !delicate.test(goal)
  return isSmall ? 'direct' : 'quick'
}
