import { Box } from 'ink'
import type { JSX } from 'react'
import { age, laneNames, money } from '../../views/index.ts'
import type { Model } from '../model.ts'
import { windowOf } from '../layout.ts'
import type { Row } from '../row.ts'
import { clean } from '../words.ts'
import { Heading } from './heading.tsx'
import { Words } from './words.tsx'

const laneColumns = 11
const maxName = { wide: 18, narrow: 12 }
const figuresFrom = 66

/** Every team under where it stands. */
export function Board({
  model,
  columns,
  height,
}: {
  model: Model
  columns: number
  height: number
}): JSX.Element | null {
  const { scene, view, now } = model
  if (height === 0) return null
  const { rows } = scene
  const chosen = Math.max(
    0,
    rows.findIndex(({ key }) => key === view.row),
  )
  const { from, to } = windowOf(rows.length, height - 1, chosen)
  const hidden = rows.length - (to - from)
  const most = columns < figuresFrom ? maxName.narrow : maxName.wide
  const names = Math.min(most, Math.max(4, ...rows.map((row) => row.name.length)))
  const isRehearsed = scene.spent.costUsd === 0 && scene.spent.rehearsedUsd > 0
  return (
    <Box flexDirection="column" width={columns} height={height} overflow="hidden" flexShrink={0}>
      <Heading
        name="Teams"
        count={new Set(rows.map(({ team }) => team).filter(Boolean)).size}
        isChosen={view.pane === 'board'}
        columns={columns}
        note={noteOf(hidden, columns, isRehearsed)}
      />
      {rows.length === 0 && scene.daemon && <FirstTeam />}
      {rows.slice(from, to).map((row, place) => (
        <Box key={row.key} height={1} flexShrink={0}>
          <Lane row={row} isFirst={place === 0 || rows[from + place - 1]?.lane !== row.lane} />
          <Line row={row} isChosen={row.key === view.row} names={names} />
          {columns >= figuresFrom && <Figures row={row} now={now} isRehearsed={isRehearsed} />}
        </Box>
      ))}
    </Box>
  )
}

function Lane({ row, isFirst }: { row: Row; isFirst: boolean }): JSX.Element {
  return (
    <Box width={laneColumns} flexShrink={0}>
      <Words tone={row.lane === 'needs_you' ? 'needs' : 'quiet'}>{isFirst ? laneNames[row.lane] : ''}</Words>
    </Box>
  )
}

function Line({ row, isChosen, names }: { row: Row; isChosen: boolean; names: number }): JSX.Element {
  const tone = row.isTrouble ? 'bad' : row.isAtWork ? 'ink' : 'quiet'
  return (
    <Box flexGrow={1} flexShrink={1} overflow="hidden">
      <Box width={2} flexShrink={0}>
        <Words tone="accent">{isChosen ? '▸' : ' '}</Words>
      </Box>
      <Box width={names + 2} paddingRight={2} flexShrink={0}>
        <Words bold={isChosen || !row.isFurther} tone={row.isFurther ? 'quiet' : 'ink'}>
          {clean(row.name)}
        </Words>
      </Box>
      <Box flexGrow={1} flexShrink={1}>
        <Words tone={tone}>
          {row.isAtWork && <Words tone="accent">● </Words>}
          {row.doing}
          {!row.isFurther && row.from !== 'user' && !row.run && (
            <Words tone="quiet">{`  for ${clean(row.from)}`}</Words>
          )}
          {row.queued > 0 && <Words tone="quiet">{`  ${row.queued} queued`}</Words>}
        </Words>
      </Box>
    </Box>
  )
}

/** Where nothing was paid today, the column has what was rehearsed, and is called so. */
function noteOf(hidden: number, columns: number, isRehearsed: boolean): string {
  const money = isRehearsed ? 'rehearsed' : 'today'
  const names = columns >= figuresFrom ? figuresLine('context', money, 'used').trimStart() : ''
  return [hidden > 0 ? `${hidden} more` : '', names].filter(Boolean).join('  ')
}

function figuresLine(context: string, cost: string, used: string): string {
  return `${context.padStart(8)}${cost.padStart(10)}${used.padStart(6)}`
}

/** Figures align right; “–” is what nobody measured. */
function Figures(props: { row: Row; now: number; isRehearsed: boolean }): JSX.Element {
  const { row, now, isRehearsed } = props
  const context = row.contextPercent === null ? '–' : `${Math.round(row.contextPercent)}%`
  const used = row.lastUsedAt === null ? '–' : age(row.lastUsedAt, now).replace(' ago', '')
  const spent = isRehearsed ? row.rehearsedTodayUsd : row.costTodayUsd
  const cost = row.isFurther ? '' : isRehearsed && spent === 0 ? '–' : money(spent)
  return (
    <Box flexShrink={0}>
      <Words tone="quiet">{figuresLine(context, cost, used)}</Words>
    </Box>
  )
}

function FirstTeam(): JSX.Element {
  return (
    <Box flexDirection="column" paddingLeft={2}>
      <Words>A team is a project folder with a name. Add one, then tell it something:</Words>
      <Words tone="accent">{'  iris teams add shop ~/code/shop'}</Words>
      <Words tone="accent">{'  iris tell shop "What does this project do?"'}</Words>
    </Box>
  )
}
