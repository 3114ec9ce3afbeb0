import { form, type Reader } from '../finding.ts'
import { readJsError } from '../js-error.ts'

/** What ends a process of Node, whatever program it runs. */
export const node: Reader = {
  names: ['node', 'tsx', 'nodemon', 'mocha'],
  forms: [
    {
      // An uncaught error stands behind the line it was thrown at, its mark and an empty line.
      find: /^[ \t]*\^+ *\n\n?(\S.*(?:\n(?!Node\.js v).*){0,60})/gm,
      says: ([, block = '']) => readJsError(block, true),
    },
    {
      // Code that ends too early has nothing to put a mark under.
      find: /^(?:file:\/\/|\/|[A-Z]:\\)\S*:\d+\n.*\n[ \t]*\n{0,2}(SyntaxError: .*)/gm,
      says: ([, text = '']) => readJsError(text, true),
    },
    {
      find: /^(?:Error|TypeError|SyntaxError) \[(?:ERR_\w+|MODULE_NOT_FOUND)\]: .*/gm,
      says: ([text]) => readJsError(text, true),
    },
    {
      find: /^(?:Error: )?Cannot find module '.*'(?=\nRequire stack:)/gm,
      says: ([text]) => readJsError(text, true),
    },
    {
      find: /^Error: Transform failed with \d+ errors?:\n.*: ERROR: .*/gm,
      says: ([text]) => readJsError(text, true),
    },
    form(/^\S*node: bad option: .*/gm, 'ENVIRONMENT', 'Node has no such option.'),
    form(/^Could not find '.*'$/gm, 'VALIDATION_FAILED', 'There was no test to run.'),
    form(/^FATAL ERROR: .*heap out of memory/gm, 'RESOURCE', 'Node ran out of memory.'),
    form(
      /^(?:Error: )?(?:The module '.*'|Could not locate the bindings file\.)(?=\nwas compiled against|[^\n]*\n)/gm,
      'ENVIRONMENT',
      'A native module does not load on this Node.',
    ),
  ],
}
