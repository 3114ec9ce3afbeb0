/** The different words of a text, whatever their case; of one without words the text itself. */
export function wordsOf(text: string): ReadonlySet<string> {
  const plain = text.normalize('NFKC').toLowerCase()
  return new Set(plain.match(/[\p{L}\p{N}_]+/gu) ?? [plain])
}
