import { Box } from 'ink'
import type { JSX } from 'react'
import { pageGroups, type PageGroup } from '../../views/index.ts'
import { Heading } from './heading.tsx'
import { Words } from './words.tsx'

const keys: readonly (readonly [string, string])[] = [
  ['y a n 1–9', 'answer the chosen ask, once you have seen all of it'],
  ['r', 'answer in your own words, or say why not'],
  ['t', 'tell the chosen team something'],
  ['i', 'interrupt its turn; asks first'],
  ['R  L', 'run what hit a limit now, or drop it'],
  ['h  p  x', 'a seat: hand it over, pause it or go on, replace who has it'],
  ['↑ ↓  j k', 'move in the pane; in a session, scroll'],
  ['PgUp PgDn  g G', 'by ten, to the top, to the end'],
  ['Tab', 'next pane; Shift-Tab goes back'],
  ['Enter', 'open what is chosen, or answer with what is marked'],
  ['Esc', 'close it, or discard what you typed'],
  ['q  Ctrl-C', 'quit; your teams keep working'],
]

/** Which commands show what this screen does not, by the groups of the dashboard. */
const elsewhere: Readonly<Record<PageGroup, string>> = {
  now: 'this screen; iris inbox has every ask',
  work: 'iris runs, iris spec, iris builds, iris sessions, iris report <team>',
  talk: 'iris ask, iris chat, iris idea, iris org',
  house: 'iris limits, iris status, iris config edit; iris open for a browser',
}

/** Every key, and where to find the rest. */
export function Help({ columns, height }: { columns: number; height: number }): JSX.Element {
  return (
    <Box flexDirection="column" width={columns} height={height} overflow="hidden">
      <Heading name="Keys" isChosen columns={columns} />
      {keys.map(([key, does]) => (
        <Row key={key} name={key} words={does} />
      ))}
      <Heading name="Elsewhere" isChosen={false} columns={columns} />
      {pageGroups.map(({ group, name }) => (
        <Row key={group} name={name} words={elsewhere[group]} />
      ))}
    </Box>
  )
}

function Row({ name, words }: { name: string; words: string }): JSX.Element {
  return (
    <Box height={1} flexShrink={0}>
      <Box width={18} flexShrink={0}>
        <Words tone="accent">{name}</Words>
      </Box>
      <Words>{words}</Words>
    </Box>
  )
}
