import { Box } from 'ink'
import type { JSX } from 'react'
import { age } from '../../views/index.ts'
import type { Model } from '../model.ts'
import { windowOf } from '../layout.ts'
import type { ShownProblem } from '../problems.ts'
import { Heading } from './heading.tsx'
import { Words } from './words.tsx'

const maxName = 18
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
  const names = Math.min(maxName, Math.max(4, ...problems.map(({ team }) => team.length)))
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
          {hasAdvice && from + place === chosen && <WayOut problem={problem} />}
        </Box>
      ))}
    </Box>
  )
}

/** Where there is no room for all of it, the advice is cut and what to type is not. */
function WayOut({ problem: { advice, command } }: { problem: ShownProblem }): JSX.Element {
  return (
    <Box height={1} paddingLeft={2} gap={2}>
      <Box flexShrink={1}>
        <Words tone="quiet">{advice}</Words>
      </Box>
      {command !== null && (
        <Box flexShrink={0}>
          <Words>{`$ ${command}`}</Words>
        </Box>
      )}
    </Box>
  )
}
