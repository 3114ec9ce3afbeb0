import { textIn } from '../../contract/plain.ts'
import { list } from './fields.ts'
import type { Use } from './items.ts'

/** What an edit changes: the file, and each stretch before and after. A written file is all new. */
export function editsOf({ tool, input }: Use): {
  path: string
  changes: { before: string; after: string }[]
} {
  const path = textIn(input, 'file_path') || textIn(input, 'notebook_path')
  if (tool === 'Write') return { path, changes: [{ before: '', after: textIn(input, 'content') }] }
  if (tool === 'NotebookEdit') return { path, changes: [{ before: '', after: textIn(input, 'new_source') }] }
  const all = tool === 'MultiEdit' ? list(input, 'edits') : [input]
  const changes = all.map((edit) => ({
    before: textIn(edit, 'old_string'),
    after: textIn(edit, 'new_string'),
  }))
  return { path, changes }
}
