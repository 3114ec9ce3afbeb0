import {
  bodyOf,
  factsOf,
  lineOf,
  placesOf,
  startsIn,
  type FoundCase,
  type Places,
  type Source,
  type TestFacts,
} from './facts.ts'

const start = /^([ \t]*)(?:async[ \t]+)?def[ \t]+(test\w*)[ \t]*\(/gm
const assertion =
  /(?:^|[\s;:])assert\b(?!\s*=)|\bself\s*\.\s*(?:assert\w+|fail)\s*\(|\bpytest\s*\.\s*(?:raises|warns|fail|deprecated_call)\s*\(|\.assert_\w+\s*\(|(?<![\w.])assert_\w+\s*\(|\bassertRaises\w*\s*\(/gm
const hollow =
  /(?:^|[\s;:])assert\s+(?:True|1)\s*(?:$|[,;#])|\bself\.assertTrue\(\s*True\s*[,)]|\bassert\s+(\d+)\s*==\s*\1\s*$/gm
const disabling =
  /@(?:pytest\s*\.\s*mark\s*\.\s*)?(?:unittest\s*\.\s*)?(skipif|skip|xfail|skipIf|skipUnless|expectedFailure)\b/
const marks = [
  ['skip', /^pytestmark\s*=[^\n]*\bmark\s*\.\s*skip(?:if)?\b/gm],
  ['xfail', /^pytestmark\s*=[^\n]*\bmark\s*\.\s*xfail\b/gm],
  [
    'skip',
    /^[ \t]*@(?:pytest\s*\.\s*mark\s*\.\s*)?(?:unittest\s*\.\s*)?(?:skipif|skip|skipIf|skipUnless)\b/gm,
  ],
  ['xfail', /^[ \t]*@(?:pytest\s*\.\s*mark\s*\.\s*)?(?:unittest\s*\.\s*)?(?:xfail|expectedFailure)\b/gm],
  [
    'skip',
    /\bpytest\s*\.\s*(?:skip|importorskip)\s*\(|\bself\s*\.\s*skipTest\s*\(|\braise\s+(?:unittest\s*\.\s*)?SkipTest\b/g,
  ],
  ['xfail', /\bpytest\s*\.\s*xfail\s*\(|\bmarks\s*=\s*\[?\s*pytest\s*\.\s*mark\s*\.\s*(?:xfail|skip)/g],
  ['skip', /\b__test__\s*=\s*False\b/g],
] as const

/** What a test file in Python holds. */
export function pythonFacts(source: Source): TestFacts {
  const assertions = placesOf(source.code, assertion)
  return factsOf(source, casesIn(source, assertions), { assertions: assertions.total, marks, hollow })
}

function casesIn({ text, code }: Source, assertions: Places): FoundCase[] {
  return startsIn(code, start).map((match) => {
    const [whole, indent = '', name = ''] = match
    const at = match.index ?? 0
    const top = decoratorsAbove(code, at, indent)
    const end = bodyEnd(code, at + whole.length, indent.length)
    const own = {
      name,
      line: lineOf(text, at + indent.length),
      disabled: disabling.exec(code.slice(top, at))?.[1],
      hasBody: true,
      assertions: assertions.between(at, end),
      body: bodyOf(text.slice(at + whole.length, end)),
    }
    return { own, head: [top, at + whole.length] as const }
  })
}

/** Where the decorators of a function begin, also those that go over several lines. */
function decoratorsAbove(code: string, at: number, indent: string): number {
  let top = at
  for (let from = at; from > 0;) {
    const before = code.lastIndexOf('\n', from - 2) + 1
    const line = code.slice(before, from)
    if (line.startsWith(`${indent}@`)) top = before
    else if (line.trim() !== '' && !line.startsWith(`${indent} `) && !/^\s*[)\]}]/.test(line)) break
    else if (at - before > 4000 || line.trim() === '') break
    from = before
  }
  return top
}

/** A body ends before the first line of code that is not further in than its head. */
function bodyEnd(code: string, from: number, indent: number): number {
  let depth = 1
  let at = from
  for (; at < code.length && depth > 0; at += 1) depth += code[at] === '(' ? 1 : code[at] === ')' ? -1 : 0
  for (let line = code.indexOf('\n', at) + 1; line > 0; line = code.indexOf('\n', line) + 1) {
    const [, spaces = '', first] = /^([ \t]*)(\S?)/.exec(code.slice(line, line + 400)) ?? []
    if (first && spaces.length <= indent && !/^[)\]}"']/.test(first)) return line
  }
  return code.length
}
