import type { z } from 'zod'
import { describeExpectation, exampleAt, guessKey, knownKeys } from './expectation.ts'
import { schemaAt, type JsonSchema } from './json-schema.ts'
import { describeValue, excerpt, type Mistake } from './mistake.ts'
import { nearest } from './nearness.ts'
import { formatPath, valueAt, type Path } from './path.ts'
import type { Source } from './source.ts'

type Issue = z.core.$ZodIssue

/** What zod objects to, as mistakes a person can correct. */
export function mistakesFromIssues(issues: readonly Issue[], source: Source, schema: JsonSchema): Mistake[] {
  return issues.flatMap((issue) => {
    const path = issue.path.filter((step) => typeof step !== 'symbol')
    if (issue.code !== 'unrecognized_keys') return [valueMistake(issue, path, { source, schema })]
    return issue.keys.map((key) => unknownKey([...path, key], source, schema))
  })
}

function unknownKey(path: Path, source: Source, schema: JsonSchema): Mistake {
  const known = knownKeys(schema, path.slice(0, -1))
  return {
    ...source.places.ofKey(path),
    path: formatPath(path),
    found: `the unknown key ${excerpt(String(path.at(-1)))}`,
    expected: `one of ${known.join(', ')}`,
    ...guessKey(schema, path),
  }
}

function valueMistake(
  issue: Issue,
  path: Path,
  { source, schema }: { source: Source; schema: JsonSchema },
): Mistake {
  const value = valueAt(source.value, path)
  const isKey = issue.code === 'invalid_key'
  const mistake = {
    ...(isKey ? source.places.ofKey(path) : source.places.ofValue(path)),
    path: formatPath(path),
    found: isKey ? `the key ${excerpt(String(path.at(-1)))}` : describeFound(path, value, source),
    expected: expectedBy(issue, path, schema),
    example: exampleAt(schema, isKey ? path.slice(0, -1) : path),
  }
  const near = issue.code === 'invalid_value' ? nearest(String(value), issue.values.map(String)) : undefined
  return near === undefined ? mistake : { ...mistake, hint: `did you mean ${near}?` }
}

function expectedBy(issue: Issue, path: Path, schema: JsonSchema): string {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message
  const hasOwnWords =
    issue.code === 'custom' || issue.code === 'invalid_format' || issue.code === 'invalid_union'
  const part = hasOwnWords ? undefined : schemaAt(schema, path)
  return part ? describeExpectation(part) : issue.message
}

/** What stands in the file. Never what a variable held or what `env` sets: those may be secrets. */
function describeFound(path: Path, value: unknown, source: Source): string {
  const kind = describeKind(value)
  const written = source.places.get(path)?.written
  if (value !== undefined && written !== undefined) return `${excerpt(written)}, which gave ${kind}`
  return path.includes('env') && typeof value !== 'object' ? kind : describeValue(value)
}

function describeKind(value: unknown): string {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'a number'
  return typeof value === 'boolean' ? 'true or false' : describeValue(value)
}
