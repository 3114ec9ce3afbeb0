import { treeOf } from '../../client/index.ts'
import type { EventEnvelope, Run } from '../../contract/plain.ts'
import type { CommandContext } from './command.ts'
import { harmless } from './output.ts'
import { oneLine } from './words.ts'

/** How a run that is followed is shown. */
export interface RunView {
  /** Which events it shows; all when undefined. */
  types: readonly string[] | undefined
  /** Whether it shows how the run stands, and not what happened before. */
  isLive: boolean
  /** Something happened. */
  event(event: EventEnvelope): void
  /** How the run stands now. */
  run(run: Run): void
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

function jsonView({ output }: CommandContext): RunView {
  return {
    types: undefined,
    isLive: false,
    event: (event) => output.result(event, () => undefined),
    run: () => undefined,
    end: () => undefined,
  }
}

const every = 1000

function treeView({ output }: CommandContext): RunView {
  let shown: Run | undefined
  let drawn = 0
  const timer = setInterval(draw, every)
  return {
    types: shownTypes,
    isLive: true,
    event: () => undefined,
    run(run) {
      shown = run
      draw()
    },
    end() {
      clearInterval(timer)
      draw()
    },
  }

  /** Over the lines of before; each is cut to the width, so that their number is known. */
  function draw(): void {
    if (!shown) return
    const width = process.stdout.columns || 80
    const lines = [...treeOf(shown, Date.now()), ...asksOf(shown)].map((line) =>
      oneLine(harmless(line), width),
    )
    const up = drawn > 0 ? output.own(`\u001B[${drawn}A\r\u001B[0J`) : ''
    output.text(`${up}${lines.join('\n')}\n`)
    drawn = lines.length
  }
}

function asksOf({ asks }: Run): string[] {
  return asks.map((ask) => `? something waits for you: iris permit ls, then iris permit allow ${ask}`)
}

function lineView({ output }: CommandContext): RunView {
  const names = new Map<string, string>()
  return {
    types: shownTypes,
    isLive: false,
    event(event) {
      const text = wordsOf(event, names)
      if (text)
        output.line(`${new Date(event.at).toISOString().slice(11, 19)}  ${oneLine(harmless(text), 300)}`)
    },
    run: () => undefined,
    end: () => undefined,
  }
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
    'run.revived': () => `told to go on: ${text('why')}`,
    'run.checked': () => (fields['ok'] === true ? 'the evidence holds' : 'the evidence does not hold'),
    'run.resumed': () => 'resumed',
    'teammate.started': () => `${who()}: ${text('description')}`,
    'teammate.progressed': () => `${who()}: ${text('activity')}`,
    'teammate.ended': () => `${who()} ${text('how')}: ${text('summary')}`,
    'turn.ended': () => `leader: ${text('preview')}`,
    'ask.opened': () => `waits for you: ${text('text')}`,
    'ask.dismissed': () => 'goes on without an answer',
  }
  return lines[type]?.()
}

function fieldsOf(data: unknown): Fields {
  return typeof data === 'object' && data !== null ? Object.fromEntries(Object.entries(data)) : {}
}
