import { counted, oneLine, addsGrant, type Limited } from '../views/index.ts'
import { chooseOption, giveMarked, giveWords, nothingAnswered, type Step } from './answering.ts'
import type { OpenAsk } from './asks.ts'
import { edits, emptyLine, insert, textOf } from './line-edit.ts'
import { fitsFooter } from './footer-lines.ts'
import type { Size } from './layout.ts'
import type { Scene } from './scene.ts'
import { noticeOf } from './things.ts'
import { pressOnSeat, toldInRoom } from './seats.ts'
import {
  canInterrupt,
  chosenAsk,
  chosenLimited,
  chosenRow,
  panesOf,
  type Effect,
  type Mode,
  type Notice,
  type Pane,
  type View,
} from './view.ts'

/** A key by its name (`up`, `enter`, `ctrl-c`), or a character. */
export type Key = { name: string } | { text: string }

/** What a key comes to. */
export interface Pressed {
  view: View
  effect?: Effect
}

interface Moment {
  scene: Scene
  size: Size
  /** All that the chosen ask is about has been on the screen, with the keys that answer it. */
  isReadable: boolean
  /** How many lines of an open ask are seen at once. */
  page: number
  /** By the steady clock. */
  steady: number
}

/** What a key means in this view of this scene. */
export function press(view: View, key: Key, moment: Moment): Pressed {
  if ('name' in key && key.name === 'ctrl-c') return { view, effect: { do: 'quit' } }
  const fresh = { ...view, notice: null }
  switch (view.mode.at) {
    case 'help':
      return { view: { ...fresh, mode: { at: 'looking' } } }
    case 'confirming':
      return confirm(fresh, view.mode, key)
    case 'writing':
      return write(fresh, view.mode, { key, moment })
    case 'looking':
      return 'name' in key ? named(fresh, key.name, moment) : command(fresh, key.text, moment)
    default:
      return view.mode satisfies never
  }
}

function confirm(view: View, mode: Extract<Mode, { at: 'confirming' }>, key: Key): Pressed {
  const looking: View = { ...view, mode: { at: 'looking' } }
  return 'text' in key && key.text === 'y' ? { view: looking, effect: mode.effect } : { view: looking }
}

function write(
  view: View,
  mode: Extract<Mode, { at: 'writing' }>,
  { key, moment }: { key: Key; moment: Moment },
): Pressed {
  if ('text' in key) return { view: { ...view, mode: { ...mode, line: insert(mode.line, key.text) } } }
  if (key.name === 'escape') return { view: { ...view, mode: { at: 'looking' } } }
  if (key.name === 'enter') return send(view, mode, moment.scene)
  const edit = Object.hasOwn(edits, key.name) ? edits[key.name] : undefined
  return { view: edit ? { ...view, mode: { ...mode, line: edit(mode.line) } } : view }
}

function send(view: View, mode: Extract<Mode, { at: 'writing' }>, scene: Scene): Pressed {
  const message = textOf(mode.line)
  const looking: View = { ...view, mode: { at: 'looking' } }
  if (message.trim() === '') return { view: looking }
  if ('tell' in mode.for) return { view: looking, effect: { do: 'tell', ...mode.for.tell, message } }
  const { answer: answering } = mode.for
  const ask = scene.asks.find((open) => open.ask === answering.ask)
  if (!ask) return { view: looking }
  return taken(looking, { ask, step: giveWords(ask, answering, message), words: message })
}

/** Enter answers with what is marked; every other key with a name moves. */
function named(view: View, name: string, moment: Moment): Pressed {
  const ask = moment.isReadable ? answerable(view, moment.scene) : undefined
  if (name === 'enter' && ask && view.answering && view.answering.marked.length > 0)
    return taken(view, {
      ask,
      step: giveMarked(ask, view.answering),
      words: view.answering.marked.join(', '),
    })
  return { view: moved(view, name, moment) }
}

/** What a character does that is neither written nor confirmed. */
function command(view: View, text: string, moment: Moment): Pressed {
  const answered = answer(view, text, moment)
  if (answered) return answered
  const { scene } = moment
  switch (text) {
    case 'q':
      return { view, effect: { do: 'quit' } }
    case '?':
      return { view: { ...view, mode: { at: 'help' } } }
    case 't':
      return { view: startTell(view, scene) }
    case 'r':
      return { view: startWords(view, moment) }
    case 'i':
      return { view: startInterrupt(view, scene) }
    case 'R':
      return retry(view, scene)
    case 'L':
      return { view: startLeave(view, scene) }
    default:
      return (
        pressOnSeat(view, text, chosenRow(view, scene)) ?? {
          view: moved(view, letters[text] ?? '', moment),
        }
      )
  }
}

const letters: Readonly<Record<string, string>> = { j: 'down', k: 'up', g: 'home', G: 'end' }

/** An answer, when this is the key of an option that is on the screen. */
function answer(view: View, key: string, moment: Moment): Pressed | undefined {
  const { scene, steady } = moment
  const ask = answerable(view, scene)
  if (!ask || !view.answering) return undefined
  const step = chooseOption(ask, view.answering, key)
  if (step.at === 'no answer') return undefined
  if (view.pending === ask.ask) return { view }
  if (!moment.isReadable) return { view: toRead(view) }
  if (steady < view.heldUntil)
    return { view: { ...view, notice: { words: 'Another ask came up: look again.', tone: 'needs' } } }
  return chosen(view, key, { ask, step, size: moment.size })
}

/** An option was chosen; one that adds a grant is confirmed first. */
function chosen(
  view: View,
  key: string,
  { ask, step, size }: { ask: OpenAsk; step: Step; size: Size },
): Pressed {
  const words =
    ask.questions[view.answering?.given.length ?? 0]?.options.find((option) => option.key === key)?.label ??
    ''
  const pressed = taken(view, { ask, step, words })
  if (!pressed.effect || !addsGrant(ask, key)) return pressed
  const question = `Always allow ${ask.grant} for ${ask.team}? This adds a grant.`
  if (!fitsFooter(question, size)) return { view: { ...view, notice: tooLong } }
  return { view: { ...view, mode: { at: 'confirming', question, effect: pressed.effect } } }
}

/** Nothing is answered before it was read: from here on Enter reads it. */
function toRead(view: View): View {
  const words = view.isOpen ? 'Read it to the end first: ↓ scrolls.' : 'Press Enter to read all of it first.'
  return { ...view, pane: 'asks', notice: { words, tone: 'needs' } }
}

const tooLong: Notice = {
  words: 'The grant does not fit on this screen: allow it once, or make the screen larger.',
  tone: 'needs',
}

/** The chosen ask, when it is on the screen with its keys. */
function answerable(view: View, scene: Scene): OpenAsk | undefined {
  return !view.isOpen || view.pane === 'asks' ? chosenAsk(view, scene) : undefined
}

function taken(view: View, { ask, step, words }: { ask: OpenAsk; step: Step; words: string }): Pressed {
  if (step.at === 'no answer') return { view }
  if (step.at === 'more') return { view: { ...view, answering: step.answering } }
  return { view, effect: { do: 'answer', answer: step.answer, words: `${ask.team}: ${words}` } }
}

function startTell(view: View, scene: Scene): View {
  const row = chosenRow(view, scene)
  if (!row) return { ...view, notice: { words: 'There is no team to tell yet.', tone: 'needs' } }
  if (row.opens) return { ...view, notice: noticeOf(row.opens, 'tell') }
  if (row.seat) return { ...view, notice: toldInRoom(row.seat) }
  const { team, from, run } = row
  return { ...view, mode: { at: 'writing', for: { tell: { team, from, run } }, line: emptyLine } }
}

function startWords(view: View, { scene, isReadable }: Moment): View {
  const { answering } = view
  if (!answering || !chosenAsk(view, scene))
    return { ...view, notice: { words: 'Nothing is waiting for an answer.', tone: 'quiet' } }
  if (!isReadable && answerable(view, scene)) return toRead(view)
  return { ...view, mode: { at: 'writing', for: { answer: answering }, line: emptyLine } }
}

function startInterrupt(view: View, scene: Scene): View {
  const row = chosenRow(view, scene)
  if (row?.opens) return { ...view, notice: noticeOf(row.opens, 'interrupt') }
  if (!row || !canInterrupt(row))
    return { ...view, notice: { words: 'Nothing is running there.', tone: 'quiet' } }
  const { team, from, run } = row
  const effect: Effect = { do: 'interrupt', team, from, run }
  const question = run ? `Stop the run of ${team} and everybody in it?` : `Interrupt the turn of ${team}?`
  return { ...view, mode: { at: 'confirming', question, effect } }
}

const nothingLimited: View['notice'] = { words: 'Nothing hit a limit there.', tone: 'quiet' }

/** What the account limit still holds waits again; only a budget is overstepped by it, so that is asked. */
function retry(view: View, scene: Scene): Pressed {
  const of = chosenLimited(view, scene)
  if (of.length === 0) return { view: { ...view, notice: nothingLimited } }
  const effect: Effect = { do: 'retry', of }
  if (of.every((one) => one.for === 'quota')) return { view, effect }
  const question = `Run ${wordsOf(of)} now? It spends more than the budget allows.`
  return { view: { ...view, mode: { at: 'confirming', question, effect } } }
}

function startLeave(view: View, scene: Scene): View {
  const of = chosenLimited(view, scene)
  if (of.length === 0) return { ...view, notice: nothingLimited }
  const question = `Drop ${wordsOf(of)}? It will not run again.`
  return { ...view, mode: { at: 'confirming', question, effect: { do: 'leave', of } } }
}

function wordsOf(of: readonly Limited[]): string {
  const [first] = of
  return of.length > 1 ? counted(of.length, 'turn') : `“${oneLine(first?.preview ?? '', 80)}”`
}

/** Moves within and between panes, opens and closes. */
function moved(view: View, name: string, { scene, page }: Moment): View {
  const opens = chosenRow(view, scene)?.opens
  switch (name) {
    case 'tab':
      return toPane(view, scene, 1)
    case 'backtab':
      return toPane(view, scene, -1)
    case 'enter':
      if (view.pane === 'board' && opens) return { ...view, notice: noticeOf(opens, 'open') }
      return view.pane === 'asks'
        ? { ...view, isOpen: true, scroll: 0 }
        : { ...view, pane: 'tail', isOpen: true, scroll: 0 }
    case 'escape':
      return {
        ...view,
        isOpen: false,
        scroll: 0,
        pane: view.isOpen && view.pane === 'tail' ? 'board' : view.pane,
      }
    default:
      return movedBy(view, stepOf(view, name, page), scene)
  }
}

/** How far a key goes; an open ask is read by the screenful, a line of it twice. */
function stepOf({ isOpen, pane }: View, name: string, seen: number): number {
  const by = Object.hasOwn(steps, name) ? (steps[name] ?? 0) : 0
  return isOpen && pane === 'asks' && Math.abs(by) === page ? Math.sign(by) * Math.max(1, seen - 1) : by
}

const page = 10
const steps: Readonly<Record<string, number>> = {
  up: -1,
  down: 1,
  pageup: -page,
  pagedown: page,
  home: -Infinity,
  end: Infinity,
}

function toPane(view: View, scene: Scene, by: number): View {
  const panes = panesOf(scene)
  const next = panes[(panes.indexOf(view.pane) + by + panes.length) % panes.length] ?? 'board'
  return { ...view, pane: next, isOpen: false, scroll: 0 }
}

function movedBy(view: View, by: number, scene: Scene): View {
  if (by === 0) return view
  const movers: Readonly<Record<Pane, () => View>> = {
    tail: () => ({ ...view, scroll: Math.max(0, Math.min(view.scroll - by, maxScroll)) }),
    board: () => ({
      ...view,
      scroll: 0,
      row: stepTo(
        scene.rows.map(({ key }) => key),
        view.row,
        by,
      ),
    }),
    problems: () => {
      const problem = stepTo(
        scene.problems.map(({ key }) => key),
        view.problem,
        by,
      )
      return withRow({ ...view, problem }, scene, scene.problems.find(({ key }) => key === problem)?.session)
    },
    asks: () => {
      if (view.isOpen) return { ...view, scroll: Math.max(0, Math.min(view.scroll + by, maxScroll)) }
      const ask = stepTo(
        scene.asks.map(({ ask }) => ask),
        view.answering?.ask ?? null,
        by,
      )
      if (!ask || ask === view.answering?.ask) return view
      return { ...view, answering: nothingAnswered(ask), heldUntil: -Infinity }
    },
  }
  return movers[view.pane]()
}

const maxScroll = 10_000

/** Chooses the line of a session too, so that its tail stays when somebody goes there. */
function withRow(view: View, scene: Scene, session: string | null | undefined): View {
  return scene.rows.some(({ key }) => key === session) ? { ...view, row: session ?? null, scroll: 0 } : view
}

function stepTo<T extends string>(keys: readonly T[], from: T | null, by: number): T | null {
  const place = from === null ? 0 : Math.max(0, keys.indexOf(from))
  return keys[Math.max(0, Math.min(keys.length - 1, place + by))] ?? null
}
