import { mask } from './masking.ts'

/** Scripts of these names, and what they run, are checks. */
const checking =
  /^(?:pre|post)?(?:test|tests|check|lint|typecheck|type-check|types|tsc|verify|validate|ci|cover|coverage|e2e|unit|integration|vitest|jest)\b/
const runners = [
  'jest',
  'vitest',
  'mocha',
  'ava',
  'nyc',
  'c8',
  'tap',
  'xo',
  'eslintConfig',
  'wireit',
] as const

/** What of package.json a check goes by: its scripts, those they run, and the settings of runners. */
export function packageParts(text: string): Map<string, string> {
  const found = parsed(text)
  const parts = new Map<string, string>()
  const scripts = objectIn(found, 'scripts')
  for (const name of reached(scripts))
    parts.set(`the script ${name}`, String(scripts[name]).trim().replaceAll(/\s+/g, ' '))
  for (const name of runners) if (found[name] !== undefined) parts.set(name, stable(found[name]))
  return parts
}

/** Scripts that check, and those that they run, however far. */
function reached(scripts: Record<string, unknown>): Set<string> {
  const names = Object.keys(scripts)
  const found = new Set(names.filter((name) => checking.test(name)))
  for (const name of found)
    for (const other of startedBy(String(scripts[name]))) if (Object.hasOwn(scripts, other)) found.add(other)
  return found
}

/** The scripts that a script runs, with what npm runs before and after each. */
function startedBy(script: string): string[] {
  return [...script.matchAll(/\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:-\S+\s+)*([\w:.-]+)/g)].flatMap(
    ([, name = '']) => [name, `pre${name}`, `post${name}`],
  )
}

const strictness = [
  'strict',
  'noImplicitAny',
  'strictNullChecks',
  'strictFunctionTypes',
  'strictBindCallApply',
  'noImplicitThis',
  'alwaysStrict',
  'useUnknownInCatchVariables',
  'noUnusedLocals',
  'noUnusedParameters',
  'noImplicitReturns',
  'noFallthroughCasesInSwitch',
  'noUncheckedIndexedAccess',
  'exactOptionalPropertyTypes',
  'checkJs',
  'noImplicitOverride',
  'noPropertyAccessFromIndexSignature',
  'strictPropertyInitialization',
] as const

/** What of a tsconfig decides which files are checked, and how strictly. */
export function tsconfigParts(text: string): Map<string, string> {
  const found = parsed(text)
  const options = objectIn(found, 'compilerOptions')
  const parts = new Map<string, string>()
  for (const name of ['include', 'exclude', 'files'])
    if (found[name] !== undefined) parts.set(name, stable(found[name]))
  for (const name of strictness) if (options[name] === true) parts.set(name, 'true')
  return parts
}

/** JSON, also with comments and trailing commas; what is none has no parts but itself. */
function parsed(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(withoutComments(text)))
  } catch {
    return { scripts: { test: text } }
  }
}

function withoutComments(text: string): string {
  const code = mask(text, 'javascript')
  let kept = ''
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    if (code[at] === '"') isString = !isString
    kept += isString || code[at] !== ' ' ? (text[at] ?? '') : ' '
  }
  return kept.replaceAll(/,(?=\s*[}\]])/g, '')
}

function objectIn(found: Record<string, unknown>, name: string): Record<string, unknown> {
  return asObject(found[name])
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

/** The same for the same value, whatever the order of its keys. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
