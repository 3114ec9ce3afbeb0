/**
 * Cuts a text into pieces of at most `maxBytes` of UTF-8: at a space when there is one in the second half of the
 * piece, otherwise between two characters. The pieces put together again are the text.
 */
export function cutText(text: string, maxBytes: number): string[] {
  if (Buffer.byteLength(text) <= maxBytes) return [text]
  const bytes = Buffer.from(text)
  const pieces: string[] = []
  let from = 0
  while (bytes.length - from > maxBytes) {
    const end = cutPlace(bytes, from, from + maxBytes)
    pieces.push(bytes.toString('utf8', from, end))
    from = end
  }
  pieces.push(bytes.toString('utf8', from))
  return pieces
}

const space = 0x20

function cutPlace(bytes: Buffer, from: number, limit: number): number {
  const blank = bytes.lastIndexOf(space, limit - 1)
  if (blank >= from + (limit - from) / 2) return blank + 1
  let end = limit
  while (end > from && isInsideCharacter(bytes[end])) end -= 1
  return end > from ? end : limit
}

function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
