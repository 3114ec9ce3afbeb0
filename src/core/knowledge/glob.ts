import { IrisError } from '../../contract/index.ts'

const maxLength = 200
const maxAlternatives = 16

/** Which files a lesson holds for, read once. */
export interface Glob {
  matches(path: Path): boolean
  /** Keys of which every path that it matches has one. */
  keys: readonly string[]
  /** How many of its characters stand for themselves: the more there are, the more it says. */
  letters: number
}

/** A path of a project, taken apart once for many globs. */
export interface Path {
  path: string
  names: readonly string[]
  keys: readonly string[]
}

export function readPath(source: string): Path {
  const path = source.replace(/^(?:\.\/)+/, '')
  const names = path.split('/')
  const folders = names.length > 1 ? ['', names[0] ?? ''] : ['']
  const ending = endingOf(path)
  const endings = [...new Set(['', ending, tailOf(path)])]
  const places = folders.flatMap((folder) => endings.map((end) => keyOf(folder, end)))
  return { path, names, keys: [...places, ...gramKeysOf(names.at(-1) ?? '')] }
}

/** Where a path is, as coarsely as most globs say it: in which folder, and with which ending or tail; '' is any. */
const keyOf = (folder: string, ending: string): string => `${folder}/${ending}`
const endingOf = (path: string): string => /\.([^./]*)$/.exec(path)?.[1] ?? ''
/** The ending with the two letters before it, where there are two. */
const tailOf = (path: string): string => /[^./]{2}\.[^./]*$/.exec(path)?.[0] ?? endingOf(path)

const gramLength = 3
const gramKey = (gram: string): string => `:${gram}`

/** One for every three letters in a row of the name of a file. */
function gramKeysOf(name: string): string[] {
  const keys = new Set<string>()
  for (let at = 0; at + gramLength <= name.length; at += 1) keys.add(gramKey(name.slice(at, at + gramLength)))
  return [...keys]
}

/** The last three letters of the longest piece before the end of a name, of one that has a piece so long. */
function gramOf(name: string): string | undefined {
  if (name === '**') return undefined
  const pieces = name.split(/[*?]+/).slice(0, -1)
  const longest = pieces.reduce((most, piece) => (piece.length > most.length ? piece : most), '')
  return longest.length < gramLength ? undefined : longest.slice(-gramLength)
}

/** One of the texts that the braces of a glob stand for. Most paths fail already by how they begin or end. */
interface Way {
  key: string
  begin: string
  end: string
  runs: Runs
}

/** A part of a path: what stands between its stars, in order. */
interface Part {
  pieces: readonly string[]
}

/** Runs of parts; between two runs, and only there, any number of folders may lie. */
type Runs = readonly (readonly Part[])[]

/**
 * Reads a glob. It is matched from left to right, and what was matched is never tried again: the first place where a
 * piece fits leaves the most to the pieces behind it.
 */
export function readGlob(source: string): Glob {
  const mistake = mistakeIn(source)
  if (mistake) throw new IrisError('LESSON_GLOB_INVALID', `The glob ${JSON.stringify(source)} ${mistake}.`)
  const ways = alternatives(source).map(wayOf)
  return {
    matches: ({ path, names }) =>
      ways.some(
        ({ begin, end, runs }) => path.endsWith(end) && path.startsWith(begin) && matchRuns(runs, names),
      ),
    keys: [...new Set(ways.map(({ key }) => key))],
    letters: source.replaceAll(/[*?{},]/g, '').length,
  }
}

function mistakeIn(source: string): string | undefined {
  if (source.length > maxLength) return `has more than ${maxLength} characters`
  if (/\p{Cc}/u.test(source)) return 'has a control character'
  if (source.startsWith('/')) return 'starts at the root, not in the project'
  if (source.split('/').includes('..')) return 'leads out of the project'
  if (/\{[^}]*(?:\{|$)|^[^{]*\}|\}[^{]*\}/.test(source))
    return 'has braces inside braces, or one without the other'
  const count = [...source.matchAll(/\{([^}]*)\}/g)].reduce(
    (product, [, inner = '']) => product * inner.split(',').length,
    1,
  )
  return count > maxAlternatives ? `has more than ${maxAlternatives} alternatives` : undefined
}

/** Every text that the braces stand for. */
function alternatives(source: string): string[] {
  const [whole, before = '', inner = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/s.exec(source) ?? []
  if (whole === undefined) return [source]
  const ends = alternatives(after)
  return inner.split(',').flatMap((choice) => ends.map((end) => before + choice + end))
}

function wayOf(source: string): Way {
  const trimmed = source.replace(/^(?:\.\/)+/, '')
  const below = trimmed.endsWith('/') ? `${trimmed}**` : trimmed
  const names = below.includes('/') ? below.split('/') : ['**', below]
  const [folder = ''] = names
  const text = names.join('/')
  // Two stars may stand for nothing, and then for no slash either.
  const end = partOf(/[^*?]*$/, text).replace(/^\//, '')
  const begin = partOf(/^[^*?]*/, text).replace(/\/$/, '')
  const place = keyOf(/[*?]/.test(folder) ? '' : folder, tailOf(end))
  // An ending alone is that of very many files.
  const gram = tailOf(end) === endingOf(end) ? gramOf(names.at(-1) ?? '') : undefined
  return { key: gram === undefined ? place : gramKey(gram), begin, end, runs: runsOf(names) }
}

const partOf = (shape: RegExp, text: string): string => shape.exec(text)?.[0] ?? ''

function runsOf(names: readonly string[]): Runs {
  const runs: Part[][] = [[]]
  for (const name of names) {
    if (name === '**') runs.push([])
    else runs.at(-1)?.push({ pieces: name.split(/\*+/) })
  }
  return runs
}

function matchRuns(runs: Runs, names: readonly string[]): boolean {
  const [first = [], ...rest] = runs
  const last = rest.pop()
  if (!fits(first, names, 0)) return false
  if (last === undefined) return first.length === names.length
  let at = first.length
  for (const run of rest) {
    const found = placeOf(run, names, at)
    if (found === -1) return false
    at = found + run.length
  }
  // What ends in `**` is about what lies below, not about the folder itself.
  if (last.length === 0) return at < names.length
  const end = names.length - last.length
  return end >= at && fits(last, names, end)
}

function placeOf(run: readonly Part[], names: readonly string[], from: number): number {
  for (let place = from; place + run.length <= names.length; place += 1)
    if (fits(run, names, place)) return place
  return -1
}

function fits(run: readonly Part[], names: readonly string[], place: number): boolean {
  return run.every((part, offset) => {
    const name = names[place + offset]
    return name !== undefined && matchPart(part, name)
  })
}

function matchPart({ pieces }: Part, name: string): boolean {
  const first = pieces[0] ?? ''
  if (!holds(name, first, 0)) return false
  if (pieces.length === 1) return first.length === name.length
  const last = pieces.at(-1) ?? ''
  const end = name.length - last.length
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    while (at + piece.length <= end && !holds(name, piece, at)) at += 1
    if (at + piece.length > end) return false
    at += piece.length
  }
  return end >= at && holds(name, last, end)
}

/** Whether a piece stands at a place, where `?` is any character. */
function holds(name: string, piece: string, at: number): boolean {
  if (!piece.includes('?')) return name.startsWith(piece, at)
  if (at + piece.length > name.length) return false
  for (let offset = 0; offset < piece.length; offset += 1)
    if (piece[offset] !== '?' && piece[offset] !== name[at + offset]) return false
  return true
}
