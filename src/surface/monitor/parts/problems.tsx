import { Box } from 'ink'
import type { JSX } from 'react'
import { age } from '../../views/index.ts'
import type { Model } from '../controller.ts'
import { windowOf } from '../layout.ts'
import { Heading } from './heading.tsx'
import { Words } from './words.tsx'

const longestName = 18
const signs = { critical: '✗', problem: '✗', warning: '!' } as const
const tones = { critical: 'bad', problem: 'bad', warning: 'quiet' } as const

/** What is wrong now; the chosen one with the way out. */
export function Problems({
  model,
  columns,
  height,
}: {
  model: Model
  columns: number
  height: number
}): JSX.Element | null {
  const { scene, view, now } = model
  const { problems } = scene
  if (height === 0 || problems.length === 0) return null
  const chosen = Math.max(
    0,
    problems.findIndex(({ key }) => key === view.problem),
  )
  const hasAdvice = height > 2
  const { from, to } = windowOf(problems.length, height - (hasAdvice ? 2 : 1), chosen)
  const names = Math.min(longestName, Math.max(4, ...problems.map(({ team }) => team.length)))
  return (
    <Box flexDirection="column" width={columns} height={height} overflow="hidden" flexShrink={0}>
      <Heading
        name="Problems"
        count={problems.length}
        isChosen={view.pane === 'problems'}
        columns={columns}
      />
      {problems.slice(from, to).map((problem, place) => (
        <Box key={problem.key} flexDirection="column" flexShrink={0}>
          <Box height={1} gap={1}>
            <Box width={problem.team ? names + 2 : 1} flexShrink={0}>
              <Words tone={tones[problem.severity]}>{`${signs[problem.severity]} ${problem.team}`}</Words>
            </Box>
            <Box flexGrow={1} flexShrink={1}>
              <Words>{problem.words}</Words>
            </Box>
            {problem.at !== null && (
              <Box flexShrink={0}>
                <Words tone="quiet">{age(problem.at, now)}</Words>
              </Box>
            )}
          </Box>
          {hasAdvice && from + place === chosen && (
            <Box height={1} paddingLeft={2}>
              <Words tone="quiet">{problem.advice}</Words>
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
