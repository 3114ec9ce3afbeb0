import { writesRule } from '../views/index.ts'
import { chooseOption, giveMarked, giveWords, nothingAnswered, type Step } from './answering.ts'
import type { OpenAsk } from './asks.ts'
import { edits, emptyLine, insert, textOf } from './line-edit.ts'
import type { Scene } from './scene.ts'
import {
  canInterrupt,
  chosenAsk,
  chosenRow,
  panesOf,
  type Effect,
  type Mode,
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
function named(view: View, name: string, { scene }: Moment): Pressed {
  const ask = answerable(view, scene)
  if (name === 'enter' && ask && view.answering && view.answering.marked.length > 0)
    return taken(view, {
      ask,
      step: giveMarked(ask, view.answering),
      words: view.answering.marked.join(', '),
    })
  return { view: moved(view, name, scene) }
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
      return { view: startWords(view, scene) }
    case 'i':
      return { view: startInterrupt(view, scene) }
    default:
      return { view: moved(view, letters[text] ?? '', scene) }
  }
}

const letters: Readonly<Record<string, string>> = { j: 'down', k: 'up', g: 'home', G: 'end' }

/** An answer, when this is the key of an option that is on the screen. */
function answer(view: View, key: string, { scene, steady }: Moment): Pressed | undefined {
  const ask = answerable(view, scene)
  if (!ask || !view.answering) return undefined
  const step = chooseOption(ask, view.answering, key)
  if (step.at === 'no answer') return undefined
  if (view.pending === ask.ask) return { view }
  if (steady < view.heldUntil)
    return { view: { ...view, notice: { words: 'Another ask came up: look again.', tone: 'needs' } } }
  const words =
    ask.questions[view.answering.given.length]?.options.find((option) => option.key === key)?.label ?? ''
  const pressed = taken(view, { ask, step, words })
  if (!pressed.effect || !writesRule(ask, key)) return pressed
  const question = `Always allow ${ask.rule} for ${ask.team}? This writes a rule.`
  return { view: { ...view, mode: { at: 'confirming', question, effect: pressed.effect } } }
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
  if (!row) return { ...view, notice: { words: 'There is no team to tell anything yet.', tone: 'needs' } }
  const { team, from, run } = row
  return { ...view, mode: { at: 'writing', for: { tell: { team, from, run } }, line: emptyLine } }
}

function startWords(view: View, scene: Scene): View {
  const { answering } = view
  if (!answering || !chosenAsk(view, scene))
    return { ...view, notice: { words: 'Nothing waits for an answer.', tone: 'quiet' } }
  return { ...view, mode: { at: 'writing', for: { answer: answering }, line: emptyLine } }
}

function startInterrupt(view: View, scene: Scene): View {
  const row = chosenRow(view, scene)
  if (!row || !canInterrupt(row))
    return { ...view, notice: { words: 'Nothing runs there that could be interrupted.', tone: 'quiet' } }
  const { team, from, run } = row
  const effect: Effect = { do: 'interrupt', team, from, run }
  const question = run ? `Stop the run of ${team} and everybody in it?` : `Interrupt the turn of ${team}?`
  return { ...view, mode: { at: 'confirming', question, effect } }
}

/** Moves within and between panes, opens and closes. */
function moved(view: View, name: string, scene: Scene): View {
  switch (name) {
    case 'tab':
      return toPane(view, scene, 1)
    case 'backtab':
      return toPane(view, scene, -1)
    case 'enter':
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
      return Object.hasOwn(steps, name) ? movedBy(view, steps[name] ?? 0, scene) : view
  }
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
  const movers: Readonly<Record<Pane, () => View>> = {
    tail: () => ({ ...view, scroll: Math.max(0, Math.min(view.scroll - by, mostScroll)) }),
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
      if (view.isOpen) return { ...view, scroll: Math.max(0, Math.min(view.scroll + by, mostScroll)) }
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

const mostScroll = 10_000

/** Chooses the line of a session too, so that its tail stays when somebody goes there. */
function withRow(view: View, scene: Scene, session: string | null | undefined): View {
  return scene.rows.some(({ key }) => key === session) ? { ...view, row: session ?? null, scroll: 0 } : view
}

function stepTo<T extends string>(keys: readonly T[], from: T | null, by: number): T | null {
  const place = from === null ? 0 : Math.max(0, keys.indexOf(from))
  return keys[Math.max(0, Math.min(keys.length - 1, place + by))] ?? null
}
