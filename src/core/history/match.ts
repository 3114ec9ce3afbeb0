const maxWords = 20

/**
 * What somebody typed, as a query of FTS5: every word must occur, the last one may be unfinished, words in quotes
 * stand together. Each word is quoted, so that nothing typed is an operator.
 */
export function matchOf(words: string): string {
  const parts = [...words.matchAll(/"([^"]+)"|(\S+)/g)].slice(0, maxWords)
  const terms = parts.flatMap(([, phrase, word]) => {
    const plain = (phrase ?? word ?? '').replaceAll('"', ' ').trim()
    return /[\p{L}\p{N}]/u.test(plain) ? [{ plain, isOpen: phrase === undefined }] : []
  })
  const last = terms.length - 1
  return terms.map(({ plain, isOpen }, place) => `"${plain}"${isOpen && place === last ? '*' : ''}`).join(' ')
}
