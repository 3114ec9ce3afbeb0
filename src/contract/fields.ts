/** A JSON object nobody has checked yet. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const none: Fields = {}

/** An object, or an empty one. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : none
}

/** A text, or ''. */
export function textIn(from: unknown, key: string): string {
  const value = fieldsOf(from)[key]
  return typeof value === 'string' ? value : ''
}

/** The object that a line is; undefined when it is anything else. */
export function parseFields(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? value : undefined
  } catch {
    // JSON has no other way to say that a line is not JSON.
    return undefined
  }
}
