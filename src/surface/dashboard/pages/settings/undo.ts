import { keymap, EditorView } from '@codemirror/view'
import type { Extension } from '@codemirror/state'

const together = 700
const mostSteps = 200

/** Undo and redo by whole texts: a config file is small, and typing without a pause is one step. */
export function undoing(): Extension {
  const past: string[] = []
  const future: string[] = []
  let isMoving = false
  let lastTyped = -Infinity

  const move =
    (from: string[], to: string[]) =>
    (view: EditorView): boolean => {
      const text = from.pop()
      if (text === undefined) return true
      to.push(view.state.doc.toString())
      isMoving = true
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
      isMoving = false
      lastTyped = -Infinity
      return true
    }
  return [
    EditorView.updateListener.of(({ docChanged, startState }) => {
      if (!docChanged || isMoving) return
      const now = performance.now()
      if (now - lastTyped > together) past.push(startState.doc.toString())
      if (past.length > mostSteps) past.shift()
      lastTyped = now
      future.length = 0
    }),
    keymap.of([
      { key: 'Mod-z', run: move(past, future) },
      { key: 'Mod-y', run: move(future, past) },
      { key: 'Mod-Shift-z', run: move(future, past) },
    ]),
  ]
}
