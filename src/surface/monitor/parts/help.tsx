import { Box } from 'ink'
import type { JSX } from 'react'
import { Heading } from './heading.tsx'
import { Words } from './words.tsx'

const keys: readonly (readonly [string, string])[] = [
  ['y a n 1–9', 'answer the chosen ask, as its keys say'],
  ['r', 'answer in your own words, or say why not'],
  ['t', 'tell the team of the chosen line something'],
  ['i', 'interrupt its turn; asks first'],
  ['↑ ↓  j k', 'move in the pane; in a session, scroll'],
  ['PgUp PgDn  g G', 'by ten, to the top, to the end'],
  ['Tab', 'next pane; Shift-Tab goes back'],
  ['Enter', 'open what is chosen, or answer with what is marked'],
  ['Esc', 'close it, or drop what you write'],
  ['q  Ctrl-C', 'leave; teams go on by themselves'],
]

/** Every key. */
export function Help({ columns, height }: { columns: number; height: number }): JSX.Element {
  return (
    <Box flexDirection="column" width={columns} height={height} overflow="hidden">
      <Heading name="Keys" isChosen columns={columns} />
      {keys.map(([key, does]) => (
        <Box key={key} height={1} flexShrink={0}>
          <Box width={18} flexShrink={0}>
            <Words tone="accent">{key}</Words>
          </Box>
          <Words>{does}</Words>
        </Box>
      ))}
    </Box>
  )
}
