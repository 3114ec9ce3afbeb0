/** Where a painter writes: a terminal. */
export interface Canvas {
  write(text: string): boolean
  once(event: 'drain', listener: () => void): unknown
  off(event: 'drain', listener: () => void): unknown
}

/** Draws frames on a terminal, line by line where they differ. */
export interface Painter {
  /** Shows a frame; one that comes while the terminal does not keep up is shown when it does, unless another came. */
  paint(frame: string): void
  /** Draws the whole of the next frame: the terminal is another. */
  forget(): void
  close(): void
}

const begin = '\u001B[?2026h'
const end = '\u001B[?2026l'
const clear = '\u001B[2J'

/** Takes the second screen of the terminal, hides the cursor, and lets no line run over the edge. */
export const enterScreen = '\u001B[?1049h\u001B[?25l\u001B[?7l\u001B[2J\u001B[H'
/** Gives the terminal back as it was. */
export const leaveScreen = '\u001B[0m\u001B[?7h\u001B[?25h\u001B[?1049l'

export function createPainter(canvas: Canvas): Painter {
  let shown: readonly string[] | undefined
  let next: string | undefined
  let isWaiting = false
  let isClosed = false

  return {
    paint(frame) {
      next = frame
      if (!isWaiting) draw()
    },
    forget() {
      shown = undefined
    },
    close() {
      isClosed = true
      canvas.off('drain', drained)
    },
  }

  function draw(): void {
    if (next === undefined || isClosed) return
    const lines = next.split('\n')
    const changes = changesTo(lines)
    shown = lines
    next = undefined
    if (changes === '' || canvas.write(begin + changes + end)) return
    isWaiting = true
    canvas.once('drain', drained)
  }

  function drained(): void {
    isWaiting = false
    draw()
  }

  function changesTo(lines: readonly string[]): string {
    const before = shown
    if (!before) return clear + lines.map(lineAt).join('')
    const gone = before.slice(lines.length).map((_, place) => lineAt('', lines.length + place))
    return [...lines.map((line, row) => (line === before[row] ? '' : lineAt(line, row))), ...gone].join('')
  }
}

/** A line is erased before it is written: after a full line, erasing would take its last character. */
function lineAt(line: string, row: number): string {
  return `\u001B[${row + 1};1H\u001B[0m\u001B[2K${line}`
}
