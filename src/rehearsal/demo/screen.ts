import { styleText } from 'node:util'
import type { Activity } from './activity.ts'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** The demo's terminal: lines that stay, and one progress line that moves on a terminal and is left out elsewhere. */
export interface Screen {
  line(text?: string): void
  activity(activity: Activity): void
  progress(text: string): void
  close(): void
}

export function createScreen(
  out: { isTTY: boolean; columns?: number; write(text: string): unknown },
  colour: boolean,
): Screen {
  const start = Date.now()
  let current = ''
  let frame = 0
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    colour ? styleText(style, text) : text
  const timer = out.isTTY ? setInterval(draw, 80) : undefined
  const width = (): number => Math.max(40, out.columns ?? 100)

  return {
    line,
    activity({ verb, detail }) {
      const seconds = ((Date.now() - start) / 1000).toFixed(1).padStart(5)
      const text = detail.replaceAll(/\s+/g, ' ').slice(0, width() - 22)
      const shown = verb === 'thinks' || verb === 'gets' ? paint('dim', text) : text
      line(
        `  ${paint('dim', `${seconds}s`)}  ${paint(verb === 'failed' ? 'red' : 'cyan', verb.padEnd(7))}  ${shown}`,
      )
    },
    progress(text) {
      current = text
      draw()
    },
    close() {
      clearInterval(timer)
      erase()
      current = ''
    },
  }

  function line(text = ''): void {
    erase()
    out.write(`${text}\n`)
    draw()
  }

  function draw(): void {
    if (!out.isTTY || current === '') return
    frame += 1
    erase()
    out.write(`  ${paint('cyan', frames[frame % frames.length] ?? '')} ${current.slice(0, width() - 6)}`)
  }

  function erase(): void {
    if (out.isTTY && current !== '') out.write('\r\u001B[K')
  }
}
