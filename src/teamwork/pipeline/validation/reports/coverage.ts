import { z } from 'zod'
import { jsonIn } from './json.ts'

const mostShown = 10

/** How much of the code ran, and which files least. */
export interface CoverageFigures {
  percent: number
  uncovered: { path: string; percent: number }[]
}

interface FileFigures {
  path: string
  lines: number
  hit: number
}

/** Reads a report of a format that is known; undefined when it is none. */
export function readCoverage(
  format: 'lcov' | 'json-summary' | 'cobertura',
  text: string,
): CoverageFigures | undefined {
  if (format === 'lcov') return ofFiles(lcovFiles(text))
  if (format === 'json-summary') return jsonSummary(text)
  return cobertura(text)
}

/** The figure in a line such as `All files | {percent}`, in the last line that has it; blanks count as one. */
export function percentInLine(output: string, line: string): number | undefined {
  const plain = (words: string): string => words.replaceAll(/\s+/g, ' ')
  const [before = '', after = ''] = plain(line.trim()).split('{percent}')
  const figures = output.split('\n').flatMap((printed) => {
    const shown = plain(printed)
    const at = shown.indexOf(before)
    const rest = at === -1 ? '' : shown.slice(at + before.length)
    const [figure] = /^ ?\d{1,3}(?:\.\d{1,10})?/.exec(rest) ?? []
    return figure !== undefined && rest.slice(figure.length).startsWith(after) ? [Number(figure)] : []
  })
  const percent = figures.at(-1)
  return percent !== undefined && percent <= 100 ? percent : undefined
}

function lcovFiles(text: string): FileFigures[] {
  const files: FileFigures[] = []
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^(SF|LF|LH):(.*)$/.exec(line.trimEnd()) ?? []
    const last = files.at(-1)
    if (name === 'SF') files.push({ path: value, lines: 0, hit: 0 })
    else if (name === 'LF' && last) last.lines = Number(value)
    else if (name === 'LH' && last) last.hit = Number(value)
  }
  return files
}

function ofFiles(files: readonly FileFigures[]): CoverageFigures | undefined {
  const sum = (of: 'lines' | 'hit'): number => files.reduce((all, file) => all + file[of], 0)
  const [lines, hit] = [sum('lines'), sum('hit')]
  if (!Number.isSafeInteger(lines) || lines === 0 || !(hit >= 0 && hit <= lines)) return undefined
  return { percent: percentOf(hit, lines), uncovered: leastOf(files) }
}

const Lines = z.object({ lines: z.object({ total: z.number(), covered: z.number(), pct: z.unknown() }) })

function jsonSummary(text: string): CoverageFigures | undefined {
  const read = jsonIn(text, z.record(z.string(), Lines))
  const total = read?.['total']?.lines
  if (!read || !total || total.total <= 0 || total.covered > total.total) return undefined
  const files = Object.entries(read)
    .filter(([path]) => path !== 'total')
    .map(([path, { lines }]) => ({ path, lines: lines.total, hit: lines.covered }))
  return { percent: percentOf(total.covered, total.total), uncovered: leastOf(files) }
}

function cobertura(text: string): CoverageFigures | undefined {
  const rateIn = (tag: string): number => Number(/\sline-rate="([\d.]+)"/.exec(tag)?.[1] ?? Number.NaN)
  const whole = rateIn(/<coverage\s[^>]{1,2000}>/.exec(text)?.[0] ?? '')
  if (!(whole >= 0 && whole <= 1)) return undefined
  const classes = [...text.matchAll(/<class\s[^>]{1,2000}>/g)].map(([tag]) => ({
    path: /\sfilename="([^"]+)"/.exec(tag)?.[1] ?? '',
    percent: percentOf(rateIn(tag), 1),
  }))
  const uncovered = classes
    .filter(({ path, percent }) => path !== '' && percent < 100)
    .toSorted((one, other) => one.percent - other.percent)
  return { percent: percentOf(whole, 1), uncovered: uncovered.slice(0, mostShown) }
}

/** Those with the most lines that nothing ran. */
function leastOf(files: readonly FileFigures[]): CoverageFigures['uncovered'] {
  return files
    .filter(({ lines, hit }) => hit < lines)
    .toSorted((one, other) => other.lines - other.hit - (one.lines - one.hit))
    .slice(0, mostShown)
    .map(({ path, lines, hit }) => ({ path, percent: percentOf(hit, lines) }))
}

/** To one place, and never up to 100: what is not all is not all. */
function percentOf(hit: number, lines: number): number {
  return Math.floor((hit / lines) * 1000) / 10
}
