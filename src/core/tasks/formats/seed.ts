import type { Diagnostics } from './diagnostics.ts'
import { applyFields } from './fields.ts'
import { piecesOf, type Fence, type Piece } from './markdown.ts'
import { wordMark } from './own-block.ts'
import type { Reader, Reading, TaskFileText } from './reading.ts'
import type { FileTask } from './task.ts'
import { readYamlBlock, type BlockMap } from './yaml-block.ts'

const signs = ['phase', 'action', 'file', 'files', 'status', 'depends_on', 'validation']

/** Reads the seed's tasks.md: one YAML block for each task. */
export const readSeed: Reader = (file, diagnostics) => {
  const reading: Reading = { tasks: [], marks: new Map() }
  const place: Place = { group: undefined, heading: undefined }
  for (const piece of piecesOf(file.text)) {
    if (piece.kind === 'heading') follow(place, piece)
    else if (piece.kind === 'unclosed') neverClosed(piece, diagnostics)
    else if (piece.kind === 'fence' && /^ya?ml\b/i.test(piece.fence.info))
      readBlock({ file, fence: piece.fence, place, reading }, diagnostics)
  }
  return reading
}

interface Place {
  group: string | undefined
  heading: string | undefined
}

interface Found {
  file: TaskFileText
  fence: Fence
  place: Place
  reading: Reading
}

function follow(place: Place, { level, title }: Extract<Piece, { kind: 'heading' }>): void {
  if (level <= 2) place.group = level === 2 ? title : undefined
  place.heading = level > 2 ? title : undefined
}

function neverClosed({ line, what }: Extract<Piece, { kind: 'unclosed' }>, diagnostics: Diagnostics): void {
  const message = `The ${what} that begins here is never closed, so nothing below it is read.`
  diagnostics.add('BAD_BLOCK', line.number, { message })
}

function readBlock(found: Found, diagnostics: Diagnostics): void {
  const { file, fence, reading } = found
  const block = readYamlBlock(file.text, fence)
  if ('fault' in block) return badBlock(found, block, diagnostics)
  for (const map of block.maps) {
    const hasId = map.id('id') !== undefined
    if (!hasId && signs.filter((name) => map.fields[name] !== undefined).length < 2) continue
    const task = taskOf(found, map)
    if (!hasId)
      diagnostics.add('MISSING_ID', fence.line, {
        task: task.id,
        message: `This block has no id; it is called ${task.id} here.`,
      })
    applyFields(task, map, { diagnostics, line: fence.line })
    reading.tasks.push(task)
    reading.marks.set(task, map.status ? [wordMark(map.status, task.status)] : [])
  }
}

function badBlock(
  { file, fence }: Found,
  { fault, line }: { fault: string; line: number },
  diagnostics: Diagnostics,
): void {
  const task = /^\s*(?:-\s+)?id:\s*["']?([\w.#-]+)/m.exec(file.text.slice(fence.start, fence.end))?.[1]
  const message = `This block is not read (line ${line}): ${fault}.`
  diagnostics.add('BAD_BLOCK', fence.line, { ...(task !== undefined && { task }), message })
}

function taskOf({ file, fence, place, reading }: Found, map: BlockMap): FileTask {
  const number = reading.tasks.length + 1
  const ownId = map.id('id')
  const id = ownId ?? `T-${String(number).padStart(3, '0')}`
  return {
    id,
    number,
    title: titleOf(id, place, map),
    text: '',
    status: 'pending',
    edges: [],
    files: [],
    ...(place.group !== undefined && { group: place.group }),
    source: {
      format: 'seed',
      path: file.path,
      id: ownId ?? '',
      line: fence.line,
      raw: file.text.slice(fence.start, fence.end),
    },
    extra: {},
  }
}

/** The heading above, unless it only counts or is that of another task; else what is done to which file. */
function titleOf(id: string, { heading = '' }: Place, { fields }: BlockMap): string {
  const words = heading.startsWith(id) ? heading.slice(id.length).replace(/^[\s:.—–-]+/, '') : heading
  if (words !== '' && !/^task\s+\d+$/i.test(words) && !looksLike(id, words)) return words
  const doing = [fields['action'], fields['file']].filter((word) => typeof word === 'string')
  return doing.length > 0 ? doing.join(' ') : id
}

/** Whether words begin with an id of the same kind: T-002 beside T-001. */
function looksLike(id: string, words: string): boolean {
  return /^\D+\d/.test(words) && words.split(/\d/)[0] === id.split(/\d/)[0]
}
