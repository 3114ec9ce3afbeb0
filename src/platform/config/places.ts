import type { LineCounter } from 'yaml'
import type { Path } from './path.ts'

/** Where a key and its value stand in the text, and what is written there when that differs from the value. */
export interface Place {
  key?: number
  value?: number
  written?: string
}

/** A position as editors count it, from 1. */
interface Position {
  line: number
  column: number
}

/** Which place each path has in the file. */
export interface Places {
  set(path: Path, place: Place): void
  get(path: Path): Place | undefined
  /** Where the value of `path` stands; for a path that is not in the file, its nearest parent. */
  ofValue(path: Path): Position
  /** Where the key of `path` stands; for a path that is not in the file, its nearest parent. */
  ofKey(path: Path): Position
  position(offset: number): Position
}

/** Remembers places of one text. */
export function createPlaces(lines: LineCounter): Places {
  const places = new Map<string, Place>()
  const get = (path: Path) => places.get(JSON.stringify(path))

  return {
    set: (path, place) => void places.set(JSON.stringify(path), place),
    get,
    ofValue(path) {
      const place = get(path)
      return place ? position(place.value ?? place.key ?? 0) : ofKey(path.slice(0, -1))
    },
    ofKey,
    position,
  }

  function ofKey(path: Path): Position {
    const place = get(path)
    if (place) return position(place.key ?? place.value ?? 0)
    return path.length === 0 ? { line: 1, column: 1 } : ofKey(path.slice(0, -1))
  }

  function position(offset: number): Position {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
}
