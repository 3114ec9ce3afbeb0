import type { Artifact, ArtifactType, Idea } from '../../../contract/index.ts'

/** From here on an artifact is sure enough to be in the files of its idea. */
export const savedFrom = 0.7

/** Which type goes into which file, under which heading; within a file in this order. */
export const places: Readonly<Record<ArtifactType, { file: string; heading: string }>> = {
  'target-user': { file: 'target-users.md', heading: 'Target users' },
  problem: { file: 'problem-solution.md', heading: 'Problem' },
  'solution-concept': { file: 'problem-solution.md', heading: 'Solution' },
  differentiator: { file: 'problem-solution.md', heading: 'What is different' },
  development: { file: 'development.md', heading: 'Development' },
  market: { file: 'research/market.md', heading: 'Market' },
  competition: { file: 'research/competitive.md', heading: 'Competition' },
  technical: { file: 'research/technical.md', heading: 'Technical' },
  'mvp-features': { file: 'planning/mvp-scope.md', heading: 'First version' },
  brief: { file: 'planning/brief.md', heading: 'Brief' },
}

/** What an idea's files hold, by their paths: what is saved and was not taken back, and a README over it. */
export function filesOf(
  idea: Pick<Idea, 'title' | 'phase' | 'confidence' | 'complexity'>,
  artifacts: readonly Artifact[],
): Map<string, string> {
  const saved = artifacts.filter(({ isActive, isSaved }) => isActive && isSaved)
  const files = new Map<string, string>([['README.md', readme(idea, saved)]])
  for (const [type, { file, heading }] of Object.entries(places)) {
    const artifact = saved.find((one) => one.type === type)
    if (!artifact) continue
    const before = files.get(file)
    const section = `# ${heading}\n\n${artifact.text.trim()}\n`
    files.set(file, before === undefined ? section : `${before}\n${section}`)
  }
  return files
}

function readme(
  { title, phase, confidence, complexity }: Pick<Idea, 'title' | 'phase' | 'confidence' | 'complexity'>,
  saved: readonly Artifact[],
): string {
  const lines = saved.map(
    ({ type, summary }) => `- [${places[type].heading}](${places[type].file}): ${summary}`,
  )
  const figures = [
    `Phase: ${phase}.`,
    `Confidence: ${Math.round(confidence * 100)} %.`,
    ...(complexity === null ? [] : [`Complexity: ${complexity} of 10.`]),
  ]
  return `# ${title}\n\n${figures.join(' ')}\n\n${lines.join('\n')}\n`
}
