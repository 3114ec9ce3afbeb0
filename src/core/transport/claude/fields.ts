import { isFields, type Fields } from '../../../contract/index.ts'

const none: Fields = {}

/** A text, or undefined when the field is absent or something else. */
export function maybeText(fields: Fields, key: string): string | undefined {
  const value = fields[key]
  return typeof value === 'string' ? value : undefined
}

/** A text, or ''. */
export function text(fields: Fields, key: string): string {
  return maybeText(fields, key) ?? ''
}

/** A finite number, or undefined. */
export function maybeNumber(fields: Fields, key: string): number | undefined {
  const value = fields[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A finite number, or 0. */
export function number(fields: Fields, key: string): number {
  return maybeNumber(fields, key) ?? 0
}

/** An object, or an empty one. */
export function nested(fields: Fields, key: string): Fields {
  const value = fields[key]
  return isFields(value) ? value : none
}

/** A list, or an empty one. */
export function list(fields: Fields, key: string): readonly unknown[] {
  const value = fields[key]
  return Array.isArray(value) ? value : []
}

/** The objects of a list. */
export function objects(fields: Fields, key: string): readonly Fields[] {
  return list(fields, key).filter(isFields)
}

/** The texts of a list. */
export function texts(fields: Fields, key: string): readonly string[] {
  return list(fields, key).filter((value) => typeof value === 'string')
}
