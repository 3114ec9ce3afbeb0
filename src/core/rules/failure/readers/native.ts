import { form, invalid, syntax, type Finding, type Reader } from '../finding.ts'
import { missingModule, missingPackage, nowhere } from '../modules.ts'

const offline = 'The source of packages cannot be reached.'

export const golang: Reader = {
  names: ['go', 'gofmt', 'golangci-lint', 'staticcheck'],
  forms: [
    {
      find: /^(?:vet: )?(?:\.\/|\/)?[\w./-]+\.go:\d+(?::\d+)?: (.*)$/gm,
      says: ([, message = '']) => readGo(message),
    },
    {
      find: /^(?:go: .*|package .*)(?:dial tcp|no such host|i\/o timeout|TLS handshake timeout|connection refused).*/gm,
      says: () => ({ class: 'NETWORK', why: offline }),
    },
    {
      find: /^go: .*?(?:module |: )?(\S+?)(?:@\S+)?: (?:reading .*: (?:404|410)|.*(?:not found|unrecognized import path|invalid version)).*/gm,
      says: ([, name = '']) => nowhere(name),
    },
    form(
      /^(?:go: (?:go\.mod file not found|cannot find main module|.*requires go >=)|pattern .*: directory prefix .* does not contain main module).*/gm,
      'ENVIRONMENT',
      'There is no module that go can use.',
    ),
    form(/^go: errors parsing go\.mod/gm, 'SYNTAX_ERROR', 'go.mod does not parse.'),
    form(/^ *--- FAIL: |^panic: /gm, 'VALIDATION_FAILED', 'Tests failed.'),
  ],
  summaries: [form(/^FAIL(?:\t|$)/gm, 'VALIDATION_FAILED', 'Tests failed.')],
}

function readGo(message: string): Finding {
  if (/^(?:syntax error|expected |illegal character|string literal not terminated)/.test(message))
    return syntax(message)
  const missing =
    /no required module provides package ([\w./-]+)/.exec(message)?.[1] ??
    /cannot find (?:package|module providing package) "?([\w./-]+)/.exec(message)?.[1] ??
    /package (\S+) is not in (?:std|GOROOT)/.exec(message)?.[1]
  // Only what begins with a host can be fetched; the rest would be a part of go, or of the project.
  return missing?.split('/')[0]?.includes('.') === true ? missingPackage(missing) : invalid(message)
}

export const c: Reader = {
  names: ['gcc', 'g++', 'cc', 'c++', 'clang', 'clang++', 'make', 'gmake', 'ninja', 'cmake', 'ld'],
  forms: [
    {
      find: /^\S.*?:\d+:\d+: (fatal )?error: (.*)((?:\n.*){0,2})/gm,
      says: ([, fatal, message = '', rest = '']) => readC(message, fatal === undefined ? '' : rest),
    },
    {
      find: /^\S*ld(?:\.\w+)?: (?:cannot find|library not found for) -l(\S+?):?(?: .*)?$/gm,
      says: ([, name = '']) => missingModule(name),
    },
    form(
      /^\S.*: undefined reference to .*|^collect2: error: ld returned .*/gm,
      'VALIDATION_FAILED',
      'The parts do not link.',
    ),
    {
      find: /^(?:CMake Error .*\n(?: .*\n|\n)*?)? +(?:Could not find a package configuration file provided by|By not providing "Find\w+\.cmake" .*\n.*asked\n? *CMake to find a package configuration file provided by|Could NOT find) "?(\w+)/gm,
      says: ([, name = '']) => missingModule(name),
    },
    form(/^\S.*: Assertion .* failed\.$/gm, 'VALIDATION_FAILED', 'An assertion failed.'),
    form(/^CMake Error at .*:\n +Unknown CMake command/gm, 'VALIDATION_FAILED', 'There is no such command.'),
    form(/^CMake Error at .*:\n +Parse error/gm, 'SYNTAX_ERROR', 'The build file does not parse.'),
    form(/^Makefile:\d+: \*\*\* missing separator.*/gm, 'SYNTAX_ERROR', 'The Makefile does not parse.'),
    form(
      /^(?:make(?:\[\d+\])?: \*\*\* (?:No rule to make target|No targets specified).*|CMake Error: The source directory .*)/gm,
      'ENVIRONMENT',
      'There is nothing of that name to build.',
    ),
  ],
}

function readC(message: string, restOfFatal: string): Finding {
  const header = /^(\S+): No such file or directory|^'(\S+)' file not found/.exec(message)
  if (header) {
    const isOwn = /#\s*include\s*"/.test(restOfFatal)
    return isOwn
      ? invalid(message)
      : { class: 'MISSING_DEPENDENCY', why: message, package: header[1] ?? header[2] ?? '' }
  }
  return /^(?:expected|stray|missing terminating|unterminated|extraneous|invalid preprocessing|unbalanced)/.test(
    message,
  )
    ? syntax(message)
    : invalid(message)
}
