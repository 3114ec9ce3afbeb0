import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createPainter, type Canvas } from './painter.ts'

/** A terminal that takes what it is given until it is told that it does not keep up. */
function openCanvas(): Canvas & { written: string[]; keepsUp: boolean; drain(): void } {
  const events = new EventEmitter()
  return {
    written: [],
    keepsUp: true,
    write(text) {
      this.written.push(text)
      return this.keepsUp
    },
    once: (name, listener) => events.once(name, listener),
    off: (name, listener) => events.off(name, listener),
    drain: () => events.emit('drain'),
  }
}

/** Which rows a write touches. */
function rowsIn(text: string | undefined): number[] {
  // oxlint-disable-next-line no-control-regex
  return [...(text ?? '').matchAll(/\u001B\[(\d+);1H/g)].map(([, row]) => Number(row))
}

test('[MON14] only lines that changed are written, in one write; what is no longer there is cleared', () => {
  const canvas = openCanvas()
  const painter = createPainter(canvas)
  painter.paint('a\nb\nc')
  painter.paint('a\nB\nc')
  painter.paint('a\nB\nc')
  painter.paint('a')
  expect(canvas.written.map(rowsIn)).toEqual([[1, 2, 3], [2], [2, 3]])
  painter.forget()
  painter.paint('a')
  expect(rowsIn(canvas.written.at(-1))).toEqual([1])
})

test('[MON14] while the terminal does not keep up frames are skipped; then the newest is drawn', () => {
  const canvas = openCanvas()
  const painter = createPainter(canvas)
  canvas.keepsUp = false
  painter.paint('1')
  painter.paint('2')
  painter.paint('3')
  expect(canvas.written).toHaveLength(1)
  canvas.keepsUp = true
  canvas.drain()
  expect(canvas.written).toHaveLength(2)
  expect(canvas.written[1]).toContain('3')
  painter.close()
  painter.paint('4')
  expect(canvas.written).toHaveLength(2)
})
