import { Box } from 'ink'
import type { JSX } from 'react'
import type { Model } from './model.ts'
import { isTooSmall, type Layout } from './layout.ts'
import { Asks } from './parts/asks.tsx'
import { Board } from './parts/board.tsx'
import { Footer } from './parts/footer.tsx'
import { Header } from './parts/header.tsx'
import { Help } from './parts/help.tsx'
import { Problems } from './parts/problems.tsx'
import { TailPane } from './parts/tail.tsx'
import { Colour, Words } from './parts/words.tsx'
import { screenLayout } from './screen-layout.ts'

/** The whole screen at a moment. */
export function Screen({ model, hasColour }: { model: Model; hasColour: boolean }): JSX.Element {
  const { scene, size, now } = model
  const layout = screenLayout(model)
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

function Body({ model, layout }: { model: Model; layout: Layout }): JSX.Element {
  const { columns, beside, heights } = layout
  const { rows } = model.size
  if (model.view.mode.at === 'help') return <Help columns={model.size.columns} height={rows - 4} />
  return (
    <>
      <Box flexDirection="column" width={columns}>
        <Asks model={model} layout={layout} />
        <Board model={model} columns={columns} height={heights.board} />
        <Problems model={model} columns={columns} height={heights.problems} />
        {beside === 0 && <TailPane model={model} columns={columns} height={heights.tail} />}
      </Box>
      {beside > 0 && <TailPane model={model} columns={beside} height={heights.tail} />}
    </>
  )
}
