/** An object of unknown shape, as JSON gives it. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function text(from: unknown, key: string): string {
  const value = fieldsOf(from)[key]
  return typeof value === 'string' ? value : ''
}

export function number(from: unknown, key: string): number {
  const value = fieldsOf(from)[key]
  return typeof value === 'number' ? value : 0
}

export function list(from: unknown, key: string): Fields[] {
  const value = fieldsOf(from)[key]
  return Array.isArray(value) ? value.filter(isFields) : []
}
