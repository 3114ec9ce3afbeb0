/** Writes an answer as it comes, and in the end what of it is not there yet. */
export interface WrittenAnswer {
  add(piece: { at: number; text: string }): void
  /** Ends the line that is being written, so that something else can stand below it. */
  breakLine(): void
  finish(answer: string): void
}

/** A piece that is missing cannot be written later: then the whole answer follows in the end. */
export function createWrittenAnswer(write: (text: string) => void): WrittenAnswer {
  let statement = ''
  let isInLine = false

  return {
    add({ at, text }) {
      if (at === 0 && statement !== '') begin()
      if (at !== statement.length) return
      statement += text
      put(text)
    },
    breakLine,
    finish(answer) {
      if (!answer.startsWith(statement)) begin()
      put(answer.slice(statement.length))
      breakLine()
    },
  }

  function begin(): void {
    breakLine()
    statement = ''
  }

  function breakLine(): void {
    if (isInLine) write('\n')
    isInLine = false
  }

  function put(text: string): void {
    if (text === '') return
    write(text)
    isInLine = !text.endsWith('\n')
  }
}
