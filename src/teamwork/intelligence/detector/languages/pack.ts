/**
 * The patterns of one language, by what they say. Sources of regular expressions, matched against lower-case
 * text without markup; `¤` stands for code and quotations.
 */
export interface LanguagePack {
  readonly code: string
  /** Characters or words that only this language uses often. */
  readonly marks: string
  /** Asks to be allowed what it was told to do: "may I". Nobody offers more work in these words. */
  readonly leave: readonly string[]
  /** Proposes to act: "should I". */
  readonly proposal: readonly string[]
  /** Asks the same more gently, as people do who have finished: "would you like me to". */
  readonly gentle: readonly string[]
  /** Asks somebody to tell or do something, with or without a question mark: "please send", "tell me which". */
  readonly request: readonly string[]
  /** Asks the reader something, when a question mark follows: "what should I", "do you have". */
  readonly query: readonly string[]
  /** Lets somebody choose: "which option". */
  readonly choice: readonly string[]
  /** Makes going on depend on the reader's yes: "let me know if I should proceed". */
  readonly consent: readonly string[]
  /** Says that the work stands still for somebody: "awaiting your approval". */
  readonly waiting: readonly string[]
  /** Offers on a condition: "if you want, I can". */
  readonly conditional: readonly string[]
  /** Asks for any work at all: "what shall I do?". */
  readonly task: readonly string[]
  /** Ends politely: "anything else?". */
  readonly closer: readonly string[]
  /** Says that nothing is wanted: "no reply needed". */
  readonly settled: readonly string[]
  /** In a statement: tells what a program or its users do, not how the work stands. */
  readonly described: readonly string[]
  /** The work is finished. */
  readonly done: readonly string[]
  /** The work has been thought about, not done: causes, plans, options, obstacles. */
  readonly diagnosis: readonly string[]
  /** In a proposal: more than was wanted ("also", "commit"). */
  readonly extra: readonly string[]
  /** In a proposal: the work itself ("proceed", "apply"). */
  readonly forward: readonly string[]
  /** Speaks to the reader or of the writer. */
  readonly addressed: readonly string[]
  /** Opens a talk: "hello". */
  readonly greeting: readonly string[]
  /** Is a question by its words alone, without a mark at its end: "shall I go on". */
  readonly unmarked: readonly string[]
  /** Joins alternatives. */
  readonly either: readonly string[]
}

/** The classes of patterns of a pack. */
export type PatternClass = Exclude<keyof LanguagePack, 'code' | 'marks'>
