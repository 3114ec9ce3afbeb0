import { Box } from 'ink'
import type { JSX } from 'react'
import { age, oneLine } from '../../views/index.ts'
import { askLines, shortened, type SpanLine } from '../ask-lines.ts'
import type { OpenAsk } from '../asks.ts'
import type { Model } from '../controller.ts'
import { windowOf } from '../layout.ts'
import { chosenAsk } from '../view.ts'
import { clean } from '../words.ts'
import { Heading } from './heading.tsx'
import { Words } from './words.tsx'

const indent = 4
const longestName = 18

/** What waits for you; the chosen one with what it is about and its keys. */
export function Asks({
  model,
  columns,
  height,
}: {
  model: Model
  columns: number
  height: number
}): JSX.Element | null {
  const { scene, view, now } = model
  const ask = chosenAsk(view, scene)
  if (height === 0 || !ask) return null
  const { detail, keys } = askLines(ask, { answering: view.answering, columns: columns - indent, now })
  const isOpen = view.isOpen && view.pane === 'asks'
  const body = isOpen ? detail.slice(scrolled(view.scroll, detail.length)) : shortened(detail)
  const room = height - 2 - keys.length
  const lines = [...body.slice(0, Math.max(0, room)), ...keys]
  const others = isOpen ? 0 : Math.max(0, height - 2 - lines.length)
  const { from, to } = windowOf(scene.asks.length, others + 1, scene.asks.indexOf(ask))
  const names = Math.min(longestName, Math.max(...scene.asks.map(({ team }) => team.length)))
  return (
    <Box flexDirection="column" width={columns} height={height} overflow="hidden" flexShrink={0}>
      <Heading
        name="Needs you"
        count={scene.asks.length}
        isChosen={view.pane === 'asks'}
        isUrgent
        columns={columns}
        note={isOpen ? 'Esc closes' : ''}
      />
      {scene.asks.slice(from, to).map((open) => (
        <Box key={open.ask} flexDirection="column" flexShrink={0}>
          <Title ask={open} isChosen={open === ask} now={now} names={names} />
          {open === ask && lines.map((line, place) => <Line key={place} spans={line} />)}
        </Box>
      ))}
    </Box>
  )
}

function scrolled(scroll: number, lines: number): number {
  return Math.min(scroll, Math.max(0, lines - 1))
}

function Title(props: { ask: OpenAsk; isChosen: boolean; now: number; names: number }): JSX.Element {
  const { ask, isChosen, now, names } = props
  return (
    <Box height={1} justifyContent="space-between" gap={2} flexShrink={0}>
      <Box gap={1} flexShrink={1}>
        <Box width={names + 2} flexShrink={0}>
          <Words tone={isChosen ? 'needs' : 'ink'}>{`${isChosen ? '▸' : ' '} ${clean(ask.team)}`}</Words>
        </Box>
        <Words bold={isChosen}>{clean(oneLine(ask.title, 300))}</Words>
      </Box>
      <Box flexShrink={0}>
        <Words tone="quiet">{age(ask.askedAt, now)}</Words>
      </Box>
    </Box>
  )
}

function Line({ spans }: { spans: SpanLine }): JSX.Element {
  return (
    <Box height={1} paddingLeft={indent} flexShrink={0}>
      <Words>
        {spans.map(({ words, tone }, place) => (
          <Words key={place} tone={tone}>
            {words}
          </Words>
        ))}
      </Words>
    </Box>
  )
}
