/** A small change of one place of the sources, and who must notice it. */
export interface Mutation {
  /** The numbered rule of docs/spec that is broken by it. */
  rule: string
  /** The file under src/ that is changed. */
  file: string
  /** Text that this file has exactly once. */
  find: string
  /** What stands there instead. */
  put: string
  /** The file whose tests of that rule must notice. */
  test: string
  /** They run the programs of `dist`, which are built with the change in them. */
  isBuilt?: true
}

/** The text with the change made; an anchor that is not there exactly once is an error, so that no list ages in silence. */
export function mutated(text: string, { file, find, put }: Pick<Mutation, 'file' | 'find' | 'put'>): string {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`${file} has ${JSON.stringify(find)} ${times} times instead of once.`)
  const at = text.indexOf(find)
  return text.slice(0, at) + put + text.slice(at + find.length)
}
