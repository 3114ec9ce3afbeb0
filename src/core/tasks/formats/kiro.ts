import { checklistOf, textUnder, type Item, type Section } from './checklist.ts'
import { boxMark } from './marks.ts'
import { numberedTasks } from './numbered.ts'
import { impactsOf, pathsIn } from './paths.ts'
import { orderKiro } from './kiro-order.ts'
import type { Reader, Reading } from './reading.ts'
import type { FileTask } from './task.ts'

const otherMarks = { '-': 'in_progress', '~': 'in_progress', '/': 'in_progress' } as const

/** Reads a Kiro plan: nested `- [ ] 2.1 words`, with `_Requirements:_` and sometimes `_Dependencies:_` under them. */
export const readKiro: Reader = ({ text, path }, diagnostics) => {
  const reading: Reading = { tasks: [], marks: new Map() }
  const numbered = numberedTasks(checklistOf(text, diagnostics), diagnostics)
  for (const { item, id, ownId, title, parent } of numbered) {
    const mark = boxMark(item, otherMarks, { diagnostics, task: id })
    const task: FileTask = {
      ...kiroTask({ item, id, title }),
      number: reading.tasks.length + 1,
      status: mark.status,
      source: {
        format: 'kiro',
        path,
        id: ownId ?? '',
        line: item.line,
        raw: text.slice(item.start, item.end),
      },
    }
    if (parent !== undefined) task.edges.push({ type: 'parent', to: parent })
    reading.tasks.push(task)
    reading.marks.set(task, [mark])
  }
  orderKiro(reading.tasks, diagnostics)
  return reading
}

type Unplaced = Omit<FileTask, 'source' | 'status' | 'number'>

function kiroTask({ item, id, title }: { item: Item; id: string; title: string }): Unplaced {
  const text = textUnder(item)
  const isParallel = /^\(P\)\s*/.exec(title)
  const words = isParallel ? title.slice(isParallel[0].length) : title
  const group = groupOf(item.section)
  const requirements = listIn(text, /_?Requirements?\s*[:：]\s*_?/i)
  return {
    id,
    title: words,
    text,
    edges: [],
    files: impactsOf(words, [...new Set([...pathsIn(words), ...pathsIn(text)])]),
    ...(group !== undefined && { group }),
    ...(item.box.hasStar && { isOptional: true }),
    ...(isParallel && { isParallelClaim: true }),
    ...(/^(?:final )?checkpoint\b|^チェックポイント/i.test(words) && { isCheckpoint: true }),
    ...(requirements.length > 0 && { requirements }),
    extra: {},
  }
}

function groupOf(section: Section | undefined): string | undefined {
  return section && section.level > 1 ? section.title : undefined
}

/** The words behind a name such as `_Requirements: 1.2, 1.3_`, between commas. */
function listIn(text: string, name: RegExp): string[] {
  const found: string[] = []
  for (const line of text.split('\n')) {
    const match = name.exec(line)
    if (!match || !/^[\s*_|-]*$/.test(line.slice(0, match.index))) continue
    const rest = line.slice(match.index + match[0].length)
    const end = rest.search(/_(?:\s|\||$)/)
    const words = end === -1 ? rest : rest.slice(0, end)
    found.push(...words.split(/[,、，]/).map((word) => word.trim().replace(/\.$/, '')))
  }
  return found.filter((word) => word !== '')
}
