import type { SessionId } from '../../contract/plain.ts'
import type { Limited, SeatMove } from '../views/index.ts'
import { nothingAnswered, type Answering } from './answering.ts'
import type { AnswerTo, OpenAsk } from './asks.ts'
import type { LineEdit } from './line-edit.ts'
import type { Row } from './row.ts'
import type { Scene } from './scene.ts'
import type { Tone } from './theme.ts'

/** A part of the screen that keys can be meant for. */
export type Pane = 'asks' | 'board' | 'problems' | 'tail'

/** Where something is told or interrupted. */
export type Place = Pick<Row, 'team' | 'from' | 'run'>

/** What the monitor does for somebody. */
export type Effect =
  | { do: 'answer'; answer: AnswerTo; words: string }
  | ({ do: 'tell'; message: string } & Place)
  | ({ do: 'interrupt' } & Place)
  | { do: 'retry' | 'leave'; of: readonly Limited[] }
  | { do: 'seat'; move: SeatMove; project: string; seat: string; name: string }
  | { do: 'quit' }

/** What keys mean just now. */
export type Mode =
  | { at: 'looking' }
  | { at: 'help' }
  | { at: 'confirming'; question: string; effect: Effect }
  | { at: 'writing'; for: { tell: Place } | { answer: Answering }; line: LineEdit }

/** A sentence about what just happened. */
export interface Notice {
  words: string
  /** The way out. */
  advice?: string
  tone: Tone
}

/** Where somebody looks and what they are about to do; what is there to see is the scene. */
export interface View {
  pane: Pane
  /** The pane takes the whole screen. */
  isOpen: boolean
  row: string | null
  problem: string | null
  answering: Answering | null
  /** Items above the end of the tail; lines below the top of an open ask. */
  scroll: number
  /** The question of an open ask whose end has been on the screen. */
  read: string | null
  mode: Mode
  notice: Notice | null
  /** The ask whose answer is under way. */
  pending: OpenAsk['ask'] | null
  /** Answer keys mean nothing before this moment of the steady clock. */
  heldUntil: number
}

/** Long enough for a key that was on its way, short enough not to be felt. */
const holdMs = 400

export const firstView: View = {
  pane: 'board',
  isOpen: false,
  row: null,
  problem: null,
  answering: null,
  scroll: 0,
  read: null,
  mode: { at: 'looking' },
  notice: null,
  pending: null,
  heldUntil: -Infinity,
}

/** The panes that are there, from top to bottom. */
export function panesOf(scene: Scene): Pane[] {
  return [
    ...(scene.asks.length > 0 ? (['asks'] as const) : []),
    'board',
    ...(scene.problems.length > 0 ? (['problems'] as const) : []),
    'tail',
  ]
}

/** Fits a view to what is there now: what was chosen may have gone. */
export function settle(view: View, scene: Scene, steady: number): View {
  const row = scene.rows.some(({ key }) => key === view.row) ? view.row : (scene.rows[0]?.key ?? null)
  // Unless somebody is among the problems, the first is the one to see.
  const isKept = view.pane === 'problems' && scene.problems.some(({ key }) => key === view.problem)
  const problem = isKept ? view.problem : (scene.problems[0]?.key ?? null)
  const first = view.row === null && scene.asks.length > 0 ? 'asks' : view.pane
  const pane = panesOf(scene).includes(first) ? first : 'board'
  const isOpen = view.isOpen && pane === view.pane
  const settled = settleAsk({ ...view, row, problem, pane, isOpen }, scene, steady)
  return settleReading(withAskedRow(settleInterrupt(settled, scene), scene))
}

/** Who closes an ask reads it anew. */
function settleReading(view: View): View {
  return view.isOpen && view.pane === 'asks' ? view : { ...view, read: null }
}

/** Nobody is asked about the interruption of a turn that has ended meanwhile. */
function settleInterrupt(view: View, scene: Scene): View {
  const { mode } = view
  if (mode.at !== 'confirming' || mode.effect.do !== 'interrupt') return view
  const row = chosenRow(view, scene)
  if (row && canInterrupt(row)) return view
  return {
    ...view,
    mode: { at: 'looking' },
    notice: { words: 'The turn has already ended.', tone: 'quiet' },
  }
}

/** Something runs there, or waits for an answer. */
export function canInterrupt({ isAtWork, lane, opens, seat }: Row): boolean {
  return opens === null && seat === null && (isAtWork || lane === 'needs_you')
}

/** Among the asks, the line of the team that asks is the chosen one. */
function withAskedRow(view: View, scene: Scene): View {
  const session = view.pane === 'asks' ? chosenAsk(view, scene)?.session : undefined
  return scene.rows.some(({ key }) => key === session) ? { ...view, row: session ?? null } : view
}

function settleAsk(view: View, scene: Scene, steady: number): View {
  const { answering, mode } = view
  if (chosenAsk(view, scene)) return view
  const [next] = scene.asks
  const isAnswering = mode.at === 'writing' && 'answer' in mode.for
  const isConfirming = mode.at === 'confirming' && mode.effect.do === 'answer'
  const gone = isAnswering || isConfirming
  return {
    ...view,
    answering: next ? nothingAnswered(next.ask) : null,
    isOpen: view.isOpen && view.pane !== 'asks',
    mode: gone ? { at: 'looking' } : mode,
    notice: gone
      ? { words: 'Someone else answered that, or its agent moved on.', tone: 'needs' }
      : view.notice,
    heldUntil: answering && next ? steady + holdMs : view.heldUntil,
  }
}

/** Which question of which ask stands now. */
export function readingOf({ answering }: View): string | null {
  return answering && `${answering.ask} ${answering.given.length}`
}

export function chosenAsk({ answering }: View, scene: Scene): OpenAsk | undefined {
  return scene.asks.find(({ ask }) => ask === answering?.ask)
}

export function chosenRow({ row }: View, scene: Scene): Row | undefined {
  return scene.rows.find(({ key }) => key === row)
}

/** What met a limit there: of the problem that is chosen, else of the line. */
export function chosenLimited(view: View, scene: Scene): readonly Limited[] {
  const problem = view.pane === 'problems' && scene.problems.find(({ key }) => key === view.problem)
  if (problem) return problem.limited
  const limited = chosenRow(view, scene)?.limited
  return limited ? [limited] : []
}

/** The session whose tail is shown: that of the problem or line that is chosen. */
export function shownSession(view: View, scene: Scene): SessionId | undefined {
  const problem = scene.problems.find(({ key }) => key === view.problem)
  if (view.pane === 'problems' && problem?.session) return problem.session
  return chosenRow(view, scene)?.session ?? undefined
}
