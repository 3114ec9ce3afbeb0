import { form, invalid, type Finding, type Form, type Reader } from '../finding.ts'
import { readJsError } from '../js-error.ts'
import { missingModule, unresolved } from '../modules.ts'
import { readDiagnostic } from './typescript.ts'

/** Of a failed test only what is not the code's fault counts as anything else. */
function readTest(block: string, isLoading: boolean): Finding {
  return readJsError(block, isLoading) ?? invalid(block.split('\n', 1)[0] ?? '')
}

const noTests = (find: RegExp): Form => form(find, 'VALIDATION_FAILED', 'There was no test to run.')
const failures = (find: RegExp): Form => form(find, 'VALIDATION_FAILED', 'Tests failed.')

export const vitest: Reader = {
  names: ['vitest'],
  forms: [
    unresolved,
    {
      // A suite that did not load has its file in brackets; a test has a path of names.
      find: /^ ?FAIL {1,2}(.*)\n(?: ?FAIL .*\n)*((?:(?!⎯⎯).*\n?){1,30})/gm,
      says: ([, title = '', block = '']) => readTest(block, /\]\s*$/.test(title)),
    },
    {
      find: /^ ?MISSING DEPENDENCY +Cannot find dependency '(.+?)'/gm,
      says: ([, name = '']) => missingModule(name),
    },
    {
      // What ended a worker is told by the worker.
      find: /^⎯+ ?(?:Unhandled Rejection|Uncaught Exception|Unhandled Errors?|Startup Error|Unhandled Source Errors?) ?⎯+\n((?:(?!⎯).*\n?){1,30})/gm,
      says: ([, block = '']) =>
        /^\s*$|^\nVitest caught|^Error: (?:Worker exited unexpectedly|Channel closed)/.test(block)
          ? undefined
          : readTest(block, true),
    },
  ],
  summaries: [
    noTests(/^No test files found/gm),
    failures(/^\{"numTotalTestSuites":.*"numFailedTests":[1-9]/gm),
    failures(/^ *<testsuites? (?=.*\b(?:failures|errors)="[1-9])/gm),
    failures(/^ +(?:(?:Test Files|Tests) .*\b\d+ failed|Errors +\d+ errors?)/gm),
    form(/^ERROR: Coverage for /gm, 'VALIDATION_FAILED', 'The coverage is below its threshold.'),
  ],
}

export const jest: Reader = {
  names: ['jest', 'ts-jest', 'react-scripts'],
  forms: [
    {
      find: /^● Validation Error:\n\n {2}(?:Preset|Test environment|Module) (\S+) (?:not found|cannot be found|in the .* option was not found)/gm,
      says: ([, name = '']) => missingModule(name),
    },
    form(/^JSONError: .*/gm, 'SYNTAX_ERROR', 'The configuration does not parse.'),
    {
      find: /^ {2}● (?!Console\n)(.*)\n\n((?: {4}.*\n|\n){1,60})/gm,
      says([, title = '', indented = '']) {
        const block = indented.replaceAll(/^ {4}/gm, '')
        const diagnostic = /^\S.*?:\d+:\d+ - error TS(\d+): (.*)/m.exec(block)
        if (diagnostic) return readDiagnostic(diagnostic[1] ?? '', diagnostic[2] ?? '')
        return readTest(block, title === 'Test suite failed to run')
      },
    },
  ],
  summaries: [
    noTests(/^No tests found, exiting with code 1/gm),
    failures(/^(?:Tests|Test Suites): +.*\b\d+ failed/gm),
    form(/^Jest: .*coverage threshold/gm, 'VALIDATION_FAILED', 'The coverage is below its threshold.'),
  ],
}

export const mocha: Reader = {
  names: ['mocha', '_mocha', 'playwright', 'cypress', 'ava', 'tape', 'tap', 'bun', 'deno'],
  forms: [
    {
      find: /^ +\d+ failing\n\n {2}1\) .*\n(?: {3,}(?! *at ).*:\n)*\n*((?: {3,}.*\n|\n){1,30})/gm,
      says: ([, block = '']) => readTest(block.trimStart(), false),
    },
  ],
  summaries: [noTests(/^Error: No test files found/gm), failures(/^ +\d+ (?:failing|failed)\b/gm)],
}

/** `node --test`, and everything else that prints TAP. */
export const tap: Reader = {
  names: ['node', 'tap', 'tape'],
  forms: [
    {
      find: /^ *not ok \d+ .*\n( *)---\n((?:.*\n){0,40}?)\1\.\.\.$/gm,
      says([, , block = '']) {
        // A file that could not be loaded says why in the comments before it.
        if (/^ *exitCode: /m.test(block)) return undefined
        const message = /^ *error: (?:\|-\n *)?['"]?(.*?)['"]?$/m.exec(block)?.[1] ?? ''
        const name = /^ *name: '(\w+)'/m.exec(block)?.[1] ?? 'Error'
        const code = /^ *code: '(\w+)'/m.exec(block)?.[1]
        return readTest(`${name}: ${message}\n${code === undefined ? '' : `  code: '${code}'`}`, false)
      },
    },
  ],
  summaries: [failures(/^(?:# fail|ℹ fail) [1-9]|^Failed tests:$|^✖ failing tests:|^ *not ok \d+/gm)],
}
