import { styleText } from 'node:util'
import { systemClock } from '../../platform/clock/index.ts'
import { harmless } from '../../platform/lib/index.ts'

/** What somebody does in the demo, as one line. */
export interface Activity {
  who: string
  verb: string
  detail: string
}

/** The demo's terminal: lines that stay, and below them a block that moves on a terminal and is left out elsewhere. */
export interface Screen {
  line(text?: string): void
  activity(activity: Activity): void
  /** Shows what `draw` gives, again and again, until it is called without. */
  live(draw?: () => readonly string[]): void
  close(): void
}

interface Out {
  isTTY: boolean
  columns?: number
  rows?: number
  write(text: string): unknown
}

const redrawEvery = 100
const widestWho = 18

/** A screen on standard output, or on anything that takes text. */
export function createScreen(out: Out, colour: boolean): Screen {
  const start = systemClock.steady()
  let draw: (() => readonly string[]) | undefined
  let drawn = 0
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    colour ? styleText(style, text) : text
  const timer = out.isTTY ? setInterval(redraw, redrawEvery) : undefined

  return {
    line: (text = '') => print(harmless(text)),
    activity({ who, verb, detail }) {
      const seconds = `${((systemClock.steady() - start) / 1000).toFixed(1).padStart(5)}s`
      const style = verb === 'failed' ? 'red' : 'cyan'
      const text = fitted(harmless(detail.replaceAll(/\s+/g, ' ')), width() - widestWho - 24)
      const name = harmless(who).padEnd(widestWho)
      print(`  ${paint('dim', seconds)}  ${name}  ${paint(style, verb.padEnd(8))}  ${text}`)
    },
    live(next) {
      erase()
      draw = next
      redraw()
    },
    close() {
      clearInterval(timer)
      erase()
      draw = undefined
    },
  }

  function print(text: string): void {
    erase()
    out.write(`${text}\n`)
    redraw()
  }

  function redraw(): void {
    if (!out.isTTY || !draw) return
    const lines = draw().slice(0, Math.max(1, (out.rows ?? 24) - 2))
    erase()
    out.write(lines.map((text) => `${fitted(harmless(text), width() - 1)}\n`).join(''))
    drawn = lines.length
  }

  function erase(): void {
    if (drawn > 0) out.write(`\u001B[${drawn}A\u001B[J`)
    drawn = 0
  }

  function width(): number {
    return Math.max(60, out.columns ?? 110)
  }
}

function fitted(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
