import { isMap, isNode, isSeq, LineCounter, parseDocument, type Node } from 'yaml'
import type { z } from 'zod'
import { IrisError } from '../../../contract/index.ts'
import { findDeepNesting } from '../../../platform/config/index.ts'
import { TriggerFile } from '../../rules/index.ts'
import type { NewQuestion } from './questions.ts'

const maxLength = 256 * 1024

/** The triggers of an agent: what it asks when something happens. */
export type Triggers = z.output<typeof TriggerFile>['triggers']

/** Reads a file of triggers; all that is wrong with it is told at once, with lines. */
export function readTriggers(text: string, name: string): Triggers {
  if (text.length > maxLength) throw refused(name, ['it is longer than 256 KiB'])
  const lines = new LineCounter()
  if (findDeepNesting(text) !== undefined) throw refused(name, ['it is nested too deeply'])
  const document = parseDocument(text, { lineCounter: lines })
  if (document.errors.length > 0)
    throw refused(
      name,
      document.errors.map(
        ({ linePos, message }) => `line ${linePos?.[0].line ?? 1}: ${message.split('\n')[0]}`,
      ),
    )
  // Aliases could make a small file endless.
  const read = TriggerFile.safeParse(document.toJS({ maxAliasCount: 0 }))
  if (read.success) return read.data.triggers
  const lineOf = (path: readonly PropertyKey[]): number =>
    lines.linePos(nodeAt(document.contents, path)?.range?.[0] ?? 0).line
  throw refused(
    name,
    read.error.issues.map(
      ({ path, message }) => `line ${lineOf(path)}: ${path.map(String).join('.')}: ${message}`,
    ),
  )
}

/** The nearest part of the file that a path leads to. */
function nodeAt(root: Node | null, path: readonly PropertyKey[]): Node | undefined {
  let node: unknown = root
  let last: Node | undefined = root ?? undefined
  for (const step of path) {
    const next: unknown = isMap(node) || isSeq(node) ? node.get(step, true) : undefined
    if (!isNode(next)) break
    node = next
    last = next
  }
  return last
}

function refused(name: string, problems: readonly string[]): IrisError {
  return new IrisError('CONFIG_INVALID', [name, ...problems.slice(0, 20)].join('\n'))
}

type Due = Pick<NewQuestion, 'type' | 'text' | 'context' | 'options' | 'fallback' | 'freeText'>

/** A question that is due, as the inbox takes it. */
export function askOf(due: Triggers[number]['questions'][number]): Due {
  const { type, text, context, options, allowFreeText, default: fallback } = due
  return { type, text, context, options, fallback: fallback ?? null, freeText: allowFreeText }
}
