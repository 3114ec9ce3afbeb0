import { bodyOf, closing, factsOf, lineOf, placesOf, startsIn, type Source, type TestFacts } from './facts.ts'

/** How tests look in a language whose functions are in braces. */
interface Dialect {
  /** Where a case begins, with its name. */
  start: RegExp
  assertion: RegExp
  hollow: RegExp
  /** What is before the name, such as attributes, or in the body, that keeps a case from running. */
  disabledBefore?: RegExp
  disabledInside?: RegExp
  marks: readonly (readonly [string, RegExp])[]
}

const go: Dialect = {
  start: /^func\s+((?:Test|Benchmark|Fuzz|Example)\w*)\s*\(/gm,
  assertion:
    /\b[tbf]\s*\.\s*(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\s*\(|\b(?:assert|require|qt|is|must)\s*\.\s*\w+\s*\(|\bExpect\s*\(|\b(?:assert|require|check|verify|expect|must)[A-Z]\w*\s*\(/g,
  hollow: /\b(?:assert|require)\s*\.\s*True\s*\(\s*t\s*,\s*true\b/g,
  disabledInside: /\b[tbf]\s*\.\s*(Skip|SkipNow|Skipf)\s*\(/,
  marks: [],
}

const rust: Dialect = {
  start:
    /((?:#\[[^[\]]{0,300}\]\s{0,100}){0,8}#\[(?:\w{1,50}::){0,5}(?:test|rstest|test_case|quickcheck|wasm_bindgen_test|bench)\b[^[\]]{0,300}\]\s{0,100}(?:#\[[^[\]]{0,300}\]\s{0,100}){0,8})(?:pub(?:\([^)]*\))?\s+)?(?:async\s+|unsafe\s+|const\s+)*fn\s+(\w+)/g,
  assertion: /\b(?:\w+_)?assert\w*!|\bpanic!|\bunreachable!|\b(?:assert|check|verify|expect)_\w+\s*\(/g,
  hollow: /\bassert!\s*\(\s*true\s*[,)]/g,
  disabledBefore: /#\[[^\n]*\b(ignore|should_panic)\b|#\[cfg\((any\(\)|never|FALSE|false)\)/,
  marks: [['skip', /#!?\[cfg\((?:any\(\)|never|FALSE|false)\)\]/g]],
}

const java: Dialect = {
  start:
    /((?:@[\w.]{1,100}(?:\s{0,20}\((?:[^()]|\([^()]*\)){0,500}\))?\s{1,100}){0,5}@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Theory)\b(?:\s{0,20}\((?:[^()]|\([^()]*\)){0,500}\))?\s{1,200}(?:@[\w.]{1,100}(?:\s{0,20}\((?:[^()]|\([^()]*\)){0,500}\))?\s{1,100}){0,5})(?:(?:public|protected|private|static|final|suspend|open|override|internal)\s{1,50}){0,6}(?:fun\s{1,50})?(?:[\w.<>[\],?]{1,100}\s{1,50}){0,4}?(`[^`\n]{0,300}`|\w{1,200})\s{0,20}\(/g,
  assertion:
    /\b(?:assert|verify|expect)\w*\s*\(|\bfail\s*\(|\.\s*(?:andExpect|should\w*)\s*\(|\bshould[A-Z]\w*\s/g,
  hollow: /\bassertTrue\s*\(\s*true\s*[,)]|\bassertThat\s*\(\s*true\s*\)\s*\.\s*isTrue/g,
  disabledBefore: /@(Disabled\w*|Ignore|EnabledIf\w*|DisabledIf\w*)\b|\benabled\s*=\s*(false)\b/,
  disabledInside: /\bassume(?:True|That)\s*\(\s*(false)\b/,
  marks: [['skip', /@(?:Disabled\w*|Ignore|Ignored)\b(?:\s*\([^)]*\))?/g]],
}

const maxHead = 4000

/** What a test file in Go holds. */
export const goFacts = (source: Source): TestFacts => {
  const facts = read(source, go)
  // A tag may keep the whole file from being built; it is a comment.
  const tags = [...source.text.matchAll(/^\/\/(?:go:build|\s*\+build)[^\n]*$/gm)].map(
    ({ index, 0: tag }) => ({
      kind: 'build tag',
      line: lineOf(source.text, index),
      text: tag.replaceAll(/\s+/g, ''),
    }),
  )
  return { ...facts, marks: [...facts.marks, ...tags] }
}

/** What a file in Rust holds, whose tests are among its code. */
export const rustFacts = (source: Source): TestFacts => read(source, rust)

/** What a test file in Java or Kotlin holds. */
export const javaFacts = (source: Source): TestFacts => read(source, java)

function read(source: Source, dialect: Dialect): TestFacts {
  const { text, code } = source
  const assertions = placesOf(code, dialect.assertion)
  const found = startsIn(code, dialect.start).map((match) => {
    const name = match.at(-1) ?? ''
    const begin = match.index ?? 0
    const at = begin + match[0].lastIndexOf(name)
    const open = bodyStart(code, at + name.length)
    const end = open === undefined ? at + name.length : closing(code, open)
    const own = {
      name: text.slice(at, at + name.length),
      line: lineOf(text, at),
      disabled: disabledBy(dialect, match[0], code.slice(at + name.length, Math.min(end, at + maxHead))),
      hasBody: open !== undefined,
      assertions: assertions.between(at, end),
      body: bodyOf(text.slice(at + name.length, end)),
    }
    return { own, head: [begin, at] as const }
  })
  const inCases = found.reduce((sum, { own }) => sum + own.assertions, 0)
  return factsOf(source, found, { ...dialect, assertions: inCases })
}

/** The brace that opens the body of a function whose name was just read. */
function bodyStart(code: string, from: number): number | undefined {
  const parameters = code.indexOf('(', from)
  if (parameters === -1) return undefined
  const [between] = /^[^{};]*/.exec(code.slice(closing(code, parameters))) ?? ['']
  const open = closing(code, parameters) + between.length
  return code[open] === '{' ? open : undefined
}

function disabledBy(
  { disabledBefore, disabledInside }: Dialect,
  before: string,
  inside: string,
): string | undefined {
  const found =
    (disabledBefore && disabledBefore.exec(before)) ?? (disabledInside && disabledInside.exec(inside))
  return found?.slice(1).find((word) => word !== undefined)
}
