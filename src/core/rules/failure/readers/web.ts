import { form, invalid, syntax, type Finding, type Reader } from '../finding.ts'
import { readJsError } from '../js-error.ts'
import { missingModule, unresolved } from '../modules.ts'
import { readDiagnostic } from './typescript.ts'

export const linters: Reader = {
  names: [
    'eslint',
    'oxlint',
    'oxfmt',
    'prettier',
    'biome',
    'stylelint',
    'standard',
    'xo',
    'knip',
    'depcruise',
  ],
  forms: [
    {
      find: /^ +\d+:\d+ +error +(.*)$/gm,
      says: ([, message = '']) => (message.startsWith('Parsing error') ? syntax(message) : invalid(message)),
    },
    {
      find: /^ESLint couldn't find the (?:plugin|config) "(.+?)"/gm,
      says: ([, name = '']) => missingModule(name),
    },
    form(/^No files matching the pattern .*/gm, 'ENVIRONMENT', 'There is nothing to lint.'),
    form(/^ESLint couldn't find an eslint\.config.*/gm, 'ENVIRONMENT', 'ESLint has no configuration.'),
    form(/^\[error\] .*: SyntaxError: .*/gm, 'SYNTAX_ERROR', 'The code does not parse.'),
    form(/^\S+:\d+:\d+ parse ━.*/gm, 'SYNTAX_ERROR', 'The code does not parse.'),
    form(
      /^\S+(?::\d+:\d+)? (?:lint\/|format|assist|organizeImports).*━/gm,
      'VALIDATION_FAILED',
      'The linter found something.',
    ),
    form(
      /^ +[×x⚠!] +(?:[\w@-]+(?:\/[\w-]+)*\([\w/-]+\)).*/gm,
      'VALIDATION_FAILED',
      'The linter found something.',
    ),
    form(/^ +[×x] (?!Some errors).+\n +[╭,]/gm, 'SYNTAX_ERROR', 'The code does not parse.'),
    form(/^ {2}(?:error|warn) [\w-]+: \S+ → \S+/gm, 'VALIDATION_FAILED', 'An import breaks a rule.'),
  ],
  summaries: [
    form(
      /^✖ \d+ problems?|^ESLint found too many warnings|^\[warn\] Code style issues|^Format issues found|^Found \d+ (?:warnings?|errors?)|^x \d+ dependency violations|^✘ \d+ dependency violations|^Unused \w+ .*\(\d+\)/gm,
      'VALIDATION_FAILED',
      'The linter found something.',
    ),
  ],
}

export const bundlers: Reader = {
  names: ['esbuild', 'vite', 'rollup', 'webpack', 'rolldown', 'tsup', 'parcel', 'next', 'astro', 'nuxt'],
  forms: [
    unresolved,
    {
      find: /^[✘X] \[ERROR\] (.*)/gm,
      says: ([, message = '']) => readBundler(message, message),
    },
    {
      find: /^(?:error during build:|Error: Build failed with \d+ errors?:)\n(?:Build failed with \d+ errors?:\n)?\n?((?:.*\n?){1,12})/gm,
      says: ([, block = '']) => readBundler(block.split('\n', 1)[0] ?? '', block),
    },
    {
      find: /^\[!\] (.*)/gm,
      says: ([, message = '']) => readBundler(message, message),
    },
    {
      find: /^ERROR in (?:.*\n)((?:.*\n?){1,4})/gm,
      says: ([, block = '']) => readBundler(block.split('\n', 1)[0] ?? '', block),
    },
  ],
}

function readBundler(message: string, block: string): Finding {
  const diagnostic = /TS(\d+): (.*)/.exec(block)
  if (diagnostic) return readDiagnostic(diagnostic[1] ?? '', diagnostic[2] ?? '')
  const missing =
    /(?:[Cc]ould not resolve|failed to resolve import|Can't resolve|Cannot find module) ["'](.+?)["']/.exec(
      block,
    )?.[1]
  if (missing !== undefined) return missingModule(missing)
  if (
    /\((?:\d+:\d+)\)?\)?: |parse failed|PARSE_ERROR|Transform failed|Syntax error|^(?:Expected|Unexpected|Unterminated|Invalid|"\w+" is a reserved)/.test(
      message,
    ) ||
    /\[PARSE_ERROR\]|: ERROR: (?:Expected|Unexpected|Unterminated)/.test(block)
  )
    return syntax(message)
  return readJsError(block, true) ?? invalid(message)
}
