import { Box } from 'ink'
import type { JSX } from 'react'
import { askLines, shortened } from './ask-lines.ts'
import type { Model } from './controller.ts'
import { footerLines } from './footer-lines.ts'
import { isTooSmall, layoutOf, listColumns } from './layout.ts'
import { Asks } from './parts/asks.tsx'
import { Board } from './parts/board.tsx'
import { Footer } from './parts/footer.tsx'
import { Header } from './parts/header.tsx'
import { Help } from './parts/help.tsx'
import { Problems } from './parts/problems.tsx'
import { TailPane } from './parts/tail.tsx'
import { Colour, Words } from './parts/words.tsx'
import { chosenAsk } from './view.ts'

const firstTeamLines = 3

/** The whole screen at a moment. */
export function Screen({ model, hasColour }: { model: Model; hasColour: boolean }): JSX.Element {
  const { scene, view, size, now } = model
  const room = { ...size, rows: size.rows - footerLines(model).lines.length + 1 }
  const layout = layoutOf(room, wantsOf(model), view.isOpen ? view.pane : null)
  return (
    <Colour value={hasColour}>
      {isTooSmall(size) ? (
        <Words wrap="wrap">{`${scene.sentence} The monitor needs 40 columns and 10 rows.`}</Words>
      ) : (
        <Box flexDirection="column" width={size.columns} height={size.rows}>
          <Header scene={scene} now={now} columns={size.columns} />
          <Box flexGrow={1} gap={2} overflow="hidden">
            <Body model={model} layout={layout} />
          </Box>
          <Footer model={model} />
        </Box>
      )}
    </Colour>
  )
}

function Body({ model, layout }: { model: Model; layout: ReturnType<typeof layoutOf> }): JSX.Element {
  const { columns, beside, heights } = layout
  const { rows } = model.size
  if (model.view.mode.at === 'help') return <Help columns={model.size.columns} height={rows - 4} />
  return (
    <>
      <Box flexDirection="column" width={columns}>
        <Asks model={model} columns={columns} height={heights.asks} />
        <Board model={model} columns={columns} height={heights.board} />
        <Problems model={model} columns={columns} height={heights.problems} />
        {beside === 0 && <TailPane model={model} columns={columns} height={heights.tail} />}
      </Box>
      {beside > 0 && <TailPane model={model} columns={beside} height={heights.tail} />}
    </>
  )
}

/** How many rows each list would fill, its heading included. */
function wantsOf(model: Model): Parameters<typeof layoutOf>[1] {
  const { scene, view, size, now } = model
  const ask = chosenAsk(view, scene)
  const lines =
    ask && askLines(ask, { answering: view.answering, columns: listColumns(size.columns) - 4, now })
  const chosen = lines ? shortened(lines.detail).length + lines.keys.length : 0
  return {
    asks: scene.asks.length === 0 ? 0 : 1 + scene.asks.length + chosen,
    board: 1 + (scene.rows.length || firstTeamLines),
    problems: scene.problems.length === 0 ? 0 : 2 + scene.problems.length,
  }
}
