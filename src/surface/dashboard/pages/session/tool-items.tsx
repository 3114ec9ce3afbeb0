import type { JSX } from 'react'
import {
  activityWords,
  counted,
  describeUse,
  duration,
  editsOf,
  oneLine,
  tookOfUse,
  within,
  type Item,
  type Use,
} from '../../../views/index.ts'
import { Face } from '../../parts/face.tsx'
import { Diff } from '../../parts/diff.tsx'
import { Markdown } from '../../parts/markdown.tsx'

/** Reading and searching, folded into one line with its counts. */
export function Looked({ uses, cwd }: { uses: Use[]; cwd: string }): JSX.Element {
  const failed = uses.filter(({ result }) => result?.isError).length
  const words = lookedWords(uses, cwd)
  return (
    <details className="text-sm text-ink-2">
      <summary className="truncate hover:text-ink">
        {words}
        {failed > 0 && <span className="ml-2 text-bad">{failed} failed</span>}
      </summary>
      <ul className="mt-1 border-l-2 border-line pl-3">
        {uses.map((use) => (
          <li key={use.id}>
            <details>
              <summary className="truncate font-mono hover:text-ink">
                {activityWords(describeUse(use.tool, use.input, cwd))}
                <span className="ml-2 text-ink-3">{resultWords(use)}</span>
              </summary>
              <Leave use={use} />
              <Output use={use} />
            </details>
          </li>
        ))}
      </ul>
    </details>
  )
}

function lookedWords(uses: Use[], cwd: string): string {
  const [only] = uses
  if (uses.length === 1 && only)
    return activityWords(describeUse(only.tool, only.input, cwd)).replace(/^reading/, 'read')
  const read = uses.filter(({ tool }) => tool === 'Read' || tool === 'NotebookRead').length
  const searched = uses.length - read
  const parts = [
    read > 0 ? `read ${counted(read, 'file')}` : '',
    searched > 0 ? `searched ${counted(searched, 'time')}` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

function resultWords({ result }: Use): string {
  if (!result) return '…'
  if (result.isError) return oneLine(result.text, 60)
  return counted(result.text.split('\n').length, 'line')
}

/** An edit as what changed. */
export function Edited({ use, cwd }: { use: Use; cwd: string }): JSX.Element {
  const { path, changes } = editsOf(use)
  const language = /\.(\w+)$/.exec(path)?.[1] ?? ''
  return (
    <div>
      <div className="flex items-baseline gap-2 text-sm">
        <span className="text-ink-2">{editWords(use)}</span>
        <code className="min-w-0 truncate font-mono font-medium">{within(path, cwd)}</code>
        {use.result?.isError && <span className="text-bad">failed</span>}
        {!use.result && <span className="text-ink-3">{use.isHeld ? 'waits for you' : '…'}</span>}
      </div>
      <Leave use={use} />
      {changes.map(({ before, after }) => (
        <div key={before + after} className="mt-1">
          <Diff before={before} after={after} language={language} />
        </div>
      ))}
      {use.result?.isError && <Output use={use} />}
    </div>
  )
}

/** What is not done yet is not told as done. */
function editWords({ tool, result }: Use): string {
  if (tool === 'Write') return result ? 'wrote' : 'writes'
  return result ? 'edited' : 'edits'
}

/** A command with the end of its output; the rest is folded. */
export function Ran({ use }: { use: Use }): JSX.Element {
  const { result } = use
  const command = typeof use.input['command'] === 'string' ? use.input['command'] : ''
  const lines = result ? result.text.trimEnd().split('\n') : []
  return (
    <div className="bg-sunk font-mono text-sm">
      <div className="flex items-start gap-2 px-3 py-1.5">
        <span className="text-ink-3 select-none">$</span>
        <span className="min-w-0 flex-1 whitespace-pre-wrap">{command}</span>
        <span className={`shrink-0 font-sans text-xs ${result?.isError ? 'text-bad' : 'text-ink-3'}`}>
          {ranWords(use)}
        </span>
      </div>
      <Leave use={use} />
      {lines.length > 0 && result?.text && <Folded lines={lines} shown={result.isError ? 12 : 3} />}
    </div>
  )
}

/** What is not allowed yet does not run. */
function ranWords(use: Use): string {
  const took = tookOfUse(use)
  if (took) return `${use.result?.isError ? 'failed, ' : ''}${duration(took.workedMs)}`
  return use.isHeld ? 'waits for you' : 'running'
}

/** Who allowed it, or not, and how long that took: between what was wanted and what came of it. */
function Leave({ use }: { use: Use }): JSX.Element | null {
  if (use.leave === null) return null
  return (
    <p className="border-t border-line px-3 py-1 font-sans text-xs text-ink-3">
      {use.leave}, waited {duration(use.waitedMs)}
    </p>
  )
}

function Folded({ lines, shown }: { lines: string[]; shown: number }): JSX.Element {
  const hidden = Math.max(0, lines.length - shown)
  return (
    <div className="border-t border-line px-3 py-1.5 text-ink-2">
      {hidden > 0 && (
        <details className="group">
          <summary className="font-sans text-xs text-ink-3 hover:text-ink">
            {counted(hidden, 'line')} <span className="group-open:hidden">above</span>
          </summary>
          <pre className="max-h-96 overflow-auto font-mono whitespace-pre-wrap">
            {lines.slice(0, hidden).join('\n')}
          </pre>
        </details>
      )}
      <pre className="max-h-96 overflow-auto font-mono whitespace-pre-wrap">
        {lines.slice(hidden).join('\n')}
      </pre>
    </div>
  )
}

/** Any other tool: its name in words, what it got and gave folded. */
export function Used({ use, cwd }: { use: Use; cwd: string }): JSX.Element {
  const { verb, object } = describeUse(use.tool, use.input, cwd)
  return (
    <details className="text-sm text-ink-2">
      <summary className="truncate hover:text-ink">
        {verb} {object} <span className="text-ink-3">{resultWords(use)}</span>
        {use.result?.isError && <span className="ml-2 text-bad">failed</span>}
        {use.leave && <span className="ml-2 text-ink-3">{use.leave}</span>}
      </summary>
      <pre className="mt-1 overflow-x-auto bg-sunk px-3 py-1.5 font-mono whitespace-pre-wrap">
        {JSON.stringify(use.input, null, 2)}
      </pre>
      <Leave use={use} />
      <Output use={use} />
    </details>
  )
}

function Output({ use }: { use: Use }): JSX.Element | null {
  if (!use.result?.text) return null
  return (
    <pre
      className={`mt-1 max-h-96 overflow-auto bg-sunk px-3 py-1.5 font-mono text-sm whitespace-pre-wrap ${use.result.isError ? 'text-bad' : ''}`}
    >
      {use.result.text}
    </pre>
  )
}

/** What one agent says to another, as a card, with what came back. */
export function MessageCard({
  item,
  avatarOf,
}: {
  item: Extract<Item, { kind: 'message' }>
  avatarOf: (name: string) => string | undefined
}): JSX.Element {
  const { from, to, words, use } = item
  return (
    <div className="border border-line bg-raised">
      <div className="flex items-center gap-2 border-b border-line px-3 py-1.5 text-sm">
        <Face name={from} avatar={avatarOf(from)} size={20} />
        <span>{from}</span>
        <span className="text-ink-3">
          <span aria-hidden="true">→</span>
          <span className="sr-only">to</span>
        </span>
        <Face name={to} avatar={avatarOf(to)} size={20} />
        <span className="font-semibold">{to}</span>
        <span className="ml-auto text-xs text-ink-3">
          {use.result ? `answered in ${duration(use.result.at - use.at - use.waitedMs)}` : 'no answer yet'}
        </span>
      </div>
      <Leave use={use} />
      <div className="px-3 py-2">
        <Markdown text={words.length > 1200 ? `${words.slice(0, 1200)} …` : words} />
      </div>
      {use.result && (
        <details className="border-t border-line px-3 py-1.5 text-sm">
          <summary className={`truncate ${use.result.isError ? 'text-bad' : 'text-ink-2'}`}>
            ← {oneLine(use.result.text, 140)}
          </summary>
          <div className="mt-2">
            <Markdown text={use.result.text} />
          </div>
        </details>
      )}
    </div>
  )
}
