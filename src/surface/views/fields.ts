import { fieldsOf, isFields, type Fields } from '../../contract/plain.ts'

export function number(from: unknown, key: string): number {
  const value = fieldsOf(from)[key]
  return typeof value === 'number' ? value : 0
}

export function list(from: unknown, key: string): Fields[] {
  const value = fieldsOf(from)[key]
  return Array.isArray(value) ? value.filter(isFields) : []
}
