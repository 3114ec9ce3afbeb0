import { Box } from 'ink'
import type { JSX } from 'react'
import { Words } from './words.tsx'

/** The line above a pane: its name, a hairline, and a note at its end. */
export function Heading(props: {
  name: string
  count?: number
  note?: string
  isChosen: boolean
  isUrgent?: boolean
  columns: number
}): JSX.Element {
  const { name, count, note = '', isChosen, isUrgent = false, columns } = props
  const label = count === undefined ? name : `${name} ${count}`
  const taken = label.length + 1 + (note === '' ? 0 : note.length + 1)
  return (
    <Box width={columns} height={1} flexShrink={0}>
      <Words tone="quiet">
        <Words tone={isUrgent ? 'needs' : isChosen ? 'accent' : 'ink'} bold={isChosen || isUrgent}>
          {name}
        </Words>
        {label.slice(name.length)} {'─'.repeat(Math.max(0, columns - taken))}
        {note === '' ? '' : ` ${note}`}
      </Words>
    </Box>
  )
}
