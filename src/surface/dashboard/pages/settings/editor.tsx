import { linter, lintGutter, type Diagnostic } from '@codemirror/lint'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useEffect, useRef, type JSX } from 'react'
import type { ConfigMistake } from '../../../../contract/plain.ts'
import { undoing } from './undo.ts'

/**
 * The editor. It lives in a shadow root, where its styles are constructed sheets: the page's policy refuses the
 * style elements it would write otherwise.
 */
export function Editor(props: {
  text: string
  onChange: (text: string) => void
  check: (text: string) => Promise<ConfigMistake[]>
}): JSX.Element {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const view = new EditorView({
      doc: latest.current.text,
      root,
      parent: root,
      extensions: [
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        undoing(),
        keymap.of([{ key: 'Enter', run: breakLine }]),
        theme,
        lintGutter(),
        linter(async (editor) =>
          diagnosticsOf(editor, await latest.current.check(editor.state.doc.toString())),
        ),
        EditorView.contentAttributes.of({ 'aria-label': 'config.yaml' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current.onChange(update.state.doc.toString())
        }),
      ],
    })
    // Whoever has no pointer must be able to scroll it.
    view.scrollDOM.tabIndex = 0
    return () => view.destroy()
  }, [])
  return <div ref={host} className="border border-line-2" data-testid="config-editor" />
}

/** A new line begins where the one before it does. */
function breakLine(view: EditorView): boolean {
  const { from } = view.state.selection.main
  const indent = /^ */.exec(view.state.doc.lineAt(from).text)?.[0] ?? ''
  view.dispatch(view.state.replaceSelection(`\n${indent}`), { scrollIntoView: true })
  return true
}

function diagnosticsOf({ state }: EditorView, mistakes: readonly ConfigMistake[]): Diagnostic[] {
  return mistakes.map(({ line, column, message }) => {
    const found = state.doc.line(Math.min(Math.max(1, line), state.doc.lines))
    const from = Math.min(found.to, found.from + Math.max(0, column - 1))
    return { from, to: Math.max(from, found.to), severity: 'error', message }
  })
}

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--raised)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, Menlo, Consolas, "Liberation Mono", monospace',
    maxHeight: '60vh',
  },
  '.cm-gutters': { backgroundColor: 'var(--sunk)', color: 'var(--ink-3)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--sunk)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': { backgroundColor: 'var(--paper)', border: '1px solid var(--line-2)', color: 'var(--ink)' },
})
