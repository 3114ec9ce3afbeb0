import { Box } from 'ink'
import type { JSX } from 'react'
import type { Model } from '../model.ts'
import { footerLines } from '../footer-lines.ts'
import type { LineEdit } from '../line-edit.ts'
import { shownAsk } from '../screen-layout.ts'
import { chosenLimited, type Mode } from '../view.ts'
import { clean } from '../words.ts'
import { Words } from './words.tsx'

/** What just happened, and what can be pressed. */
export function Footer({ model }: { model: Model }): JSX.Element {
  const { view, size } = model
  const { lines, tone } = footerLines(model)
  const advice = view.mode.at === 'looking' ? view.notice?.advice : undefined
  return (
    <Box flexDirection="column" height={lines.length + 1} width={size.columns} flexShrink={0}>
      {lines.map((line, place) => (
        <Box key={place} height={1} flexShrink={0}>
          <Words tone={tone}>{line}</Words>
        </Box>
      ))}
      <Box height={1} flexShrink={0}>
        {advice ? <Words>{advice}</Words> : <Bottom mode={view.mode} model={model} />}
      </Box>
    </Box>
  )
}

function Bottom({ mode, model }: { mode: Mode; model: Model }): JSX.Element {
  switch (mode.at) {
    case 'confirming':
      return (
        <Words>
          <Words tone="accent">y</Words> yes, any other key no
        </Words>
      )
    case 'writing':
      return <Prompt label={labelOf(mode)} line={mode.line} columns={model.size.columns} />
    case 'help':
      return <Words tone="quiet">any key closes this</Words>
    case 'looking':
      return <Keys model={model} />
    default:
      return mode satisfies never
  }
}

function labelOf(mode: Extract<Mode, { at: 'writing' }>): string {
  if ('answer' in mode.for) return 'Answer'
  const { team, from, run } = mode.for.tell
  if (run) return `Tell the run's leader in ${team}`
  return from === 'user' ? `Tell ${team}` : `Tell ${team} for ${from}`
}

/** The end of what is written, as far as it fits. */
function Prompt({ label, line, columns }: { label: string; line: LineEdit; columns: number }): JSX.Element {
  const room = Math.max(10, columns - label.length - 6)
  const before = flat(line.before)
  const shown = before.length > room ? `…${before.slice(-(room - 1))}` : before
  const [under = ' ', ...rest] = flat(line.after)
  return (
    <Words>
      <Words tone="accent" bold>{`${clean(label)} › `}</Words>
      {shown}
      <Words inverse>{under}</Words>
      {rest.join('')}
    </Words>
  )
}

function flat(text: string): string {
  return clean(text).replaceAll('\n', '⏎')
}

function Keys({ model }: { model: Model }): JSX.Element {
  const { scene, view } = model
  const keys: [string, string][] = [
    ['↑↓', 'move'],
    ['Tab', 'pane'],
    view.isOpen ? ['Esc', 'close'] : ['Enter', 'open'],
    ...(scene.asks.length > 0 && shownAsk(model).isReadable
      ? ([['r', 'reply']] satisfies [string, string][])
      : []),
    ...(chosenLimited(view, scene).length > 0
      ? ([
          ['R', 'run again'],
          ['L', 'drop it'],
        ] satisfies [string, string][])
      : []),
    ['t', 'tell'],
    ['i', 'interrupt'],
    ['?', 'help'],
    ['q', 'quit'],
  ]
  return (
    <Words tone="quiet">
      {keys.map(([key, does]) => (
        <Words key={key}>
          <Words tone="accent">{key}</Words>
          <Words tone="quiet">{` ${does}  `}</Words>
        </Words>
      ))}
    </Words>
  )
}
