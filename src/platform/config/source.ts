import { LineCounter, parseDocument, type YAMLError } from 'yaml'
import type { Variables } from './environment.ts'
import { evaluate } from './evaluation.ts'
import { excerpt, type Mistake } from './mistake.ts'
import { findDeepNesting } from './nesting.ts'
import { createPlaces, type Places } from './places.ts'

/** How config.yaml is parsed, everywhere. Repeated keys are reported by `evaluate`, with their path. */
export const parseOptions = {
  prettyErrors: false,
  uniqueKeys: false,
  stringKeys: true,
  logLevel: 'error',
} as const

/** A text read as YAML; `value` is undefined when the text has syntax mistakes. */
export interface Source {
  value: unknown
  places: Places
  mistakes: Mistake[]
}

/** Reads a text as YAML and fills in variables. */
export function readSource(text: string, variables: Variables): Source {
  const lines = new LineCounter()
  const deep = findDeepNesting(text)
  if (deep !== undefined) return tooDeep(text, deep)
  const document = parseDocument(text, { ...parseOptions, lineCounter: lines })
  const places = createPlaces(lines)
  const faults = [...document.errors, ...document.warnings]
  const mistakes = faults.map((fault) => syntaxMistake(fault, text, places))
  if (mistakes.length > 0) return { value: undefined, places, mistakes }
  const value = evaluate(document, { text, variables, places, mistakes })
  return { value, places, mistakes }
}

function tooDeep(text: string, offset: number): Source {
  const above = text.slice(0, offset).split('\n')
  const place = { line: above.length, column: (above.at(-1) ?? '').length + 1 }
  const mistake = { found: 'values nested too deep', expected: 'a few levels', example: 'key: value' }
  return {
    value: undefined,
    places: createPlaces(new LineCounter()),
    mistakes: [{ ...place, path: '', ...mistake }],
  }
}

function syntaxMistake(fault: YAMLError, text: string, places: Places): Mistake {
  const [start] = fault.pos
  const { line, column } = places.position(start)
  const end = text.indexOf('\n', start)
  const rest = text.slice(start, end === -1 ? undefined : end).trim()
  const mistake = {
    line,
    column,
    path: '',
    found: rest === '' ? 'the end of the line' : excerpt(rest.slice(0, 24)),
    expected: `valid YAML (${fault.message})`,
    example: 'key: value',
  }
  const hint = hintFor(fault, text.slice(text.lastIndexOf('\n', start - 1) + 1, end === -1 ? undefined : end))
  return hint === undefined ? mistake : { ...mistake, hint }
}

function hintFor(fault: YAMLError, line: string): string | undefined {
  if (fault.code === 'TAB_AS_INDENT') return 'indent with spaces'
  if (/[[{].*\$\{/.test(line)) return 'inside [ ] and { } put "${…}" in quotes'
  return undefined
}
