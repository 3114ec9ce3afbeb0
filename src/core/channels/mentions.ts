import { folded } from './names.ts'

/** Whom everybody in a room is called by, when a person says it. */
export const everybody = ['here', 'all'] as const

/**
 * Who of these is mentioned: `@name` anywhere, `name:` or `name,` where a line begins. Code and quoted lines mention
 * nobody, and the longest name that fits counts, so that `@shop-fe` is not `@shop`.
 */
export function mentionsIn(body: string, names: readonly string[]): string[] {
  if (!/[@:,]/.test(body)) return []
  const byName = new Map(names.map((name) => [folded(name), name]))
  const found = new Set<string>()
  for (const line of proseOf(body)) {
    if (line.startsWith('>')) continue
    for (const [, word = ''] of line.matchAll(/(?<![\p{L}\p{N}_@/.-])@([\p{L}\p{N}_.-]+)/gu)) take(word)
    const opening = /^([\p{L}\p{N}_.-]+)[:,](?=\s|$)/u.exec(line)?.[1]
    if (opening !== undefined) take(opening)
  }
  return [...found]

  /** Dots and dashes at its end may belong to the sentence. */
  function take(word: string): void {
    for (let rest = folded(word); rest !== ''; rest = shorter(rest)) {
      const name = byName.get(rest)
      if (name === undefined) continue
      found.add(name)
      return
    }
  }
}

const shorter = (word: string): string => (/[.-]$/.test(word) ? word.slice(0, -1) : '')

/** Without blocks and spans of code, read once from left to right. A fence that nobody closed goes on to the end. */
function proseOf(body: string): string[] {
  const prose: string[] = []
  let fence = ''
  for (const line of body.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === '' && mark === undefined) prose.push(withoutSpans(line))
    if (fence === '') fence = mark ?? ''
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = ''
  }
  return prose
}

function withoutSpans(line: string): string {
  if (!line.includes('`')) return line
  const runs = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ index, length }))
  const last = new Map(runs.map(({ index, length }) => [length, index]))
  let [kept, from, open] = ['', 0, 0]
  for (const { index, length } of runs) {
    if (open === length) {
      from = index + length
      open = 0
    } else if (open === 0 && (last.get(length) ?? 0) > index) {
      kept += line.slice(from, index)
      open = length
    }
  }
  return open === 0 ? kept + line.slice(from) : kept
}
