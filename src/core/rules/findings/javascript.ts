import {
  bodyOf,
  closing,
  factsOf,
  lineOf,
  placesOf,
  startsIn,
  type FoundCase,
  type Places,
  type Source,
  type TestFacts,
} from './facts.ts'

const start =
  /(?<![\w$.])((?:(?:t|Deno|QUnit)\.)?(?:it|test|specify)|[xf](?:it|test|specify))((?:\s*\.\s*\w+)*)\s*(?=[(`<])/g
const notCases =
  /\.(?:describe|beforeEach|afterEach|beforeAll|afterAll|before|after|use|step|extend|setTimeout|expect|info|slow|mock|timeout|retries|name|suite|scoped|snapshot|setDefaultResolver)\b/
const assertion =
  /(?<![\w$.])(?:expect|assert)\w*(?:\s*\.\s*\w+)*\s*(?:<[^()\n]{0,200}>)?\(|\.should\b|(?<![\w$])t\s*\.\s*(?:is|not|deepEqual|like|truthy|falsy|true|false|throws\w*|regex|equal|ok|same|strictEqual|snapshot|pass|fail|match|rejects|resolves|notOk|strictSame)\w*\s*\(|\.\s*expect\s*\(/g
const hollow =
  /(?<![\w$.])(?:expect\s*\(\s*(?:true|1)\s*\)\s*\.\s*(?:toBe|toEqual|toStrictEqual)\s*\(\s*(?:true|1)\s*\)|expect\s*\(\s*(?:true|1)\s*\)\s*\.\s*toBeTruthy\s*\(|assert(?:\.ok)?\s*\(\s*(?:true|1)\s*[,)])/g
const marks = [
  [
    'skip',
    /(?<![\w$.])(?:describe|suite|context|test\s*\.\s*describe)(?:\s*\.\s*\w+)*\s*\.\s*(?:skip|skipIf|runIf|fixme)\b|(?<![\w$.])x(?:describe|context|suite)\s*\(/g,
  ],
  [
    'only',
    /(?<![\w$.])(?:describe|suite|context|test\s*\.\s*describe)(?:\s*\.\s*\w+)*\s*\.\s*only\b|(?<![\w$.])f(?:describe|context)\s*\(/g,
  ],
  ['todo', /(?<![\w$.])(?:describe|suite)\s*\.\s*todo\b/g],
  ['skip', /(?<![\w$])(?:this|t|ctx|context|test|it)\s*\.\s*(?:skip|fixme)\s*\(\s*(?:\)|(?!["'`]))/g],
  ['todo', /(?<![\w$])(?:t|ctx)\s*\.\s*todo\s*\(/g],
] as const

const maxHead = 500

/** What a test file in JavaScript or TypeScript holds. */
export function javascriptFacts(source: Source): TestFacts {
  const assertions = placesOf(source.code, assertion)
  return factsOf(source, casesIn(source, assertions), { assertions: assertions.total, marks, hollow })
}

function casesIn({ text, code }: Source, assertions: Places): FoundCase[] {
  return startsIn(code, start).flatMap((match) => {
    const [whole, word = '', chain = ''] = match
    const at = match.index ?? 0
    if (notCases.test(chain)) return []
    const open = argumentsAt(code, at + whole.length)
    if (open === undefined) return []
    const name = nameAt(text, code, open + 1)
    if (name === undefined) return []
    const end = closing(code, open)
    const own = {
      name: name.text,
      line: lineOf(text, at),
      disabled: disabledBy(
        word,
        chain.replaceAll(/\s/g, ''),
        code.slice(open, Math.min(end, open + maxHead)),
      ),
      hasBody: /=>|\bfunction\b/.test(code.slice(open, end)),
      assertions: assertions.between(open, end),
      body: bodyOf(text.slice(name.end, end)),
    }
    return [{ own, head: [at, open + 1] as const }]
  })
}

/** Where the arguments begin that name the case: after those of `each` and after types. */
function argumentsAt(code: string, from: number): number | undefined {
  let at = from
  if (code[at] === '<') at = afterTypes(code, at)
  const isTable = code[at] === '`'
  const end = isTable ? code.indexOf('`', at + 1) + 1 : code[at] === '(' ? closing(code, at) : at
  const next = /^\s*\(/.exec(code.slice(end, end + 100))
  if (next && end > at) return end + next[0].length - 1
  return code[at] === '(' ? at : undefined
}

function afterTypes(code: string, at: number): number {
  let depth = 0
  for (let place = at; place < Math.min(code.length, at + 2000); place += 1) {
    if (code[place] === '<') depth += 1
    else if (code[place] === '>' && code[place - 1] !== '=' && (depth -= 1) === 0) return place + 1
  }
  return at
}

/** The first argument when it is a name: a string, or a word. */
function nameAt(text: string, code: string, from: number): { text: string; end: number } | undefined {
  const at = from + (/^\s*/.exec(code.slice(from, from + 500))?.[0].length ?? 0)
  const quote = code[at] ?? ''
  if ('"\'`'.includes(quote) && quote !== '') {
    const end = code.indexOf(quote, at + 1)
    return end === -1 ? undefined : { text: text.slice(at + 1, end), end: end + 1 }
  }
  const [word] = /^[\w$.]+(?=\s*,)/.exec(code.slice(at, at + 200)) ?? []
  return word === undefined ? undefined : { text: word, end: at + word.length }
}

function disabledBy(word: string, chain: string, inside: string): string | undefined {
  const [, modifier] = /\.(skipIf|skip|runIf|only|todo|fails|failing|fixme|fail)\b/.exec(chain) ?? []
  if (modifier) return modifier
  if (/^x(?:it|test|specify)$/.test(word)) return 'skip'
  if (/^f(?:it|test|specify)$/.test(word)) return 'only'
  const options = /^\([^{]*?,\s*\{([^{}]*)\}\s*,/.exec(inside)?.[1] ?? ''
  return /\b(skip|todo|only)\s*:\s*(?!false\b)/.exec(options)?.[1]
}
