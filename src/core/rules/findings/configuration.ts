import { gradleParts, makeParts, pomParts, sectionParts } from './build-files.ts'
import { packageParts, tsconfigParts } from './json-files.ts'
import { mask } from './masking.ts'

/** The parts of a file that decide what a check tests and when it passes, by their names; values that are equal mean the same. */
type Parts = ReadonlyMap<string, string>

/** How a file that a check goes by is read. */
interface Kind {
  path: RegExp
  parts: (text: string) => Parts
  /** A new one is no finding: it does not change what was there. */
  mayBeNew?: true
  /** Parts that may come to it: they make a check stricter. */
  mayGain?: RegExp
}

const runner =
  'jest|vitest|playwright|cypress|karma|wdio|ava|mocha|web-test-runner|jasmine|nightwatch|stryker|codecept'
const pythonSections = /^tool[.:](?:pytest|coverage|tox|nox|ruff|mypy|pyright|flake8|pylint|poe|hatch\.envs)/
const iniSections = /^(?:tool:pytest|pytest|coverage|testenv|tox|flake8|mypy|pylint|report|run)\b/
const cargoSections = /^(?:\[?test\]?|profile\.test|lints|workspace\.lints|package\.metadata\.nextest)/

const kinds: readonly Kind[] = [
  { path: /(?:^|\/)package\.json$/, parts: packageParts, mayBeNew: true },
  {
    path: /(?:^|\/)tsconfig[\w.-]*\.json$/,
    parts: tsconfigParts,
    mayBeNew: true,
    mayGain: /^(?!include$|exclude$|files$)/,
  },
  { path: /(?:^|\/)vite\.config\.[cm]?[jt]s$/, parts: (text) => blockParts(text, /\btest\s*:\s*(?=\{)/g) },
  {
    path: new RegExp(`(?:^|/)(?:${runner})[\\w-]*\\.(?:config|conf|workspace|setup)[\\w.-]*\\.[cm]?[jt]sx?$`),
    parts: javascriptParts,
  },
  { path: /(?:^|\/)setupTests\.[jt]sx?$/, parts: javascriptParts },
  { path: /(?:^|\/)eslint\.config\.[cm]?[jt]s$/, parts: javascriptParts },
  {
    path: /(?:^|\/)(?:\.mocharc|\.nycrc|\.c8rc|\.taprc|\.eslintrc|\.oxlintrc|biome|jest\.config|cypress|\.jshintrc)(?:\.jsonc?|\.ya?ml|\.c?js)?$/,
    parts: lineParts,
  },
  { path: /(?:^|\/)\.(?:eslint|prettier|nyc|coverage)ignore$/, parts: lineParts },
  { path: /(?:^|\/)pyproject\.toml$/, parts: (text) => sectionParts(text, pythonSections), mayBeNew: true },
  {
    path: /(?:^|\/)(?:setup\.cfg|tox\.ini)$/,
    parts: (text) => sectionParts(text, iniSections),
    mayBeNew: true,
  },
  {
    path: /(?:^|\/)(?:pytest\.ini|\.coveragerc|noxfile\.py|mypy\.ini|\.flake8|\.?ruff\.toml|\.pylintrc)$/,
    parts: lineParts,
  },
  { path: /(?:^|\/)conftest\.py$/, parts: conftestParts },
  { path: /(?:^|\/)Cargo\.toml$/, parts: cargoParts, mayBeNew: true },
  { path: /(?:^|\/)(?:\.cargo\/config(?:\.toml)?|\.config\/nextest\.toml|clippy\.toml)$/, parts: lineParts },
  { path: /(?:^|\/)\.golangci\.(?:ya?ml|toml|json)$/, parts: lineParts },
  { path: /(?:^|\/)pom\.xml$/, parts: pomParts, mayBeNew: true },
  { path: /(?:^|\/)build\.gradle(?:\.kts)?$/, parts: gradleParts, mayBeNew: true },
  { path: /(?:^|\/)(?:GNUm|M|m)akefile$|(?:^|\/)[Jj]ustfile$/, parts: makeParts, mayBeNew: true },
  { path: /(?:^|\/)(?:checkstyle|pmd|spotbugs)[\w.-]*\.xml$/, parts: lineParts },
  { path: /(?:^|\/)\.?codecov\.ya?ml$/, parts: lineParts },
  {
    path: /^\.github\/workflows\/[^/]+\.ya?ml$|^\.gitlab-ci\.ya?ml$|^\.circleci\/config\.ya?ml$|^azure-pipelines\.ya?ml$|^\.travis\.ya?ml$|^Jenkinsfile$/,
    parts: ciParts,
    mayBeNew: true,
  },
]

/** Whether a check goes by this file. */
export function isConfiguration(path: string): boolean {
  return kinds.some((kind) => kind.path.test(path))
}

/** Which parts of a file that a check goes by differ; empty when none does. */
export function changedParts(path: string, before: string | undefined, after: string | undefined): string[] {
  const kind = kinds.find((one) => one.path.test(path))
  if (!kind || (before === undefined && kind.mayBeNew)) return []
  const [was, is] = [before, after].map((text) =>
    text === undefined ? new Map<string, string>() : kind.parts(text),
  )
  const names = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])
  const isGained = (name: string): boolean => !was?.has(name) && (kind.mayGain?.test(name) ?? false)
  return [...names].filter((name) => was?.get(name) !== is?.get(name) && !isGained(name))
}

const whole = (text: string): Parts => (text === '' ? new Map() : new Map([['', text]]))

/** Code without comments and white space, with what its strings say. */
function javascriptParts(text: string): Parts {
  return whole(withoutLayout(text, mask(text, 'javascript')))
}

/** The letters of a text that are code or within strings. */
function withoutLayout(text: string, code: string): string {
  const isString = stringPlaces(code)
  let kept = ''
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (isString(at) || !/\s/.test(code[at] ?? '')) kept += letter
  }
  return kept.replaceAll(/,(?=[)\]}])|;/g, '').replaceAll(/["'`]/g, '"')
}

function stringPlaces(code: string): (at: number) => boolean {
  const spans = [...code.matchAll(/(["'`])\s*\1/g)].map(
    ({ index, 0: span }) => [index, index + span.length] as const,
  )
  let next = 0
  return (at) => {
    while (next < spans.length && (spans[next]?.[1] ?? 0) <= at) next += 1
    const [from = Number.POSITIVE_INFINITY] = spans[next] ?? []
    return at >= from
  }
}

/** Blocks in braces that begin as said. */
function blockParts(text: string, head: RegExp): Parts {
  const code = mask(text, 'javascript')
  const blocks = [...code.matchAll(head)].map(({ index, 0: found }) => {
    const open = index + found.length
    const end = matching(code, open)
    return withoutLayout(text.slice(open, end), code.slice(open, end))
  })
  return blocks.length === 0 ? new Map() : new Map([['test', blocks.join('\n')]])
}

function matching(code: string, open: number): number {
  let depth = 0
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1
    else if (code[at] === '}' && (depth -= 1) === 0) return at + 1
  }
  return code.length
}

/** Lines without comments and white space. */
function plainLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:#|\/\/|;).*$/, '')
        .replace(/\s#.*$/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
}

function lineParts(text: string): Parts {
  return whole(plainLines(text).join('\n'))
}

/** New versions of actions are no change of what is tested. */
function ciParts(text: string): Parts {
  return whole(plainLines(text.replaceAll(/(\buses:\s*[^@\s]+)@\S+/g, '$1')).join('\n'))
}

/** Fixtures are none of the check's business; what collects, skips and ends is. */
function conftestParts(text: string): Parts {
  const code = mask(text, 'python')
  const lines = code
    .split('\n')
    .filter((line) =>
      /\b(?:pytest_(?:collection\w*|ignore_collect|runtest\w*|sessionfinish|configure|cmdline\w*|report\w*|pyfunc_call|terminal_summary)|collect_ignore\w*|exitstatus|skip|xfail|add_marker|deselect\w*)\b/.test(
        line,
      ),
    )
    .map((line) => line.replaceAll(/\s+/g, ''))
  return whole(lines.join('\n'))
}

function cargoParts(text: string): Parts {
  const keys = plainLines(text).filter((line) => /^(?:test|doctest|harness|autotests)\s*=/.test(line))
  const sections = sectionParts(text, cargoSections)
  return keys.length === 0 ? sections : new Map([...sections, ['test', keys.join('\n')]])
}
