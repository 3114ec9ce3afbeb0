import { treeOf } from '../../client/index.ts'
import { oneLine, type Ask, type EventEnvelope, type Run } from '../../contract/plain.ts'
import type { CommandContext } from './command.ts'
import { harmless } from './output.ts'
import { askLines } from './run-asks.ts'

/** How a run that is followed is shown. */
export interface RunView {
  /** Which events it shows; all when undefined. */
  types: readonly string[] | undefined
  /** Whether it shows how the run stands, and not what happened before. */
  isLive: boolean
  /** Something happened. */
  event(event: EventEnvelope): void
  /** How the run stands now, and what of it waits for a person. */
  run(run: Run, asks: readonly Ask[]): void
  /** Somebody writes below it: nothing is drawn until it goes on. */
  hold(): void
  goOn(): void
  /** Nothing more comes. */
  end(): void
}

const shownTypes =
  'run.started,run.changed,run.warned,run.revived,run.checked,run.ended,run.resumed,teammate.started,teammate.progressed,teammate.ended,turn.accepted,turn.woken,turn.ended,ask.opened,ask.answered,ask.dismissed,ask.withdrawn'.split(
    ',',
  )

/** A tree that is drawn anew in a terminal, plain lines elsewhere, every event as JSON for programs. */
export function createRunView(context: CommandContext): RunView {
  const { output } = context
  if (output.json) return jsonView(context)
  return process.stdout.isTTY ? treeView(context) : lineView(context)
}

const still = {
  run: () => undefined,
  hold: () => undefined,
  goOn: () => undefined,
  end: () => undefined,
}

function jsonView({ output }: CommandContext): RunView {
  return {
    types: undefined,
    isLive: false,
    event: (event) => output.result(event, () => undefined),
    ...still,
  }
}

const every = 1000

function treeView({ output }: CommandContext): RunView {
  const hasKeys = process.stdin.isTTY
  let shown: { run: Run; asks: readonly Ask[] } | undefined
  let drawn = 0
  let isHeld = false
  const timer = setInterval(draw, every)
  return {
    types: shownTypes,
    isLive: true,
    event: () => undefined,
    run(run, asks) {
      shown = { run, asks }
      draw()
    },
    hold() {
      isHeld = true
    },
    goOn() {
      isHeld = false
      // What was written below stays.
      drawn = 0
      draw()
    },
    end() {
      clearInterval(timer)
      draw()
    },
  }

  /** Over the lines of before; each is cut to the width, so that their number is known. */
  function draw(): void {
    if (!shown || isHeld) return
    const width = process.stdout.columns || 80
    const { run, asks } = shown
    const waiting = run.endedAt === null ? asks.flatMap((ask) => askLines(ask, { hasKeys })) : []
    const lines = [...treeOf(run, Date.now()), ...waiting].map((line) => cutLine(harmless(line), width))
    const up = drawn > 0 ? output.own(`\u001B[${drawn}A\r\u001B[0J`) : ''
    output.text(`${up}${lines.join('\n')}\n`)
    drawn = lines.length
  }
}

/** Spaces stay: they set the columns. */
function cutLine(line: string, width: number): string {
  return line.length > width ? `${line.slice(0, width - 1)}…` : line
}

function lineView({ output }: CommandContext): RunView {
  const names = new Map<string, string>()
  return {
    types: shownTypes,
    isLive: false,
    event(event) {
      const text = wordsOf(event, names)
      if (!text) return
      output.line(`${new Date(event.at).toISOString().slice(11, 19)}  ${oneLine(harmless(text), 300)}`)
      if (event.type === 'ask.opened') output.line(`          ${answerWith(event)}`)
    },
    ...still,
  }
}

function answerWith({ data }: EventEnvelope): string {
  const ask = String(fieldsOf(data)['ask'])
  return `Read it: iris inbox show ${ask}, then answer it: iris inbox answer ${ask} <key>`
}

type Fields = Readonly<Record<string, unknown>>

/** An event of a run in one line; nothing for what only programs care about. */
function wordsOf({ type, data }: EventEnvelope, names: Map<string, string>): string | undefined {
  const fields = fieldsOf(data)
  const text = (key: string): string => {
    const value = fields[key]
    return typeof value === 'string' ? value : ''
  }
  const who = (): string => names.get(text('teammate')) ?? text('teammate')
  if (type === 'teammate.started') names.set(text('teammate'), text('name'))
  const lines: Readonly<Record<string, () => string>> = {
    'run.started': () => `started with ${text('team')}: ${text('goal')}`,
    'run.changed': () => text('state').replaceAll('_', ' '),
    'run.warned': () =>
      `near its limit of ${text('limit')}: ${String(fields['used'])} of ${String(fields['allowed'])}`,
    'run.revived': () => `told to continue: ${text('why')}`,
    'run.checked': () => (fields['ok'] === true ? 'the evidence holds' : 'the evidence does not hold'),
    'run.resumed': () => 'resumed',
    'teammate.started': () => `${who()}: ${text('description')}`,
    'teammate.progressed': () => `${who()}: ${text('activity')}`,
    'teammate.ended': () => `${who()} ${text('how')}: ${text('summary')}`,
    'turn.ended': () => `leader: ${text('preview')}`,
    'ask.opened': () => `waits for you: ${text('text')}`,
    'ask.dismissed': () => 'continues without an answer',
  }
  return lines[type]?.()
}

function fieldsOf(data: unknown): Fields {
  return typeof data === 'object' && data !== null ? Object.fromEntries(Object.entries(data)) : {}
}
