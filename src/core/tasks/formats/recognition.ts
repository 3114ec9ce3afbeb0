import { JsonFault, entryOf, readJson, type JsonNode } from './json.ts'
import { linesOf } from './lines.ts'
import { piecesOf, type Box, type Fence } from './markdown.ts'
import { ownInfo } from './own-block.ts'
import { hasStories } from './ralph.ts'
import type { TaskFileText } from './reading.ts'
import { listsIn } from './task-master.ts'
import type { TaskFormat } from './task.ts'

/** The format of a file by what it says. Its path only decides between two that its text would fit alike. */
export function formatOf({ text, path }: TaskFileText): TaskFormat | undefined {
  const start = text.trimStart().replace(/^\uFEFF/, '')
  if (start.startsWith('{') || start.startsWith('[')) {
    const format = jsonFormat(text)
    if (format) return format
  }
  if (hasIssueLine(text)) return 'beads'
  return markdownFormat(signsIn(text), path)
}

function jsonFormat(text: string): TaskFormat | undefined {
  const whole = jsonIn(text)
  if (!whole) return hasIssueLine(text) ? 'beads' : brokenJsonFormat(text)
  if (hasStories(whole)) return 'ralph'
  if (listsIn(whole).length > 0) return 'task-master'
  return isIssue(whole) ? 'beads' : undefined
}

function brokenJsonFormat(text: string): TaskFormat | undefined {
  if (/"userStories"\s*:/.test(text)) return 'ralph'
  return /"tasks"\s*:\s*\[/.test(text) ? 'task-master' : undefined
}

function jsonIn(text: string): JsonNode | undefined {
  try {
    return readJson(text)
  } catch (error) {
    if (error instanceof JsonFault) return undefined
    throw error
  }
}

const linesLookedAt = 50

function hasIssueLine(text: string): boolean {
  let looked = 0
  for (const line of linesOf(text)) {
    if (line.text.trim() === '') continue
    looked += 1
    if (looked > linesLookedAt) return false
    const node = line.text.trimStart().startsWith('{') ? jsonIn(line.text) : undefined
    if (node && isIssue(node)) return true
  }
  return false
}

function isIssue(node: JsonNode): boolean {
  const has = (name: string): boolean => entryOf(node, name) !== undefined
  return has('title') && (has('issue_type') || has('status') || has('priority') || has('dependencies'))
}

interface Signs {
  boxes: number
  /** `T012` */
  ids: number
  /** `2.` */
  whole: number
  /** `2.1` */
  parts: number
  /** `## 2. Heading` */
  headings: number
  /** `_Requirements: …_` and the like, and `[ ]*` */
  kiro: number
  /** YAML blocks with an id */
  blocks: number
}

function signsIn(text: string): Signs {
  const signs: Signs = { boxes: 0, ids: 0, whole: 0, parts: 0, headings: 0, kiro: 0, blocks: 0 }
  for (const piece of piecesOf(text)) {
    if (piece.kind === 'heading' && piece.level > 1 && /^\d{1,6}[.):]\s/.test(piece.title))
      signs.headings += 1
    else if (piece.kind === 'box') count(signs, piece.box)
    else if (piece.kind === 'fence' && isTaskBlock(piece.fence, text)) signs.blocks += 1
    else if (
      piece.kind === 'text' &&
      /_(?:Requirements?|Dependencies|Depends on|依存[^:：]*)\s*[:：]/i.test(piece.line.text)
    )
      signs.kiro += 1
  }
  return signs
}

function count(signs: Signs, { words, hasStar }: Box): void {
  const plain = words.replace(/^\*\*/, '')
  signs.boxes += 1
  if (hasStar) signs.kiro += 1
  if (/^(?:\[[^\]]{1,12}\]\s*){0,3}\[?T-?\d/.test(plain)) signs.ids += 1
  else if (/^\d{1,6}\.\d/.test(plain)) signs.parts += 1
  else if (/^\d{1,6}[.)]\s/.test(plain)) signs.whole += 1
}

function isTaskBlock({ info, start, end }: Fence, text: string): boolean {
  if (!/^ya?ml\b/i.test(info) || info === ownInfo) return false
  const body = text.slice(start, end)
  return (
    /^\s*(?:-\s+)?id\s*:/m.test(body) &&
    /^\s*(?:phase|action|file|files|status|depends_on|validation)\s*:/m.test(body)
  )
}

function markdownFormat(signs: Signs, path: string): TaskFormat | undefined {
  const { boxes, ids, whole, parts, headings, kiro, blocks } = signs
  if (blocks > ids) return 'seed'
  if (ids > 0 && ids >= whole + parts) return 'spec-kit'
  if (kiro > 0 || whole > headings) return 'kiro'
  if (boxes === 0) return undefined
  if (headings === 0 && /(?:^|\/)\.kiro\//.test(path)) return 'kiro'
  return headings === 0 && parts === 0 && /(?:^|\/)\.?specif?y?\//.test(path) ? 'spec-kit' : 'openspec'
}
