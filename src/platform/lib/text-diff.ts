const context = 3

/** A unified diff of one change: what lies between the first and the last line that differ. */
export function unifiedDiff(file: string, before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)]
  const most = Math.min(old.length, now.length)
  let same = 0
  while (same < most && old[same] === now[same]) same += 1
  let sameEnd = 0
  while (sameEnd < most - same && old.at(-1 - sameEnd) === now.at(-1 - sameEnd)) sameEnd += 1
  if (same === old.length && same === now.length) return ''
  const from = Math.max(0, same - context)
  const tail = Math.max(0, sameEnd - context)
  return [
    `--- ${before === '' ? '/dev/null' : file}`,
    `+++ ${file}`,
    `@@ -${range(from, old.length - tail)} +${range(from, now.length - tail)} @@`,
    ...old.slice(from, same).map((line) => ` ${line}`),
    ...old.slice(same, old.length - sameEnd).map((line) => `-${line}`),
    ...now.slice(same, now.length - sameEnd).map((line) => `+${line}`),
    ...old.slice(old.length - sameEnd, old.length - tail).map((line) => ` ${line}`),
  ].join('\n')
}

function range(from: number, to: number): string {
  return to === from ? `${from},0` : `${from + 1},${to - from}`
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
