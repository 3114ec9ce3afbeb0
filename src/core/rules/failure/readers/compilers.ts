import { form, invalid, syntax, type Finding, type Reader } from '../finding.ts'
import { missingModule, nowhere } from '../modules.ts'

const offline = 'The source of packages cannot be reached.'

export const rust: Reader = {
  names: ['cargo', 'rustc', 'clippy-driver', 'cargo-clippy'],
  forms: [
    {
      find: /^error(?:\[(E\d{4})\])?: (?!could not compile|test failed|aborting)(.*)((?:\n(?!error|warning).*){0,25})/gm,
      says: ([, code, message = '', rest = '']) =>
        code === undefined ? readPlainRust(message, rest) : readRust(code, message, rest),
    },
    form(/^test .* \.\.\. FAILED$/gm, 'VALIDATION_FAILED', 'Tests failed.'),
  ],
  summaries: [form(/^test result: FAILED|^error: test failed/gm, 'VALIDATION_FAILED', 'Tests failed.')],
}

function readRust(code: string, message: string, rest: string): Finding {
  if (!/^E04(?:32|33|63)$/.test(code)) return invalid(`${code}: ${message}`)
  const crate =
    /(?:crate or module|module or unlinked crate|missing crate|extern crate|crate for) `(\w+)`/.exec(
      `${message}${rest}`,
    )?.[1] ?? /^unresolved import `(\w+)/.exec(message)?.[1]
  return crate === undefined || /^(?:crate|self|super|Self)$/.test(crate)
    ? invalid(`${code}: ${message}`)
    : missingModule(crate)
}

/** Errors of the parser have no number, nor do lints, cargo's own errors and those of macros. */
function readPlainRust(message: string, rest: string): Finding | undefined {
  const missing = /^no matching package (?:named `([\w-]+)` )?found/.exec(message)
  if (missing) return nowhere(missing[1] ?? 'the package')
  if (/^failed to (?:get|download|fetch|load source|query)|^unable to update/.test(message))
    return readCargo(message, rest)
  if (
    /^failed to parse manifest|^(?:invalid|unclosed|expected|unexpected|missing|duplicate) .*/.test(
      message,
    ) &&
    /TOML|\.toml:\d/.test(rest)
  )
    return syntax(message)
  if (
    /^could not find `Cargo\.toml`|^linker `.*` not found|^toolchain|^rustup|^no such (?:sub)?command|^the '.*' binary|is not installed/.test(
      message,
    )
  )
    return { class: 'ENVIRONMENT', why: message }
  if (!/^ *--> /m.test(rest)) return undefined
  if (/#\[(?:deny|forbid)\(|`-[DF] /.test(rest)) return invalid(message)
  return /^(?:expected|unexpected|this file contains an un-?closed|unclosed|mismatched closing|missing|unterminated|unknown (?:start|prefix)|invalid|incorrect|unmatched|found|struct literals|`.*` (?:is not|must)|keyword)/.test(
    message,
  )
    ? syntax(message)
    : invalid(message)
}

function readCargo(message: string, rest: string): Finding {
  if (
    /^ *(?:\[\d+\] |.*(?:[Cc]ould(?:n't| not) (?:resolve|connect)|network failure|timed out|[Ff]ailed to connect))/m.test(
      rest,
    )
  )
    return { class: 'NETWORK', why: offline }
  const missing = /no matching package (?:named )?`([\w-]+)`/.exec(rest)?.[1]
  return missing === undefined ? { class: 'ENVIRONMENT', why: message } : nowhere(missing)
}

const brokenJava =
  /expected$|^illegal (?:start|character)|^reached end of file|^unclosed|^not a statement|^class, interface|without '|^invalid (?:method declaration|expression)|^orphaned|^malformed/

export const java: Reader = {
  names: ['javac', 'java', 'mvn', 'mvnw', 'gradle', 'gradlew'],
  forms: [
    {
      find: /^(?:\[ERROR\] )?\S.*?\.java:(?:\d+: error: |\[\d+,\d+\] (?:error: )?)(.*)$/gm,
      says: ([, message = '']) => readJava(message),
    },
    {
      find: /^(?:\[(?:ERROR|FATAL)\] |> |\* What went wrong:\n)(?:Failed to execute goal .*?: |Execution failed for task .*\n> )?(.*(?:Could not|Non-resolvable|Non-parseable|Non-readable|Cannot access|Plugin .* could not be resolved|No plugin found|Unknown lifecycle|There are test failures|no POM in this directory|Failed to collect).*)$/gm,
      says: ([, message = '']) => readMaven(message),
    },
    form(
      /^\[ERROR\] (?:Tests run: .*|Failures: *|There are test failures.*)$/gm,
      'VALIDATION_FAILED',
      'Tests failed.',
    ),
    form(/^> There were failing tests\./gm, 'VALIDATION_FAILED', 'Tests failed.'),
  ],
}

function readJava(message: string): Finding {
  const missing = /^package (\S+) does not exist/.exec(message)?.[1]
  if (missing !== undefined)
    return { class: 'MISSING_DEPENDENCY', why: `Nothing has the package ${missing}.`, package: missing }
  return brokenJava.test(message) ? syntax(message) : invalid(message)
}

function readMaven(message: string): Finding | undefined {
  if (/Non-(?:parse|read)able POM/.test(message)) return syntax('pom.xml does not parse.')
  if (
    /Unknown host|Connection refused|[Cc]onnect(?:ion)? timed out|Could not transfer|No route to host|Connection reset|Temporary failure in name|Could not GET/.test(
      message,
    )
  )
    return { class: 'NETWORK', why: offline }
  if (/no POM in this directory|Unknown lifecycle|No plugin found/.test(message))
    return { class: 'ENVIRONMENT', why: message.slice(0, 160) }
  const artifact =
    /(?:Could not find(?: artifact)?|Could not resolve|could not be resolved: The following artifacts could not be resolved:|Failed to collect dependencies at) ([\w.-]+:[\w.-]+)/.exec(
      message,
    )?.[1]
  if (artifact !== undefined || /offline mode/.test(message))
    return { class: 'MISSING_DEPENDENCY', why: message.slice(0, 160), ...(artifact && { package: artifact }) }
  return /test failures/.test(message) ? invalid('Tests failed.') : undefined
}

export const golang: Reader = {
  names: ['go', 'gofmt', 'golangci-lint', 'staticcheck'],
  forms: [
    {
      find: /^(?:vet: )?(?:\.\/|\/)?[\w./-]+\.go:\d+:\d+: (.*)$/gm,
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
      /^go: (?:go\.mod file not found|cannot find main module|.*requires go >=).*/gm,
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
  return missing === undefined ? invalid(message) : missingModule(missing)
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
