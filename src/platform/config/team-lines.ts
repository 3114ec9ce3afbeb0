import { isMap, isScalar, isSeq, parseDocument, stringify, type Pair, type YAMLMap } from 'yaml'
import type { TeamInput } from './sections/team.ts'
import { parseOptions } from './source.ts'

/** The text with the lines of a new team below `teams:`, right when `teams` is written as a block. */
export function insertTeamLines(text: string, name: string, team: TeamInput): string {
  const root = parseDocument(text, parseOptions).contents
  const teams = isMap(root) ? pairOf(root, 'teams') : undefined
  // Text that ends in line breaks would, as a block, take in the lines below it.
  const lines = stringify({ [name]: team }, { lineWidth: 0, blockQuote: false })
  if (!teams) return insertAt(text, text.length, `teams:\n${indented(lines, '  ')}`)
  const last = isMap(teams.value) ? teams.value.items.at(-1) : undefined
  const indent = last ? indentOf(text, startOf(last.key)) : '  '
  return insertAt(text, lineEnd(text, last ? endOfPair(last) : endOf(teams.key)), indented(lines, indent))
}

/** The text without the lines of a team, right when `teams` is written as a block. */
export function removeTeamLines(text: string, name: string): string {
  const root = parseDocument(text, parseOptions).contents
  const teams = isMap(root) ? pairOf(root, 'teams')?.value : undefined
  const pair = isMap(teams) ? pairOf(teams, name) : undefined
  if (!pair) return text
  const start = startOf(pair.key)
  const from = start - indentOf(text, start).length
  return text.slice(0, from) + text.slice(lineEnd(text, endOfPair(pair)))
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key)
}

function startOf(node: unknown): number {
  return isScalar(node) ? (node.range?.[0] ?? 0) : 0
}

/** The end of the last value inside; a block's own range would take in the comments below it. */
function endOf(node: unknown): number {
  if ((isMap(node) || isSeq(node)) && !node.flow) {
    const last: unknown = node.items.at(-1)
    if (last !== undefined) return isMap(node) ? endOfPair(node.items.at(-1)) : endOf(last)
  }
  return isScalar(node) || isMap(node) || isSeq(node) ? (node.range?.[1] ?? 0) : 0
}

function endOfPair(pair: Pair | undefined): number {
  return Math.max(endOf(pair?.key), endOf(pair?.value))
}

/** Where the line that holds the character before `offset` is over, its line break included. */
function lineEnd(text: string, offset: number): number {
  if (text[offset - 1] === '\n') return offset
  const end = text.indexOf('\n', offset)
  return end === -1 ? text.length : end + 1
}

function indentOf(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^ *$/.test(line) ? line : ''
}

function indented(lines: string, indent: string): string {
  return lines.replace(/^(?=.)/gm, indent)
}

function insertAt(text: string, offset: number, lines: string): string {
  const before = text.slice(0, offset)
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  const added = `${gap}${lines}`
  return before + (text.includes('\r\n') ? added.replace(/\r?\n/g, '\r\n') : added) + text.slice(offset)
}
