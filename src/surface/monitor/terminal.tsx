import { render, useInput } from 'ink'
import { useSyncExternalStore, type JSX } from 'react'
import type { Controller } from './controller.ts'
import { keysOf } from './keys.ts'
import type { Size } from './layout.ts'
import { createPainter, enterScreen, leaveScreen } from './painter.ts'
import { Screen } from './screen.tsx'

/** The terminal somebody sits at. */
export interface Terminal {
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
}

const usual: Size = { columns: 80, rows: 24 }

export function sizeOf({ columns, rows }: { columns?: number; rows?: number }): Size {
  return { columns: columns || usual.columns, rows: rows || usual.rows }
}

/** Draws the monitor on the second screen of the terminal; the function given back restores the first, at any time, once. */
export function draw(controller: Controller, terminal: Terminal, hasColour: boolean): () => void {
  const { stdin, stdout } = terminal
  const painter = createPainter(stdout)
  stdout.write(enterScreen)
  const ink = render(<Monitor controller={controller} hasColour={hasColour} />, {
    stdin,
    stdout: frameTaker(stdout, (frame) => painter.paint(frame)),
    // Each frame is handed over whole; which of its lines are new is for the painter to say.
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
    isScreenReaderEnabled: false,
  })
  const resized = (): void => {
    painter.forget()
    controller.resize(sizeOf(stdout))
  }
  stdout.on('resize', resized)
  let isRestored = false
  const restore = (): void => {
    if (isRestored) return
    isRestored = true
    stdout.off('resize', resized)
    painter.close()
    ink.unmount()
    if (stdin.isTTY) stdin.setRawMode(false)
    stdout.write(leaveScreen)
  }
  return restore
}

function Monitor({ controller, hasColour }: { controller: Controller; hasColour: boolean }): JSX.Element {
  const model = useSyncExternalStore(controller.subscribe, () => controller.model())
  useInput((input, key) => {
    const isWriting = controller.model().view.mode.at === 'writing'
    for (const pressed of keysOf(input, key, isWriting)) controller.press(pressed)
  })
  return <Screen model={model} hasColour={hasColour} />
}

/** A stream that is as wide as the terminal and takes frames instead of bytes. */
function frameTaker(stdout: NodeJS.WriteStream, take: (frame: string) => void): NodeJS.WriteStream {
  return new Proxy(stdout, {
    get(target, key) {
      if (key === 'write') return (frame: string) => (take(frame), true)
      // What Ink would do itself at a resize, the painter does.
      if (key === 'on' || key === 'off') return () => undefined
      if (key === 'isTTY') return false
      return Reflect.get(target, key, target) as unknown
    },
  })
}
