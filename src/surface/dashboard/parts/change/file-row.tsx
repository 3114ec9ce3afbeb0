import { memo, type JSX } from 'react'
import type { ChangedFile } from '../../../../contract/plain.ts'
import { Tokens, useHighlight } from '../code.tsx'
import type { Row } from './rows.ts'

/** One row of a change. */
export const FileRow = memo(function FileRow(props: {
  row: Row
  onToggle: (path: string) => void
  onMore: (path: string, after: number) => void
}): JSX.Element {
  const { row, onToggle, onMore } = props
  switch (row.kind) {
    case 'file':
      return <Head file={row.file} isOpen={row.isOpen} onToggle={onToggle} />
    case 'line':
      return <Line line={row.line} path={row.path} />
    case 'more':
      return (
        <button
          type="button"
          className="link px-3 text-sm leading-8"
          onClick={() => onMore(row.path, row.after)}
        >
          More of {row.path}
        </button>
      )
    case 'hunk':
      return <p className="bg-sunk px-3 font-mono text-xs leading-6 whitespace-pre text-ink-2">{row.words}</p>
    case 'note':
    default:
      return <p className="px-3 text-sm leading-6 text-ink-2">{row.words}</p>
  }
})

function Head(props: { file: ChangedFile; isOpen: boolean; onToggle: (path: string) => void }): JSX.Element {
  const { file, isOpen, onToggle } = props
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="sticky left-0 flex h-8 w-full items-center gap-3 border-y border-line bg-paper px-3 text-left text-sm"
      onClick={() => onToggle(file.path)}
    >
      <span aria-hidden="true" className="w-2 text-ink-3">
        {isOpen ? '▾' : '▸'}
      </span>
      <code className="min-w-0 truncate font-mono">{file.path}</code>
      {file.status !== 'changed' && <span className="shrink-0 text-xs text-ink-2">{file.status}</span>}
      {file.added !== null && (
        <span className="ml-auto shrink-0 text-xs">
          <span className="text-good">+{file.added}</span>{' '}
          <span className="text-bad">−{file.removed ?? 0}</span>
        </span>
      )}
    </button>
  )
}

const tones = { added: 'bg-good-soft', removed: 'bg-bad-soft', same: '' } as const
const signs = { added: '+', removed: '−', same: ' ' } as const

function Line({ line, path }: { line: Extract<Row, { kind: 'line' }>['line']; path: string }): JSX.Element {
  const highlight = useHighlight()
  const [tokens = []] = highlight(line.text, path.split('.').at(-1) ?? '')
  return (
    <div className={`flex w-max min-w-full font-mono text-sm whitespace-pre ${tones[line.kind]}`}>
      <span aria-hidden="true" className="w-11 shrink-0 pr-2 text-right text-xs text-ink-2 select-none">
        {line.new ?? line.old}
      </span>
      <span className="w-4 shrink-0 text-ink-2 select-none">{signs[line.kind]}</span>
      <span className="pr-3">
        <Tokens line={tokens} />
        {line.isCut && <span className="text-ink-2"> … too long</span>}
        {line.hasNoNewline && <span className="text-ink-2"> (no line break at the end)</span>}
      </span>
    </div>
  )
}
