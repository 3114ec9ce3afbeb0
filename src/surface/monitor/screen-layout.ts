import { askBlock, wantedLines } from './ask-block.ts'
import type { Model } from './model.ts'
import { footerLines } from './footer-lines.ts'
import { layoutOf, listColumns, type Layout } from './layout.ts'
import { chosenAsk } from './view.ts'

const firstTeamLines = 3

/** Shares the screen out among what there is to show. */
export function screenLayout(model: Model): Layout {
  const { view, size } = model
  const room = { ...size, rows: size.rows - footerLines(model).lines.length + 1 }
  return layoutOf(room, wantsOf(model), view.isOpen ? view.pane : null)
}

/** The chosen ask as it stands on the screen of this model. */
export function shownAsk(model: Model): ReturnType<typeof askBlock> {
  return askBlock(model, screenLayout(model))
}

/** How many rows each list would fill, its heading included. */
function wantsOf(model: Model): Parameters<typeof layoutOf>[1] {
  const { scene, view, size } = model
  const ask = chosenAsk(view, scene)
  const chosen = ask ? wantedLines(model, ask, listColumns(size.columns)) : 0
  return {
    asks: scene.asks.length === 0 ? 0 : 1 + scene.asks.length + chosen,
    board: 1 + (scene.rows.length || firstTeamLines),
    problems: scene.problems.length === 0 ? 0 : 2 + scene.problems.length,
  }
}
