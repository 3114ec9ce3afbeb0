import { checklistOf, textUnder, type Item, type Section } from './checklist.ts'
import type { Diagnostics } from './diagnostics.ts'
import { boxMark } from './marks.ts'
import { impactsOf, pathsIn } from './paths.ts'
import { byId, createConnect, type Reader } from './reading.ts'
import { createRows, idsIn, type References } from './references.ts'
import { applyOwnBlock, findOwnBlock, type OwnBlock } from './own-block.ts'
import type { FileTask, StatusMark } from './task.ts'

const otherMarks = { '-': 'in_progress', '~': 'in_progress', '/': 'in_progress' } as const
const idAtStart = /^\[?(T-?\d{1,9}[A-Za-z]?(?:\.\d+)*)\]?(?=[\s:.)\]—–|[-]|$)[:.)]?\s*/
const markAtStart = /^\[((?:P|US-?\d+|Story-?\d+)(?:\s*,\s*(?:P|US-?\d+|Story-?\d+))*)\]\s*/i
const states =
  /\b(?:depend(?:s|ent|ing)?\s+(?:up)?on|depends:|dependenc(?:y|ies):|blocked by|requires(?=\s+T-?\d))/gi

/** Reads a spec-kit checklist: `- [ ] T012 [P] [US1] words with a path`, in phases. */
export const readSpecKit: Reader = ({ text, path }, diagnostics) => {
  const lines = checklistOf(text, diagnostics).map((item) => ({ item, words: wordsOf(item.box.words) }))
  const freshId = freshIds(lines.map(({ words }) => words.id))
  const placed = lines.map(({ item, words }, place): Placed => {
    const id = words.id ?? freshId()
    if (words.id === undefined) missingId(item, id, diagnostics)
    const mark = boxMark(item, otherMarks, { diagnostics, task: id })
    const own = findOwnBlock(text, item, { id, diagnostics })
    const task = { ...taskOf({ item, words, own }), id, number: place + 1, status: mark.status }
    const raw = text.slice(item.start, item.end)
    task.source = { format: 'spec-kit', path, id: words.id ?? '', line: item.line, raw }
    return { task, item, phase: phaseOf(item.section), own, marks: [mark] }
  })
  orderByPhases(placed, diagnostics)
  for (const { own, task, marks } of placed) {
    if (own) applyOwnBlock(own, { task, marks }, diagnostics)
    if (task.files.length === 0) noPath(task, diagnostics)
  }
  return {
    tasks: placed.map(({ task }) => task),
    marks: new Map(placed.map(({ task, marks }) => [task, marks])),
  }
}

interface Placed {
  task: FileTask
  item: Item
  phase: Section | undefined
  own: OwnBlock | undefined
  marks: StatusMark[]
}

interface Words {
  id: string | undefined
  isParallel: boolean
  story: string | undefined
  title: string
}

/** The id, `[P]` and `[US1]` in whatever order, and the title behind them. */
function wordsOf(words: string): Words {
  let rest = words.startsWith('**') ? words.replace('**', '').replace('**', '') : words
  const found: Words = { id: undefined, isParallel: false, story: undefined, title: '' }
  for (;;) {
    const id = found.id === undefined ? idAtStart.exec(rest) : null
    const mark = markAtStart.exec(rest)
    const next = id ?? mark
    if (!next) break
    rest = rest.slice(next[0].length)
    if (id) found.id = id[1]
    else readMark(found, next[1] ?? '')
  }
  const isPlain = found.id === undefined && !found.isParallel && found.story === undefined
  return { ...found, title: (isPlain ? words : rest).replace(/^[—–:-]\s+/, '').trim() }
}

function readMark(found: Words, mark: string): void {
  for (const one of mark.split(',').map((part) => part.trim()))
    if (/^p$/i.test(one)) found.isParallel = true
    else found.story ??= one
}

/** Ids after the highest that the file has, in its width. */
function freshIds(ids: readonly (string | undefined)[]): () => string {
  const numbers = ids.map((id) => numberIn(id ?? ''))
  let next = numbers.reduce((highest, number) => Math.max(highest, number), 0)
  return () => {
    next += 1
    return `T${String(next).padStart(3, '0')}`
  }
}

function missingId(item: Item, id: string, diagnostics: Diagnostics): void {
  const message = `This box has no id; it is called ${id} here.`
  diagnostics.add('MISSING_ID', item.line, { task: id, message })
}

function noPath(task: FileTask, diagnostics: Diagnostics): void {
  diagnostics.add('NO_PATH', task.source.line, { task: task.id, message: `${task.id} names no file.` })
}

function taskOf({ item, words, own }: { item: Item; words: Words; own: OwnBlock | undefined }): FileTask {
  const text = textUnder(item, own?.fence)
  const inTitle = pathsIn(words.title)
  const paths = inTitle.length > 0 ? inTitle : pathsIn(text)
  const phase = phaseOf(item.section)
  return {
    id: '',
    number: 0,
    title: words.title,
    text,
    status: 'pending',
    edges: [],
    files: impactsOf(words.title, paths),
    ...(phase && { group: phase.title }),
    ...(words.isParallel && { isParallelClaim: true }),
    ...(words.story !== undefined && { story: words.story }),
    source: { format: 'spec-kit', path: '', id: '', line: item.line, raw: '' },
    extra: {},
  }
}

/** The heading that begins a phase: one that says so, or one of the second level. */
function phaseOf(section: Section | undefined): Section | undefined {
  for (let one = section; one; one = one.above) if (/^\W*phase\b/i.test(one.title)) return one
  for (let one = section; one; one = one.above) if (one.level === 2) return one
  return section
}

/** A phase waits for the whole phase before it; inside it those without `[P]` go one after another. */
function orderByPhases(placed: readonly Placed[], diagnostics: Diagnostics): void {
  const connect = createConnect(diagnostics)
  const references = referencesOf(
    placed.map(({ task }) => task),
    diagnostics,
  )
  const taskOfItem = new Map(placed.map(({ item, task }) => [item, task]))
  let before: string[] = []
  let inPhase: string[] = []
  let last: string | undefined
  for (const [place, { task, item, phase }] of placed.entries()) {
    if (place > 0 && placed[place - 1]?.phase !== phase) {
      ;[before, inPhase, last] = [inPhase, [], undefined]
    }
    const parent = item.above && taskOfItem.get(item.above)
    connect(task, 'blocks', others(before, task))
    if (parent) {
      connect(task, 'parent', [parent.id])
      connect(
        task,
        'blocks',
        parent.edges.filter(({ type }) => type === 'blocks').map(({ to }) => to),
      )
    } else if (!task.isParallelClaim) {
      if (last !== undefined && last !== task.id) connect(task, 'blocks', [last])
      last = task.id
    }
    connect(task, 'blocks', statedIn(`${task.title}\n${task.text}`, references))
    inPhase.push(task.id)
  }
}

/** One by one, since who is given them may stop early. An id that is there twice is no reason to wait for oneself. */
function* others(ids: readonly string[], task: FileTask): Generator<string> {
  for (const id of ids) if (id !== task.id) yield id
}

function statedIn(words: string, references: References): string[] {
  const starts = [...words.matchAll(states)]
  return starts.flatMap((match, place) => {
    const from = match.index + match[0].length
    const until = starts[place + 1]?.index ?? words.length
    return idsIn(sentenceIn(words.slice(from, until)), references)
  })
}

/** Up to the bracket that closes, the end of the line or of the sentence. */
function sentenceIn(words: string): string {
  const end = words.search(/[)\n;]|\.\s/)
  return end === -1 ? words : words.slice(0, end)
}

function referencesOf(tasks: readonly FileTask[], diagnostics: Diagnostics): References {
  const numbered = [...byId(tasks).keys()].map((id) => ({ id, number: numberIn(id) }))
  const sorted = numbered.toSorted((a, b) => a.number - b.number)
  const rows = createRows(diagnostics)
  return {
    id: /\bT-?\d{1,9}[A-Za-z]?(?:\.\d+)*\b|(?<=T-?\d{1,9}\s?[-–—~]\s?)\d{1,9}\b/g,
    between: (first, last) => {
      const [from, to] = [numberIn(first), numberIn(last)]
      if (to < from) return undefined
      const begin = placeIn(sorted, from + 1)
      const inside = rows(begin, placeIn(sorted, to)).map((place) => sorted[place]?.id ?? '')
      return [...inside, last.startsWith('T') ? last : `${/^T-?/.exec(first)?.[0] ?? 'T'}${last}`]
    },
  }
}

function numberIn(id: string): number {
  return Number(/\d+/.exec(id)?.[0] ?? 0)
}

/** Where the first of at least that number is. */
function placeIn(sorted: readonly { number: number }[], number: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.number ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
