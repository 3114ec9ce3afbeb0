/** Something that a review says, with the mark by which it is named. */
export interface Fact {
  mark: string
  words: string
}
