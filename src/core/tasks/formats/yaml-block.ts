import { isMap, isScalar, isSeq, parseDocument, type Document, type Node, type YAMLMap } from 'yaml'
import { findDeepNesting } from '../../../platform/config/index.ts'
import type { Fence } from './markdown.ts'

/** The maps of a block, or why and where it cannot be read. */
export type YamlBlock = { maps: BlockMap[] } | { fault: string; line: number }

/** One map of a block with its plain value, and where its status is written. */
export interface BlockMap {
  fields: Record<string, unknown>
  /** The one id under a name as it is written: 007 stays 007. */
  id: (name: string) => string | undefined
  /** The ids under a name, in a list or between commas. */
  ids: (name: string) => string[] | undefined
  /** The place of the value of `status` in the whole text. */
  status: { start: number; end: number } | undefined
}

const largestBlock = 256 * 1024

/** Reads a fenced block that holds a map, or a list of maps. */
export function readYamlBlock(text: string, fence: Fence): YamlBlock {
  const body = text.slice(fence.start, fence.end)
  const lineOf = (offset: number): number => fence.line + body.slice(0, offset).split('\n').length
  if (body.length > largestBlock)
    return { fault: `it has more than ${largestBlock} letters`, line: fence.line }
  const deep = findDeepNesting(body)
  if (deep !== undefined) return { fault: 'it is nested too deep', line: lineOf(deep) }
  const document = parseDocument(body, { prettyErrors: false, stringKeys: true, logLevel: 'silent' })
  const [error] = document.errors
  if (error) return { fault: error.message.split('\n')[0] ?? '', line: lineOf(error.pos[0]) }
  try {
    return { maps: mapsIn(document).map((map) => blockMap(map, document, fence)) }
  } catch (error) {
    // An alias, which could make a small block a huge one.
    return { fault: error instanceof Error ? error.message : String(error), line: fence.line }
  }
}

function mapsIn({ contents }: Document.Parsed): YAMLMap[] {
  const isKnown: unknown = contents
  if (isMap(isKnown)) return [isKnown]
  return isSeq(isKnown) ? isKnown.items.filter((item) => isMap(item)) : []
}

function blockMap(map: YAMLMap, document: Document.Parsed, fence: Fence): BlockMap {
  const value: unknown = map.toJS(document, { maxAliasCount: 0 })
  const fields = typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  const range = nodeAt(map, 'status')?.range
  return {
    fields,
    id: (name) => idOf(nodeAt(map, name)),
    ids: (name) => idsOf(nodeAt(map, name)),
    status: range ? { start: fence.start + range[0], end: fence.start + range[1] } : undefined,
  }
}

function nodeAt(map: YAMLMap, name: string): Node | undefined {
  const node: unknown = map.get(name, true)
  return isScalar(node) || isMap(node) || isSeq(node) ? node : undefined
}

function idOf(node: Node | undefined): string | undefined {
  return isScalar(node) ? written(node)[0] : undefined
}

function idsOf(node: Node | undefined): string[] | undefined {
  if (isSeq(node)) return node.items.flatMap((item) => (isScalar(item) ? written(item) : []))
  if (!isScalar(node)) return undefined
  return written(node)
    .join('')
    .split(/[,\s]+/)
    .filter((id) => id !== '' && !/^(?:none|null|~|-)$/i.test(id))
}

function written({ source, value }: { source?: string | undefined; value: unknown }): string[] {
  if (value === null || value === undefined) return []
  return [typeof value === 'string' ? value : (source ?? JSON.stringify(value))]
}
