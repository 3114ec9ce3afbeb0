import { form, invalid, syntax, type Finding, type Reader } from '../finding.ts'
import { missingModule, missingPackage } from '../modules.ts'

export const php: Reader = {
  names: ['php', 'phpunit', 'artisan', 'composer'],
  forms: [
    {
      find: /^(?:PHP )?Parse error: +(.*) in .* on line \d+/gm,
      says: ([, message = '']) => syntax(message),
    },
    {
      find: /^(?:PHP )?Fatal error: +(?:Uncaught )?(.*)/gm,
      says: ([, message = '']) => readPhp(message),
    },
  ],
}

function readPhp(message: string): Finding {
  if (message.startsWith('Allowed memory size')) return { class: 'RESOURCE', why: message }
  return invalid(message)
}

export const ruby: Reader = {
  names: ['ruby', 'rspec', 'rake', 'bundle', 'rails'],
  forms: [
    {
      // Older ones number the line and say it at once, newer ones above what they found.
      find: /^\S+\.rb:\d+: (?:syntax errors?\b|.*\(SyntaxError\)).*/gm,
      says: ([line]) => syntax(line),
    },
    {
      find: /^\S.*:\d+:in .*: cannot load such file -- (\S+) \(LoadError\)$/gm,
      says: ([, name = '']) => (/^[./]/.test(name) ? invalid(`${name} is not there.`) : missingModule(name)),
    },
    {
      find: /^\S+\.rb:\d+:in .*: (.*) \((?:NameError|NoMethodError|TypeError|ArgumentError)\)$/gm,
      says: ([, message = '']) => invalid(message),
    },
  ],
}

export const perl: Reader = {
  names: ['perl', 'prove', 'cpanm'],
  forms: [
    {
      find: /^Can't locate (\S+)\.pm in @INC/gm,
      says: ([, file = '']) => missingPackage(file.replaceAll('/', '::')),
    },
    form(
      /^(?:syntax error|Missing right curly|Can't find string terminator|Unmatched|Unrecognized character|Bareword found where operator|Number found where operator|String found where operator|Search pattern not terminated).* (?:at|in) \S.*/gm,
      'SYNTAX_ERROR',
      'The code does not parse.',
    ),
    form(
      /^(?:Global symbol ".*" requires explicit package name|Bareword ".*" not allowed|Can't locate object method|Undefined subroutine|Can't call method).* at \S+ line \d+/gm,
      'VALIDATION_FAILED',
      'The code names what is not there.',
    ),
    form(/^ *# +Failed test\b.*/gm, 'VALIDATION_FAILED', 'Tests failed.'),
  ],
  summaries: [form(/^Result: FAIL$|^# Looks like you failed/gm, 'VALIDATION_FAILED', 'Tests failed.')],
}

export const tcl: Reader = {
  names: ['tclsh', 'wish', 'expect'],
  isOnlyOwn: true,
  forms: [
    { find: /^can't find package (\S+)/gm, says: ([, name = '']) => missingPackage(name) },
    form(
      /^(?:missing (?:close-brace|close-bracket|")|extra characters after close-|unmatched open brace|unbalanced (?:open|close)).*/gm,
      'SYNTAX_ERROR',
      'The code does not parse.',
    ),
    form(
      /^(?:invalid command name|can't read|wrong # args:) .*(?=\n +(?:while executing|invoked from|\())/gm,
      'VALIDATION_FAILED',
      'The code names what is not there.',
    ),
    form(/^==== .* FAILED$/gm, 'VALIDATION_FAILED', 'Tests failed.'),
  ],
}
