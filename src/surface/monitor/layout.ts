import type { Pane } from './view.ts'

export interface Size {
  columns: number
  rows: number
}

/** How much of the screen each part has; a pane without rows is not shown. */
export interface Layout {
  /** Columns of the panes, and of the tail when it stands beside them. */
  columns: number
  beside: number
  heights: Readonly<Record<Pane, number>>
}

const least: Size = { columns: 40, rows: 10 }
const wideFrom = 120
const widestList = 110
/** Two lines above the panes and two below. */
const around = 4
const leastTail = 5
/** A heading and one line. */
const leastPane = 2

/** Shares the screen out. `wants` is how many rows each list would fill, heading included; 0 when it is empty. */
export function layoutOf(
  size: Size,
  wants: Readonly<Record<Exclude<Pane, 'tail'>, number>>,
  open: Pane | null,
): Layout {
  const { columns, rows } = size
  const body = Math.max(0, rows - around)
  if (open) return { columns, beside: 0, heights: { ...none, [open]: body } }
  if (columns < wideFrom) return { columns, beside: 0, heights: stacked(body, wants) }
  const list = listColumns(columns)
  const heights = { ...shared(body, wants), tail: body }
  return { columns: list, beside: columns - list - 2, heights }
}

/** True when no screen fits. */
export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < least.columns || rows < least.rows
}

/** How wide the lists are, unless one pane is open. */
export function listColumns(columns: number): number {
  return columns < wideFrom ? columns : Math.min(widestList, Math.floor(columns * 0.58))
}

const none = { asks: 0, board: 0, problems: 0, tail: 0 }

function stacked(body: number, wants: Parameters<typeof layoutOf>[1]): Record<Pane, number> {
  const lists = shared(body - (body >= 14 ? leastTail : 0), wants)
  const rest = body - lists.asks - lists.board - lists.problems
  return { ...lists, tail: rest >= leastPane ? rest : 0 }
}

/** What needs somebody comes first, what is wrong is kept short, the board takes what is left. */
function shared(room: number, wants: Parameters<typeof layoutOf>[1]): Record<Exclude<Pane, 'tail'>, number> {
  const asks = Math.min(wants.asks, Math.max(leastPane, Math.floor(room * 0.6)))
  const forProblems = Math.min(wants.problems, Math.max(leastPane, Math.floor(room * 0.25)))
  const problems = room - asks - forProblems >= leastPane ? forProblems : 0
  const board = Math.max(0, Math.min(wants.board, room - asks - problems))
  return { asks, problems, board }
}

/** Which of many lines to show so that the chosen one is among them: the first, and how many. */
export function windowOf(count: number, height: number, chosen: number): { from: number; to: number } {
  const shown = Math.max(0, Math.min(count, height))
  const from = Math.max(0, Math.min(count - shown, chosen - Math.floor(shown / 2)))
  return { from, to: from + shown }
}
