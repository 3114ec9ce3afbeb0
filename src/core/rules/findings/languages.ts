import { goFacts, javaFacts, rustFacts } from './braces.ts'
import type { Source, TestFacts } from './facts.ts'
import { javascriptFacts } from './javascript.ts'
import { mask, type Language } from './masking.ts'
import { pythonFacts } from './python.ts'

const extensions: readonly (readonly [RegExp, Language])[] = [
  [/\.[cm]?[jt]sx?$/, 'javascript'],
  [/\.py$/, 'python'],
  [/\.go$/, 'go'],
  [/\.rs$/, 'rust'],
  [/\.(?:java|kt|kts|groovy)$/, 'java'],
]

const testPaths: Readonly<Record<Language, RegExp>> = {
  javascript:
    /[._-](?:test|spec|cy|e2e|tests|test-d)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|tests?|specs?|e2e|cypress|integration)\/(?:.*\/)?[^/]+\.[cm]?[jt]sx?$|(?:^|\/)test\.[cm]?[jt]sx?$/,
  python: /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|tests)\.py$/,
  go: /_test\.go$/,
  // Tests are among the code.
  rust: /\.rs$/,
  java: /(?:^|\/)src\/(?:\w*[tT]est\w*)\/|(?:Tests?|IT|Spec|TestCase)\.(?:java|kt|kts|groovy)$/,
}

const readers: Readonly<Record<Language, (source: Source) => TestFacts>> = {
  javascript: javascriptFacts,
  python: pythonFacts,
  go: goFacts,
  rust: rustFacts,
  java: javaFacts,
}

/** The language of a file, by its name. */
function languageOf(path: string): Language | undefined {
  return extensions.find(([pattern]) => pattern.test(path))?.[1]
}

/** Whether a runner would take a file for a test by its name. */
export function isTestPath(path: string): boolean {
  const language = languageOf(path)
  return (
    language !== undefined &&
    testPaths[language].test(path) &&
    !/(?:^|\/)(?:node_modules|vendor|fixtures?|testdata)\//.test(path)
  )
}

/** What a file holds of tests; undefined when its name says that no runner looks at it. */
export function testFacts(path: string, text: string): TestFacts | undefined {
  const language = languageOf(path)
  if (language === undefined || !isTestPath(path)) return undefined
  return readers[language]({ text, code: mask(text, language) })
}
