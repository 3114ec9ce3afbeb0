import { Box } from 'ink'
import type { JSX } from 'react'
import { age } from '../../views/index.ts'
import { askBlock, nameColumns } from '../ask-block.ts'
import { titleOf, type SpanLine } from '../ask-lines.ts'
import type { OpenAsk } from '../asks.ts'
import type { Model } from '../model.ts'
import { windowOf, type Layout } from '../layout.ts'
import { chosenAsk } from '../view.ts'
import { clean } from '../words.ts'
import { Heading } from './heading.tsx'
import { Words } from './words.tsx'

const indent = 4

/** What waits for you; the chosen one with what it is about and its keys. */
export function Asks({ model, layout }: { model: Model; layout: Layout }): JSX.Element | null {
  const { scene, view, now } = model
  const { columns } = layout
  const height = layout.heights.asks
  const ask = chosenAsk(view, scene)
  if (height === 0 || !ask) return null
  const isOpen = view.isOpen && view.pane === 'asks'
  const { lines, isReadable } = askBlock(model, layout)
  const others = isOpen ? 0 : Math.max(0, height - 2 - lines.length)
  const { from, to } = windowOf(scene.asks.length, others + 1, scene.asks.indexOf(ask))
  const hidden = scene.openAsks - (to - from)
  const names = nameColumns(scene.asks)
  return (
    <Box flexDirection="column" width={columns} height={height} overflow="hidden" flexShrink={0}>
      <Heading
        name="Needs you"
        count={scene.openAsks}
        isChosen={view.pane === 'asks'}
        isUrgent
        columns={columns}
        note={isOpen ? (isReadable ? 'Esc closes' : '↓ reads on') : hidden > 0 ? `${hidden} more` : ''}
      />
      {scene.asks.slice(from, to).map((open) => (
        <Box key={open.ask} flexDirection="column" flexShrink={0}>
          <Title
            ask={open}
            title={titleOf(open, view.answering)}
            isChosen={open === ask}
            now={now}
            names={names}
          />
          {open === ask && lines.map((line, place) => <Line key={place} spans={line} />)}
        </Box>
      ))}
    </Box>
  )
}

function Title(props: {
  ask: OpenAsk
  title: string
  isChosen: boolean
  now: number
  names: number
}): JSX.Element {
  const { ask, title, isChosen, now, names } = props
  return (
    <Box height={1} justifyContent="space-between" gap={2} flexShrink={0}>
      <Box gap={1} flexShrink={1}>
        <Box width={names + 2} flexShrink={0}>
          <Words tone={isChosen ? 'needs' : 'ink'}>{`${isChosen ? '▸' : ' '} ${clean(ask.team)}`}</Words>
        </Box>
        <Words bold={isChosen}>{title}</Words>
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
