import { checklistOf, textUnder } from './checklist.ts'
import { boxMark } from './marks.ts'
import { numberedTasks } from './numbered.ts'
import type { Reader, Reading } from './reading.ts'
import type { FileTask } from './task.ts'

/** Reads an OpenSpec list: `- [ ] 1.1 words` under `## 1. Heading`. It knows no order, and only an x is done. */
export const readOpenspec: Reader = ({ text, path }, diagnostics) => {
  const reading: Reading = { tasks: [], marks: new Map() }
  for (const { item, id, ownId, title, parent } of numberedTasks(
    checklistOf(text, diagnostics),
    diagnostics,
  )) {
    const mark = boxMark(item, { '-': 'pending', '~': 'pending', '/': 'pending' }, { diagnostics, task: id })
    const task: FileTask = {
      id,
      number: reading.tasks.length + 1,
      title,
      text: textUnder(item),
      status: mark.status,
      edges: parent === undefined ? [] : [{ type: 'parent', to: parent }],
      files: [],
      ...(item.section && item.section.level > 1 && { group: item.section.title }),
      ...(item.box.hasStar && { isOptional: true }),
      source: {
        format: 'openspec',
        path,
        id: ownId ?? '',
        line: item.line,
        raw: text.slice(item.start, item.end),
      },
      extra: {},
    }
    reading.tasks.push(task)
    reading.marks.set(task, [{ ...mark, write: (status) => (status === 'complete' ? 'x' : ' ') }])
  }
  return reading
}
