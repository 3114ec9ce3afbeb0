/** A line may be as long as the largest body the daemon takes, with room for escapes. */
const maxLine = 16 * 1024 * 1024

/** Lines of a text, without empty ones; one that is too long is passed over and given as null. */
export async function* linesOf(
  chunks: AsyncIterable<string>,
  longest = maxLine,
): AsyncGenerator<string | null> {
  // Null while a line that is too long goes by.
  let rest: string | null = ''
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n')
    const lines: (string | null)[] = [rest === null ? null : rest + first, ...others]
    rest = bounded(lines.splice(-1)[0] ?? null, longest)
    yield* lines.filter(isFull)
  }
  yield* [rest].filter(isFull)
}

function bounded(line: string | null, longest: number): string | null {
  return line !== null && line.length > longest ? null : line
}

function isFull(line: string | null): boolean {
  return line?.trim() !== ''
}
