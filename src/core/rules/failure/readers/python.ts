import { form, invalid, syntax, type Finding, type Reader } from '../finding.ts'
import { missingModule, nowhere } from '../modules.ts'

const network =
  /(?:^|\.)(?:ConnectionRefusedError|ConnectionResetError|ConnectionAbortedError|gaierror|NewConnectionError|NameResolutionError|MaxRetryError|ConnectTimeout|ReadTimeout|ConnectError|URLError|RemoteDisconnected|ConnectionError)$/
const resource = /\[Errno (?:12|16|24|28|98|122)\]|^database is locked/

/** An exception by its name and message; undefined for one like any other. */
function readException(name: string, message: string): Finding | undefined {
  if (/^(?:SyntaxError|IndentationError|TabError)$/.test(name)) return syntax(message)
  if (name === 'ModuleNotFoundError') return readModule(message)
  if (
    network.test(name) ||
    (name.endsWith('Error') && /\[Errno (?:101|104|110|111|113|-[235])\]/.test(message))
  )
    return { class: 'NETWORK', why: `${name}: ${message}` }
  if (name === 'MemoryError' || resource.test(message))
    return { class: 'RESOURCE', why: `${name}: ${message}` }
  if (name.endsWith('OperationalError') && /: syntax error|incomplete input/.test(message))
    return syntax(message)
  if (name === 'PermissionError') return { class: 'ENVIRONMENT', why: `${name}: ${message}` }
  if (/^(?:AssertionError|ImportError)$/.test(name)) return invalid(`${name}: ${message}`)
  return undefined
}

/** Python names a part of a package only when the package itself is there. */
function readModule(message: string): Finding {
  const name = /No module named '?([\w.]+)'?/.exec(message)?.[1] ?? ''
  return name.includes('.') ? invalid(message) : missingModule(name)
}

export const pytest: Reader = {
  names: ['pytest', 'py.test', 'tox', 'nox'],
  forms: [
    {
      find: /^(?:_{3,} .* _{3,}|ImportError while loading conftest.*)\n((?:(?!={3,} |_{3,} \w).*\n?){1,400})/gm,
      says([, block = '']) {
        const [, name = '', message = ''] =
          /^E +([\w.]+(?:Error|Exception|Timeout|gaierror)\w*)(?:: (.*))?$/m.exec(block) ?? []
        return readException(name, message) ?? invalid(name === '' ? 'A test failed.' : `${name}: ${message}`)
      },
    },
    form(
      /^ERROR: (?:file or directory not found|usage:|not found:).*/gm,
      'ENVIRONMENT',
      'pytest finds no such file.',
    ),
  ],
  summaries: [
    form(/^=* ?no tests ran\b/gm, 'VALIDATION_FAILED', 'There was no test to run.'),
    form(
      /^(?:FAILED|ERROR) \S+(?:::\S+)?|^=* ?\d+ (?:failed|errors?)\b.* in /gm,
      'VALIDATION_FAILED',
      'Tests failed.',
    ),
  ],
}

export const python: Reader = {
  names: ['python', 'python3', 'unittest', 'uv', 'poetry', 'django-admin', 'manage.py'],
  forms: [
    {
      // In a test that failed only what is not the code's fault counts as anything else.
      find: /^(?:FAIL|ERROR): .*\n-{10,}\n(?:ImportError: Failed to import test module.*\n)?(?:Traceback .*\n(?:[ \t].*\n|\n)*)([\w.]+)(?:: (.*))?$/gm,
      says: ([, name = '', message = '']) => readException(name, message) ?? invalid(`${name}: ${message}`),
    },
    {
      find: /^Traceback \(most recent call last\):\n(?:[ \t].*\n|\n)*([A-Za-z_][\w.]*)(?:: (.*))?$/gm,
      says: ([, name = '', message = '']) => readException(name, message),
    },
    {
      find: /^ {2}File ".*", line \d+\n(?:[ \t].*\n){0,3}(SyntaxError|IndentationError|TabError): (.*)$/gm,
      says: ([, , message = '']) => syntax(message),
    },
    {
      find: /^\S*python[\d.]*: No module named '?([\w.]+)'?$/gm,
      says: ([, name = '']) => readModule(`No module named ${name}`),
    },
    form(/^\S*python[\d.]*: can't open file .*/gm, 'ENVIRONMENT', 'There is no such file.'),
  ],
}

export const pythonTools: Reader = {
  names: ['pip', 'pip3', 'uv', 'ruff', 'mypy', 'flake8', 'black', 'pyright'],
  forms: [
    form(
      /^WARNING: Retrying .* after connection broken by .*/gm,
      'NETWORK',
      'The package index cannot be reached.',
    ),
    {
      find: /^ERROR: (?:No matching distribution found for|Could not find a version that satisfies the requirement) ([\w.-]+).*/gm,
      says: ([, name = '']) => nowhere(name),
    },
    form(
      /^ERROR: Could not install packages due to an OSError: \[Errno 28\].*/gm,
      'RESOURCE',
      'The disk is full.',
    ),
    form(
      /^(?:error: externally-managed-environment|ERROR: Could not install packages due to an OSError: \[Errno 13\]).*/gm,
      'ENVIRONMENT',
      'pip may not install there.',
    ),
    form(
      /^(?:invalid-syntax: |error: cannot format .*: Cannot parse|\S+:\d+:\d+: (?:E999|SyntaxError|invalid-syntax)).*/gm,
      'SYNTAX_ERROR',
      'The code does not parse.',
    ),
    {
      find: /^\S.*?:\d+(?::\d+)?: error: (.*?)(?: {2}\[([\w-]+)\])?$/gm,
      says: ([, message = '', code]) => readMypy(message, code),
    },
    form(
      /^(?:[A-Z]{1,4}\d{3,4} .*(?=\n *-->)|\S+\.py:\d+:\d+: [A-Z]{1,4}\d{3,4} .*)/gm,
      'VALIDATION_FAILED',
      'The linter found something.',
    ),
  ],
  summaries: [
    form(
      /^(?:Found \d+ errors?|would reformat .*|Oh no! .*)/gm,
      'VALIDATION_FAILED',
      'The linter found something.',
    ),
  ],
}

function readMypy(message: string, code: string | undefined): Finding | undefined {
  if (code === undefined) return undefined
  if (code === 'syntax') return syntax(message)
  const module = /module named "([\w.]+)"|stubs not installed for "([\w.]+)"/.exec(message)
  if (code.startsWith('import') && module)
    return missingModule((module[1] ?? module[2] ?? '').split('.')[0] ?? '')
  return invalid(message)
}
