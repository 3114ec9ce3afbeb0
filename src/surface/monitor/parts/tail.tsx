import { Box } from 'ink'
import type { JSX } from 'react'
import { callerWords, counted } from '../../views/index.ts'
import type { Model } from '../model.ts'
import type { Tail, TailItem } from '../tail.ts'
import { chosenRow } from '../view.ts'
import { clean, wrapped } from '../words.ts'
import { Heading } from './heading.tsx'
import { Words } from './words.tsx'

const gutter = 2

/** What one session does, the newest at the bottom. */
export function TailPane({
  model,
  columns,
  height,
}: {
  model: Model
  columns: number
  height: number
}): JSX.Element | null {
  const { view, tail } = model
  if (height === 0) return null
  const isChosen = view.pane === 'tail'
  const scroll = isChosen ? Math.min(view.scroll, Math.max(0, tail.items.length - 1)) : 0
  const items = tail.items.slice(0, tail.items.length - scroll).slice(-(height - 1))
  const name = nameOf(model)
  const note =
    scroll > 0 ? `${counted(scroll, 'newer line')} below, G follows` : view.isOpen ? 'Esc closes' : ''
  return (
    <Box flexDirection="column" width={columns} height={height} flexShrink={0}>
      <Heading name={name} isChosen={isChosen} columns={columns} note={note} />
      <Box
        flexDirection="column"
        height={height - 1}
        justifyContent={isShort(items, { columns, height: height - 1 }) ? 'flex-start' : 'flex-end'}
        overflow="hidden"
      >
        {items.length === 0 && <Words tone="quiet">{emptyWords(tail)}</Words>}
        {items.map((item, place) => (
          <Item key={`${item.seq}.${place}`} item={item} columns={columns} />
        ))}
      </Box>
    </Box>
  )
}

/** A short tail stands under its heading; a long one shows its end. */
function isShort(items: readonly TailItem[], room: { columns: number; height: number }): boolean {
  const lines = items.map(({ words }) => wrapped(words, room.columns - gutter).length)
  return lines.reduce((sum, count) => sum + count, 0) <= room.height
}

function emptyWords({ session, isRead }: Tail): string {
  return session && !isRead ? 'Reading …' : 'Nothing here yet; t tells it something.'
}

function nameOf(model: Model): string {
  const { scene, view, tail } = model
  const shown = scene.rows.find(({ session }) => session !== null && session === tail.session)
  const row = shown ?? chosenRow(view, scene)
  return row ? clean(`${callerWords(row.from)}→${row.team}`) : 'Session'
}

function Item({ item, columns }: { item: TailItem; columns: number }): JSX.Element {
  const { sign, words, tone, isLive } = item
  return (
    <Box width={columns} flexShrink={0}>
      <Box width={gutter} flexShrink={0}>
        <Words tone={tone}>{sign}</Words>
      </Box>
      <Box width={columns - gutter} flexShrink={0}>
        <Words tone={tone} wrap="wrap">
          {words}
          {isLive ? '▌' : ''}
        </Words>
      </Box>
    </Box>
  )
}
