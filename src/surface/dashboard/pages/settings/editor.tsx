import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { linter, lintGutter, lintKeymap, type Diagnostic } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef, type JSX } from 'react'
import type { ConfigMistake } from '../../../../contract/plain.ts'

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
        drawSelection(),
        history(),
        yaml(),
        indentUnit.of('  '),
        EditorState.tabSize.of(2),
        syntaxHighlighting(colours),
        // Tab indents; Escape before it gives the key back to the page, as the view does by itself.
        keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        theme,
        lintGutter(),
        linter(async (editor) =>
          diagnosticsOf(editor, await latest.current.check(editor.state.doc.toString())),
        ),
        EditorView.domEventHandlers({ beforeinput: replaceSelected }),
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

/**
 * Typing over a selection, done here: the browser would keep the colours of what it replaces in style attributes,
 * which the page's policy refuses and says so in the console.
 */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
  if (event.inputType !== 'insertText' || event.data === null || view.state.selection.main.empty) return false
  event.preventDefault()
  view.dispatch({ ...view.state.replaceSelection(event.data), userEvent: 'input.type', scrollIntoView: true })
  return true
}

function diagnosticsOf({ state }: EditorView, mistakes: readonly ConfigMistake[]): Diagnostic[] {
  return mistakes.map(({ line, column, message }) => {
    const found = state.doc.line(Math.min(Math.max(1, line), state.doc.lines))
    const from = Math.min(found.to, found.from + Math.max(0, column - 1))
    return { from, to: Math.max(from, found.to), severity: 'error', message }
  })
}

/** The colours of code elsewhere on the pages. */
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-name)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: tags.labelName, color: 'var(--code-number)' },
  { tag: [tags.keyword, tags.typeName], color: 'var(--code-keyword)' },
  { tag: [tags.comment, tags.meta], color: 'var(--ink-3)' },
])

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--raised)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, Menlo, Consolas, "Liberation Mono", monospace',
    maxHeight: '60vh',
  },
  '.cm-gutters': { backgroundColor: 'var(--sunk)', color: 'var(--ink-3)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--sunk) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--sunk)', color: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '& .cm-scroller .cm-selectionLayer .cm-selectionBackground': { background: 'var(--line-2)' },
  '.cm-tooltip': { backgroundColor: 'var(--paper)', border: '1px solid var(--line-2)', color: 'var(--ink)' },
})
