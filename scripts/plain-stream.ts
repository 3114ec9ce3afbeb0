/** Makes a recorded line the same on every machine and at any time: paths, ids and times are replaced. */
export function createPlain(folders: Readonly<Record<string, string>>): (line: object) => unknown {
  const known = new Map<string, string>()

  /** Things that differ at each recording, and what stands for the n-th of them. */
  const ids: [RegExp, (place: number) => string][] = [
    [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (n) => `00000000-0000-4000-8000-${hex(n, 12)}`],
    [/\ba[0-9a-f]{16}\b/g, (n) => `a${hex(n, 16)}`],
    [/(?<=(?:msg|toolu|req)_rehearsal_)[0-9a-f]{8}/g, (n) => hex(n, 8)],
    [/\b0m[0-9a-z]{7}-[0-9a-f]{8}\b/g, (n) => `run-${hex(n, 8)}`],
    [/\/tmp\/claude-\d+\/[^/"]+/g, () => '/iris/tasks'],
    [/\/tmp\/cc-socks\/[^"]+/g, () => '/iris/socket'],
    [/127\.0\.0\.1:\d+/g, () => '127.0.0.1:8080'],
    [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, () => '2026-01-01T00:00:00.000Z'],
    [/(?<=duration_ms:? ?|duration_ms>)\d+(?:\.\d+)?/g, () => '10'],
  ]

  return (line) => walk(line, '')

  function walk(value: unknown, key: string): unknown {
    if (typeof value === 'string') return plainText(value)
    if (typeof value === 'number') return isTime(key) ? 10 : value
    if (Array.isArray(value)) return value.map((item) => walk(item, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [plainText(name), walk(item, name)]),
    )
  }

  function plainText(text: string): string {
    let plain = text
    for (const [folder, name] of Object.entries(folders)) {
      plain = plain
        .replaceAll(folder, name)
        .replaceAll(folder.replaceAll(/[^A-Za-z0-9]/g, '-'), name.replaceAll('/', '-'))
    }
    for (const [pattern, written] of ids) plain = plain.replace(pattern, (found) => standIn(found, written))
    return plain
  }

  function standIn(found: string, written: (place: number) => string): string {
    const name = known.get(found) ?? written(known.size + 1)
    known.set(found, name)
    return name
  }
}

function hex(place: number, width: number): string {
  return place.toString(16).padStart(width, '0')
}

function isTime(key: string): boolean {
  return /_ms$|^duration|Ms$|_time$|^pid$/.test(key)
}
